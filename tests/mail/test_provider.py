"""The webhooks of mail providers, with what they document to post, signed as they do it."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.core import mail as mails
from django.db import DataError, OperationalError
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from games import site_state
from games.mail import inbox, intake, provider_events
from games.mail.addresses import reply_address
from games.mail.message import build_message
from games.models import Delivery, Game, IncomingMail, MailAddress, Notification, Turn
from games.table.mail_addresses import find_undeliverable
from tests import prepared
from tests.mail.conftest import live_moves, mail_of, written
from tests.servers import free_port

Status = Delivery.Status
ROOT = Path(__file__).resolve().parents[2]
KEY = "key-3ax6xnjp29jd6fds4gc373sgvjxteol0"
USER_AND_PASSWORD = "postmark:a long secret"

pytestmark = pytest.mark.django_db


class Mailgun:
    """Posts as Mailgun."""

    NAME, SECRET, REFUSED = "mailgun", KEY, 406

    def __init__(self, client: Client, key: str = KEY) -> None:
        self.client = client
        self.key = key

    def signature(self) -> dict[str, str]:
        signed_at, token = str(int(time.time())), os.urandom(25).hex()
        made = hmac.new(self.key.encode(), f"{signed_at}{token}".encode(), hashlib.sha256)
        return {"timestamp": signed_at, "token": token, "signature": made.hexdigest()}

    def incoming(self, raw: bytes, *, to: str, sender: str) -> HttpResponse:
        """A route with forward("…/mail/provider/mime")."""
        fields = {
            "recipient": to,
            "sender": sender,
            "from": "somebody",
            "subject": "Re: x",
            "domain": "prweb.localhost",
            "body-mime": raw.decode(),
        }
        return self._post("mail-provider-incoming", fields | self.signature())

    def incoming_in_pieces(self, words: str, *, to: str, sender: str) -> HttpResponse:
        """A route with another address: Mailgun parses the mail itself."""
        headers = [["From", sender], ["To", to], ["Subject", "Re: x"], ["Message-Id", "<1@example.org>"]]
        fields = {
            "recipient": to,
            "sender": sender,
            "subject": "Re: x",
            "from": sender,
            "body-plain": words,
            "stripped-text": words,
            "message-headers": json.dumps(headers),
        }
        return self._post("mail-provider-incoming", fields | self.signature())

    def _post(self, name: str, fields: dict[str, str]) -> HttpResponse:
        return self.client.post(reverse(name), fields)  # type: ignore[return-value]

    def hard(self, row: Delivery) -> dict[str, Any]:
        status = {
            "tls": True,
            "attempt-no": 1,
            "code": 550,
            "enhanced-code": "5.1.1",
            "message": "5.1.1 The email account that you tried to reach does not exist",
            "description": "",
        }
        return self._event(row, "failed", severity="permanent", reason="bounce", **{"delivery-status": status})

    def suppressed(self, row: Delivery) -> dict[str, Any]:
        status = {"code": 605, "message": "", "description": "Not delivering to previously bounced address"}
        more = {"severity": "permanent", "reason": "suppress-bounce", "delivery-status": status}
        return self._event(row, "failed", **more)

    def soft(self, row: Delivery) -> dict[str, Any]:
        status = {"code": 552, "message": "5.2.2 Mailbox full", "description": "", "attempt-no": 8}
        return self._event(row, "failed", severity="permanent", reason="generic", **{"delivery-status": status})

    def deferred(self, row: Delivery) -> dict[str, Any]:
        status = {"code": 452, "message": "4.2.2 Mailbox full", "retry-seconds": 600}
        return self._event(row, "failed", severity="temporary", reason="generic", **{"delivery-status": status})

    def complained(self, row: Delivery) -> dict[str, Any]:
        return self._event(row, "complained")

    def delivered(self, row: Delivery) -> dict[str, Any]:
        return self._event(row, "delivered", **{"delivery-status": {"code": 250, "message": "OK"}})

    def _event(self, row: Delivery, event: str, **more: Any) -> dict[str, Any]:
        headers = {"to": row.address, "message-id": row.message_id.strip("<>"), "from": "prweb", "subject": "x"}
        return {
            "event": event,
            "timestamp": time.time(),
            "id": os.urandom(8).hex(),
            "recipient": row.address,
            "message": {"headers": headers, "attachments": [], "size": 111},
            "user-variables": {},
            "tags": [],
            **more,
        }

    def event(self, event: dict[str, Any]) -> HttpResponse:
        content = {"signature": self.signature(), "event-data": event}
        return self.client.post(  # type: ignore[return-value]
            reverse("mail-provider-events"), content, content_type="application/json"
        )

    def addressed(self, event: dict[str, Any], recipient: str) -> dict[str, Any]:
        return event | {"recipient": recipient}


class Postmark:
    """Posts as Postmark."""

    NAME, SECRET, REFUSED = "postmark", USER_AND_PASSWORD, 403

    def __init__(self, client: Client, key: str = USER_AND_PASSWORD) -> None:
        self.client = client
        self.key = key

    def incoming(self, raw: bytes, *, to: str, sender: str) -> HttpResponse:
        """With "Include raw email content in JSON payload"."""
        return self._post("mail-provider-incoming", self._mail(to, sender) | {"RawEmail": raw.decode()})

    def incoming_in_pieces(self, words: str, *, to: str, sender: str) -> HttpResponse:
        return self._post("mail-provider-incoming", self._mail(to, sender) | {"TextBody": words})

    def _mail(self, to: str, sender: str) -> dict[str, Any]:
        return {
            "FromName": "",
            "MessageStream": "inbound",
            "From": sender,
            "FromFull": {"Email": sender, "Name": "", "MailboxHash": ""},
            "To": to,
            "ToFull": [{"Email": to, "Name": "", "MailboxHash": ""}],
            "Cc": "",
            "CcFull": [],
            "Bcc": "",
            "BccFull": [],
            "OriginalRecipient": to,
            "Subject": "Re: x",
            "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b",
            "Date": "Fri, 1 Aug 2014 16:45:32 -04:00",
            "TextBody": "",
            "HtmlBody": "",
            "Headers": [
                {"Name": "Return-Path", "Value": f"<{sender}>"},
                {"Name": "Message-ID", "Value": "<1@example.org>"},
            ],
            "Attachments": [],
        }

    def hard(self, row: Delivery) -> dict[str, Any]:
        return self._bounce(row, "HardBounce", "smtp;550 5.1.1 The account does not exist")

    def suppressed(self, row: Delivery) -> dict[str, Any]:
        return self._bounce(row, "BadEmailAddress", "")

    def soft(self, row: Delivery) -> dict[str, Any]:
        return self._bounce(row, "SoftBounce", "The server did not say why")

    def deferred(self, row: Delivery) -> dict[str, Any]:
        return self._bounce(row, "Transient", "smtp;452 4.2.2 Mailbox full")

    def complained(self, row: Delivery) -> dict[str, Any]:
        return self._bounce(row, "SpamComplaint", "") | {"RecordType": "SpamComplaint"}

    def delivered(self, row: Delivery) -> dict[str, Any]:
        return {
            "RecordType": "Delivery",
            "Recipient": row.address,
            "DeliveredAt": "2026-11-05T16:33:54.9070259Z",
            "Details": "smtp;250 OK",
            **self._name(row),
        }

    def _bounce(self, row: Delivery, kind: str, details: str) -> dict[str, Any]:
        return {
            "RecordType": "Bounce",
            "ID": 4323372036854775807,
            "Type": kind,
            "Name": kind,
            "Description": "The server was unable to deliver your message",
            "Details": details,
            "Email": row.address,
            "From": "prweb@prweb.localhost",
            "BouncedAt": "2026-11-05T16:33:54.9070259Z",
            **self._name(row),
        }

    def _name(self, row: Delivery) -> dict[str, Any]:
        """By what we wrote into the mail Postmark knows it: its own id means nothing to us."""
        headers = build_message(row, mail_of(row)).message()
        metadata = {
            name.removeprefix("X-PM-Metadata-"): value
            for name, value in headers.items()
            if name.startswith("X-PM-Metadata-")
        }
        assert headers["X-PM-KeepID"] == "true"
        assert all(len(name) <= 20 and len(value) <= 80 for name, value in metadata.items())
        return {"MessageID": "883953f4-6105-42a2-a16a-77a8eac79483", "Metadata": metadata, "MessageStream": "outbound"}

    def event(self, event: dict[str, Any]) -> HttpResponse:
        return self._post("mail-provider-events", event)

    def addressed(self, event: dict[str, Any], recipient: str) -> dict[str, Any]:
        return event | {"Email": recipient}

    def _post(self, name: str, content: dict[str, Any]) -> HttpResponse:
        proof = {"Authorization": f"Basic {b64encode(self.key.encode()).decode()}"} if self.key else {}
        return self.client.post(  # type: ignore[return-value]
            reverse(name), content, content_type="application/json", headers=proof
        )


@pytest.fixture(params=[Mailgun, Postmark], ids=["mailgun", "postmark"])
def provider(request: pytest.FixtureRequest, settings: Settings) -> Mailgun | Postmark:
    settings.MAIL_PROVIDER, settings.MAIL_PROVIDER_SECRET = request.param.NAME, request.param.SECRET
    # As a browser's without a cookie: nothing else lets it in.
    made: Mailgun | Postmark = request.param(Client(enforce_csrf_checks=True))
    return made


Provider = Mailgun | Postmark


@pytest.fixture
def row(turn: Turn) -> Delivery:
    """The mail that asked the first turn; it was accepted by the provider."""
    row = Delivery.objects.get(kind=Notification.Kind.TURN, turn=turn)
    Delivery.objects.filter(pk=row.pk).update(status=Status.SENT, sent_at=timezone.now())
    return row


def address_of(turn: Turn) -> str:
    assert turn.seat.user is not None
    return turn.seat.user.email


def hand_in(provider: Provider, turn: Turn, words: str = "settler", **how: str) -> HttpResponse:
    raw = written(turn, words, **how).as_bytes()
    return provider.incoming(raw, to=reply_address(turn.token), sender=address_of(turn))


# --- mails that come in ----------------------------------------------------------------------------------------------


def test_an_answer_is_stored_as_it_came_and_played(provider: Provider, turn: Turn, game: Game) -> None:
    raw = written(turn, "settler", message_id="<1@example.org>").as_bytes()
    for _time in range(2):
        answer = provider.incoming(raw, to=reply_address(turn.token), sender=address_of(turn))
        assert answer.status_code == 200
    stored = IncomingMail.objects.get()
    assert (stored.token, stored.feeder, stored.sender) == (turn.token, "provider", address_of(turn))
    assert bytes(stored.raw) == raw
    inbox.read(stored.pk)
    assert live_moves(game) == ["settler"]


def test_an_answer_that_the_provider_took_to_pieces_is_played_too(provider: Provider, turn: Turn, game: Game) -> None:
    answer = provider.incoming_in_pieces("settler\n", to=reply_address(turn.token), sender=address_of(turn))
    assert answer.status_code == 200
    stored = IncomingMail.objects.get()
    assert stored.message_id == "<1@example.org>"
    inbox.read(stored.pk)
    assert live_moves(game) == ["settler"]


def test_a_bounce_has_no_sender_and_is_answered_by_nobody(provider: Provider, turn: Turn) -> None:
    raw = written(turn, "settler").as_bytes()
    assert provider.incoming(raw, to=reply_address(turn.token), sender="").status_code == 200
    stored = IncomingMail.objects.get()
    inbox.read(stored.pk)
    stored.refresh_from_db()
    assert (stored.sender, stored.status) == ("", IncomingMail.Status.IGNORED)


def test_a_mail_for_nobody_here_is_refused_so_that_it_is_not_tried_again(provider: Provider) -> None:
    for to in (reply_address("a" * 26), "anna@example.org"):
        assert provider.incoming(b"From: a@b.example\n\nx", to=to, sender="a@b.example").status_code == provider.REFUSED
    assert not IncomingMail.objects.exists()


def test_of_a_long_mail_the_beginning_is_kept(provider: Provider, turn: Turn, settings: Settings) -> None:
    settings.MAIL_SIZE_LIMIT = 3_000
    assert hand_in(provider, turn, "settler\n" + "x" * 10_000).status_code == 200
    assert len(bytes(IncomingMail.objects.get().raw)) == 3_000


def test_too_many_mails_are_put_off_or_refused_and_the_provider_itself_is_not_limited(
    provider: Provider, turn: Turn, settings: Settings, one_moment: None
) -> None:
    settings.RATE_LIMITS_ON = True
    limits = {"unknown": [(0, 3600)], "mail to token": [(3, 3600)], "mail to person": [(2, 3600)]}
    settings.RATE_LIMITS = settings.RATE_LIMITS | limits
    answers = [hand_in(provider, turn) for _time in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 503, provider.REFUSED]
    assert answers[2]["Retry-After"]
    assert IncomingMail.objects.count() == 2


def test_a_mail_that_was_put_off_is_not_counted_again_when_the_provider_tries_again(
    provider: Provider, turn: Turn, settings: Settings, one_moment: None
) -> None:
    settings.RATE_LIMITS_ON = True
    limits = {"mail to token": [(2, 3600)], "mail to person": [(1, 3600)]}
    settings.RATE_LIMITS = settings.RATE_LIMITS | limits
    assert hand_in(provider, turn, message_id="<1@example.org>").status_code == 200
    for _time in range(4):
        assert hand_in(provider, turn, message_id="<2@example.org>").status_code == 503
    assert hand_in(provider, turn, message_id="<3@example.org>").status_code == provider.REFUSED


def test_whoever_posts_without_the_signature_again_and_again_is_refused_before_it_is_read(
    provider: Provider, turn: Turn, settings: Settings, one_moment: None
) -> None:
    settings.RATE_LIMITS_ON = True
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"unsigned webhook": [(3, 600)]}
    forger = type(provider)(Client(REMOTE_ADDR="198.51.100.7"), "postmark:a wrong secret")
    answers = [hand_in(forger, turn) for _time in range(5)]
    assert [answer.status_code for answer in answers] == [403, 403, 403, 429, 429]
    assert answers[-1]["Retry-After"]
    unread = forger.client.post(reverse("mail-provider-incoming"), b"{", content_type="application/json")
    assert unread.status_code == 429
    assert hand_in(provider, turn).status_code == 200, "others are not concerned"


def test_what_is_no_signed_request_at_all_counts_too(provider: Provider, settings: Settings, one_moment: None) -> None:
    settings.RATE_LIMITS_ON = True
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"unsigned webhook": [(2, 600)]}
    here = reverse("mail-provider-events")
    statuses = [Client().post(here, body, content_type="application/json").status_code for body in ("[" * 99, "{}", "")]
    assert statuses == [403, 403, 429]


def test_a_mail_that_the_database_cannot_hold_is_not_tried_again(
    provider: Provider, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(*_arguments: object, **_how: object) -> None:
        raise DataError("a value that no column takes")

    monkeypatch.setattr(intake, "store", cannot)
    assert hand_in(provider, turn).status_code == provider.REFUSED


def test_while_the_database_is_in_trouble_the_provider_is_asked_to_try_again(
    provider: Provider, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_arguments: object, **_how: object) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(intake, "store", locked)
        assert hand_in(provider, turn).status_code == 503
    assert hand_in(provider, turn).status_code == 200


def test_while_the_site_is_read_only_mails_come_in_and_events_are_told_again_later(
    provider: Provider, turn: Turn, row: Delivery
) -> None:
    site_state.cache_status(site_state.SiteStatus(read_only_since=timezone.now()), 3600)
    assert hand_in(provider, turn).status_code == 200
    assert IncomingMail.objects.count() == 1
    assert provider.event(provider.hard(row)).status_code == 503
    row.refresh_from_db()
    assert row.status == Status.SENT


@pytest.mark.parametrize(
    ("server", "status"),
    [("mx.provider.example", IncomingMail.Status.DONE), ("mx.play.example", IncomingMail.Status.HELD)],
)
def test_a_sender_is_proved_by_the_provider_s_server_only(
    provider: Provider, turn: Turn, settings: Settings, server: str, status: str
) -> None:
    settings.MAIL_AUTHSERV_ID, settings.MAIL_PROVIDER_AUTHSERV_ID = "mx.play.example", "mx.provider.example"
    top = f"Authentication-Results: {server}; dmarc=pass header.from=example.org\n"
    failed = "Authentication-Results: mx.provider.example; spf=fail smtp.mailfrom=example.org\n"
    raw = (top + failed).encode() + written(turn, "settler").as_bytes()
    assert provider.incoming(raw, to=reply_address(turn.token), sender=address_of(turn)).status_code == 200
    stored = IncomingMail.objects.get()
    inbox.read(stored.pk)
    stored.refresh_from_db()
    assert stored.status == status


# --- what became of mails that went out ------------------------------------------------------------------------------


def test_an_address_that_does_not_exist_gets_no_more_mails(provider: Provider, row: Delivery) -> None:
    event = provider.hard(row)
    for _time in range(2):
        assert provider.event(event).status_code == 200
    row.refresh_from_db()
    assert (row.status, row.failure) == (Status.BOUNCED, Delivery.Failure.PERMANENT)
    assert "does not exist" in row.last_error
    assert find_undeliverable(row.address) is not None


def test_so_does_one_to_which_the_provider_itself_sends_no_more(provider: Provider, row: Delivery) -> None:
    assert provider.event(provider.suppressed(row)).status_code == 200
    assert find_undeliverable(row.address) is not None


def test_a_bounce_that_may_pass_is_counted_once(provider: Provider, row: Delivery) -> None:
    for _time in range(3):
        assert provider.event(provider.soft(row)).status_code == 200
    assert find_undeliverable(row.address) is None
    assert MailAddress.objects.get(address=row.address).soft_bounces == 1


def test_who_reports_our_mails_as_unwanted_gets_no_more(provider: Provider, row: Delivery) -> None:
    assert provider.event(provider.complained(row)).status_code == 200
    marked = find_undeliverable(row.address)
    assert marked is not None
    assert marked.reason == provider_events.COMPLAINED


@pytest.mark.parametrize("what", ["delivered", "deferred"])
def test_what_was_delivered_or_is_still_tried_changes_nothing(provider: Provider, row: Delivery, what: str) -> None:
    assert provider.event(getattr(provider, what)(row)).status_code == 200
    row.refresh_from_db()
    assert row.status == Status.SENT
    assert not MailAddress.objects.exists()


def test_an_event_about_another_address_or_no_mail_of_ours_changes_nothing(provider: Provider, row: Delivery) -> None:
    assert provider.event(provider.addressed(provider.hard(row), "victim@example.org")).status_code == 200
    unknown = json.loads(
        json.dumps(provider.hard(row)).replace(row.message_id.strip("<>"), "1@elsewhere.example").replace("bounce+", "")
    )
    assert provider.event(unknown).status_code == 200
    row.refresh_from_db()
    assert row.status == Status.SENT
    assert not MailAddress.objects.exists()


def test_a_mail_carries_what_its_provider_needs_and_keeps_our_id(provider: Provider, row: Delivery) -> None:
    message = build_message(row, mail_of(row))
    message.send()
    assert len(mails.outbox) == 1
    assert message.message()["Message-ID"] == row.message_id
    assert ("X-PM-KeepID" in message.message()) == (provider.NAME == "postmark")


# --- who is it? ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["", "another:one"])
def test_what_somebody_else_posts_changes_nothing(provider: Provider, turn: Turn, row: Delivery, key: str) -> None:
    provider.key = key
    assert hand_in(provider, turn).status_code == 403
    assert provider.incoming_in_pieces("settler", to=reply_address(turn.token), sender="x@y.example").status_code == 403
    assert provider.event(provider.hard(row)).status_code == 403
    row.refresh_from_db()
    assert row.status == Status.SENT
    assert not IncomingMail.objects.exists()
    assert not MailAddress.objects.exists()


def test_a_signature_of_long_ago_proves_nothing(turn: Turn, row: Delivery, settings: Settings) -> None:
    settings.MAIL_PROVIDER, settings.MAIL_PROVIDER_SECRET = "mailgun", KEY
    with time_machine.travel(time.time() - 2 * 24 * 3600, tick=False):
        signed = Mailgun(Client()).signature()
    mailgun = Mailgun(Client())
    mailgun.signature = lambda: signed  # type: ignore[method-assign]
    assert hand_in(mailgun, turn).status_code == 403
    assert mailgun.event(mailgun.hard(row)).status_code == 403
    assert not IncomingMail.objects.exists()


@pytest.mark.parametrize("name", ["mail-provider-incoming", "mail-provider-events"])
@pytest.mark.parametrize("content", ["", "[]", "{}", "null", '{"signature": 3}', "[" * 100_000, "\xff"])
def test_nonsense_is_refused(provider: Provider, name: str, content: str) -> None:
    for headers in ({}, {"Authorization": f"Basic {b64encode(USER_AND_PASSWORD.encode()).decode()}"}):
        answer = provider.client.post(reverse(name), content, content_type="application/json", headers=headers)
        # An object is an event of a kind that nobody knows, or a mail to nobody.
        assert answer.status_code in (400, 403, 406) or (content[:1] == "{" and answer.status_code == 200)
    assert not IncomingMail.objects.exists()


def test_without_a_provider_there_is_nothing_there(provider: Provider, turn: Turn, settings: Settings) -> None:
    settings.MAIL_PROVIDER = ""
    assert hand_in(provider, turn).status_code == 404
    assert provider.event({}).status_code == 404


def test_nothing_is_shown_and_a_provider_may_ask_whether_something_is_there(provider: Provider) -> None:
    for name in ("mail-provider-incoming", "mail-provider-events"):
        assert provider.client.get(reverse(name)).status_code == 405
        assert provider.client.head(reverse(name)).status_code == 200


# --- the running site ------------------------------------------------------------------------------------------------


@contextmanager
def web_process(folder: Path) -> Iterator[int]:
    """The site behind its limits of length; yields its port."""
    prepared.sqlite(folder / "prweb.sqlite3")
    port = free_port()
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "prweb.settings",
        "PRWEB_PROFILE": "embedded",
        "PRWEB_VAR": str(folder),
        "PRWEB_WEB_PORT": str(port),
        "PRWEB_MAIL_PROVIDER": "mailgun",
        "PRWEB_MAIL_PROVIDER_SECRET": KEY,
    }
    serve = ["-m", "uvicorn", "prweb.asgi:application", "--port", str(port), "--log-level", "warning"]
    with subprocess.Popen([sys.executable, *serve], cwd=ROOT, env=environment) as process:
        try:
            while not is_healthy(port):
                assert process.poll() is None
                time.sleep(0.1)
            yield port
        finally:
            process.terminate()


def is_healthy(port: int) -> bool:
    try:
        return post(port, "/healthz", b"", method="GET") == 200
    except OSError:
        return False


def post(port: int, path: str, body: bytes, method: str = "POST", length: int | None = None) -> int:
    """The status of the answer. length: what the request says of its own, in the place of what it has."""
    said = str(len(body) if length is None else length)
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": said}
    connection.request(method, path, body, headers)
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.processes
def test_the_running_site_takes_mails_that_are_longer_than_any_form(tmp_path: Path) -> None:
    def form(length: int) -> bytes:
        raw = f"From: ann@example.org\nSubject: x\nMessage-ID: <{length}@x>\n\n{'x' * length}\n"
        fields = {"recipient": "postmaster@prweb.localhost", "sender": "ann@example.org", "body-mime": raw}
        return urlencode(fields | Mailgun(Client()).signature()).encode()

    with web_process(tmp_path) as port:
        here = reverse("mail-provider-incoming")
        assert post(port, here, form(100)) == 200
        assert post(port, here, form(1_900_000)) == 200
        assert post(port, here, b"", length=7_000_000) == 413
        assert post(port, reverse("game-new"), b"", length=2_900_000) == 413
