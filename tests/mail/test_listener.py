"""The SMTP listener, spoken to by a real SMTP client over a port of this machine."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from games.mail import listener
from games.models import IncomingMail, Turn
from tests.factories import UserFactory
from tests.table.games import opened

TOKEN = "abcdefghijklmnopqrstuvwxy2"
ADDRESS = f"reply+{TOKEN}@prweb.localhost"
MAIL = b"From: anna@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: Re: x\r\n\r\nsettler\r\n"

OTHER = TOKEN[::-1].replace("2", "a")

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def turns(transactional_db: None) -> None:
    """Two turns, whose tokens are known."""
    game = opened(UserFactory.create(username="anna"), UserFactory.create(username="bob"))
    turn = game.turns.get(status=Turn.Status.OPEN)
    Turn.objects.filter(pk=turn.pk).update(token=TOKEN, status=Turn.Status.CLOSED)
    Turn.objects.create(
        game=game, seat=turn.seat, phase=0, stage="role", token=OTHER, first_ply=0, opened_at=timezone.now()
    )


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
        f"reply+{'a' * 26}@prweb.localhost",
    ],
)
def test_what_is_no_reply_address_is_refused_at_once(client: smtplib.SMTP, address: str) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        client.sendmail("anna@example.org", [address], MAIL)
    assert refused.value.recipients[address][0] == 550
    assert not IncomingMail.objects.exists()


def test_one_recipient_is_taken_at_a_time(client: smtplib.SMTP) -> None:
    other = f"reply+{OTHER}@prweb.localhost"
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


def bounded(settings: Settings, *, from_address: int, to_token: int) -> None:
    settings.RATE_LIMITS_ON = True
    settings.RATE_LIMITS = {"mail from address": [(from_address, 3600)], "mail to token": [(to_token, 3600)]}
    cache.clear()


def test_too_many_mails_from_one_address_are_put_off_not_lost(settings: Settings) -> None:
    settings.RATE_LIMITS_ON, settings.RATE_LIMITS = (
        True,
        {"mail from address": [(2, 3600)], "mail to token": [(9, 3600)]},
    )
    cache.clear()
    with serving() as port, smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        for number in (1, 2):
            client.sendmail("anna@example.org", [ADDRESS], MAIL.replace(b"<1@", b"<%d@" % number))
        with pytest.raises(smtplib.SMTPDataError) as put_off:
            client.sendmail("anna@example.org", [ADDRESS], MAIL.replace(b"<1@", b"<3@"))
    assert put_off.value.smtp_code == 451
    assert IncomingMail.objects.count() == 2


def test_too_many_mails_for_one_turn_are_put_off_and_other_turns_go_on(settings: Settings) -> None:
    settings.RATE_LIMITS_ON, settings.RATE_LIMITS = (
        True,
        {"mail from address": [(9, 3600)], "mail to token": [(1, 3600)]},
    )
    cache.clear()
    with serving() as port, smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        client.sendmail("anna@example.org", [ADDRESS], MAIL)
        with pytest.raises(smtplib.SMTPDataError):
            client.sendmail("anna@example.org", [ADDRESS], MAIL.replace(b"<1@", b"<2@"))
        client.sendmail("anna@example.org", [f"reply+{OTHER}@prweb.localhost"], MAIL)
    assert IncomingMail.objects.count() == 2


def test_connections_are_bounded_and_who_leaves_makes_room(settings: Settings) -> None:
    settings.MAIL_CONNECTIONS_PER_ADDRESS = 1
    with serving() as port:
        with smtplib.SMTP("127.0.0.1", port, timeout=20):
            with pytest.raises(smtplib.SMTPConnectError) as turned_away:
                smtplib.SMTP("127.0.0.1", port, timeout=20)
            assert turned_away.value.smtp_code == 421
        for _attempt in range(100):
            try:
                with smtplib.SMTP("127.0.0.1", port, timeout=20) as again:
                    again.sendmail("anna@example.org", [ADDRESS], MAIL)
                break
            except smtplib.SMTPConnectError:
                time.sleep(0.05)
    assert IncomingMail.objects.count() == 1


def test_lines_longer_than_the_standard_allows_are_taken(client: smtplib.SMTP) -> None:
    client.sendmail("anna@example.org", [ADDRESS], MAIL + b"x" * 5000 + b"\r\n")
    assert IncomingMail.objects.count() == 1
