"""The SMTP listener, spoken to by a real SMTP client over a port of this machine."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import OperationalError
from pytest_django import Settings

from games.mail import listener
from games.models import IncomingMail

TOKEN = "abcdefghijklmnopqrstuvwxy2"
ADDRESS = f"reply+{TOKEN}@prweb.localhost"
MAIL = b"From: anna@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: Re: x\r\n\r\nsettler\r\n"

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def serving(*, lmtp: bool = False) -> Iterator[int]:
    """A listener in a thread of its own; yields its port."""
    bound: list[int] = []
    ready, loop = threading.Event(), asyncio.new_event_loop()
    stop = asyncio.Event()

    def on_bound(port: int) -> None:
        bound.append(port)
        ready.set()

    def serve() -> None:
        loop.run_until_complete(listener.listen("127.0.0.1", 0, stop.wait(), lmtp=lmtp, on_bound=on_bound))

    thread = threading.Thread(target=serve)
    thread.start()
    assert ready.wait(20)
    yield bound[0]
    loop.call_soon_threadsafe(stop.set)
    thread.join(20)
    loop.close()


@pytest.fixture
def client() -> Iterator[smtplib.SMTP]:
    with serving() as port, smtplib.SMTP("127.0.0.1", port, timeout=20) as connected:
        yield connected


def test_an_answer_is_stored_before_it_is_acknowledged(client: smtplib.SMTP) -> None:
    client.sendmail("anna@example.org", [ADDRESS], MAIL)
    stored = IncomingMail.objects.get()
    assert (stored.token, stored.message_id, stored.sender) == (TOKEN, "<1@example.org>", "anna@example.org")
    assert bytes(stored.raw) == MAIL
    assert stored.status == IncomingMail.Status.NEW


def test_an_answer_that_is_delivered_twice_is_kept_once(client: smtplib.SMTP) -> None:
    for _time in range(2):
        client.sendmail("anna@example.org", [ADDRESS], MAIL)
    assert IncomingMail.objects.count() == 1


def test_a_mail_without_message_id_is_known_again_by_its_content(client: smtplib.SMTP) -> None:
    for _time in range(2):
        client.sendmail("anna@example.org", [ADDRESS], MAIL.replace(b"Message-ID: <1@example.org>\r\n", b""))
    assert IncomingMail.objects.get().message_id.startswith("<raw-")


def test_bounces_are_taken_in_too(client: smtplib.SMTP) -> None:
    client.sendmail("", [ADDRESS], MAIL)
    assert IncomingMail.objects.get().sender == ""


def test_case_of_the_address_does_not_matter(client: smtplib.SMTP) -> None:
    client.sendmail("anna@example.org", [ADDRESS.upper()], MAIL)
    assert IncomingMail.objects.get().token == TOKEN


@pytest.mark.parametrize(
    "address",
    [
        "anna@example.org",
        "prweb@prweb.localhost",
        "reply@prweb.localhost",
        "reply+short@prweb.localhost",
        f"reply+{TOKEN}1@prweb.localhost",
        f"reply+{TOKEN[:-1]}1@prweb.localhost",
        f"reply+{TOKEN}@elsewhere.example",
        f"other+{TOKEN}@prweb.localhost",
    ],
)
def test_what_is_no_reply_address_is_refused_at_once(client: smtplib.SMTP, address: str) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        client.sendmail("anna@example.org", [address], MAIL)
    assert refused.value.recipients[address][0] == 550
    assert not IncomingMail.objects.exists()


def test_one_recipient_is_taken_at_a_time(client: smtplib.SMTP) -> None:
    other = f"reply+{TOKEN[::-1].replace('2', 'a')}@prweb.localhost"
    refused = client.sendmail("anna@example.org", [ADDRESS, other], MAIL)
    assert refused[other][0] == 452
    assert IncomingMail.objects.count() == 1


def test_a_mail_that_is_too_large_is_refused(settings: Settings) -> None:
    settings.MAIL_SIZE_LIMIT = 1000
    with serving() as port, smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        with pytest.raises(smtplib.SMTPResponseException) as refused:
            client.sendmail("anna@example.org", [ADDRESS], MAIL + b"x" * 70 + b"\r\n" * 1000)
        assert refused.value.smtp_code == 552
    assert not IncomingMail.objects.exists()


def test_while_the_database_is_in_trouble_the_sender_is_asked_to_try_again(
    client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_args: object, **_how: object) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(listener, "store", locked)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail("anna@example.org", [ADDRESS], MAIL)
        assert refused.value.smtp_code == 451
    client.sendmail("anna@example.org", [ADDRESS], MAIL)
    assert IncomingMail.objects.count() == 1


def test_any_bytes_are_stored_as_they_are(client: smtplib.SMTP) -> None:
    raw = b"\xff\xfe\x00 no headers at all\r\n"
    client.sendmail("anna@example.org", [ADDRESS], raw)
    assert bytes(IncomingMail.objects.get().raw) == raw


def test_lmtp_is_spoken_too() -> None:
    with serving(lmtp=True) as port, smtplib.LMTP("127.0.0.1", port) as client:
        client.sendmail("anna@example.org", [ADDRESS], MAIL)
    assert IncomingMail.objects.count() == 1


def test_the_listener_gives_its_port_back() -> None:
    with serving() as port:
        pass
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0
