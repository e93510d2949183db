"""Delivery reports: what comes back to the envelope sender of a mail that went out."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from games.mail import cleanup, feeder, inbox
from games.mail.addresses import bounce_address, bounce_token, bounced_mail
from games.mail_parsing import parse_mail
from games.models import Delivery, IncomingMail, MailAddress, Notification, Turn
from games.people.models import User
from games.table.mail_addresses import count_soft_bounce, find_undeliverable, mark_undeliverable, retry_address
from tests.web.pages import client_of

Status = Delivery.Status
_numbers = count(1)

REPORT = """From: MAILER-DAEMON@mx.example.org
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <{number}@mx.example.org>
MIME-Version: 1.0
Content-Type: multipart/report; report-type={kind}; boundary="b"

--b
Content-Type: text/plain

I am sorry. Please pick settler.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
Arrival-Date: Sun, 22 Nov 2026 10:00:00 +0000

Original-Recipient: rfc822; {recipient}
Final-Recipient: rfc822; {recipient}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 {status} No such\x07 user

--b
Content-Type: text/rfc822-headers

Subject: [prweb A test] your turn
--b--
"""


@pytest.fixture
def row(turn: Turn) -> Delivery:
    """The mail that asked the first turn; it was accepted by the mail server."""
    row = Delivery.objects.get(kind=Notification.Kind.TURN, turn=turn)
    Delivery.objects.filter(pk=row.pk).update(status=Status.SENT, sent_at=timezone.now())
    return row


def reported(
    row: Delivery,
    *,
    recipient: str = "",
    action: str = "failed",
    status: str = "5.1.1",
    kind: str = "delivery-status",
) -> bytes:
    to = recipient or row.address
    fields = {"recipient": to, "action": action, "status": status, "kind": kind, "number": next(_numbers)}
    return REPORT.format(to=bounce_address(row.pk), **fields).encode()


def come_back(row: Delivery, raw: bytes, token: str | None = None) -> IncomingMail:
    """A mail arrives at the bounce address of a row and is read."""
    known = bounce_token(bounce_address(row.pk)) if token is None else token
    assert known is not None
    incoming, _created = feeder.store(raw, token=known, sender="")
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    row.refresh_from_db()
    return incoming


def test_a_hard_bounce_stops_further_mails_to_its_address_and_is_never_answered(row: Delivery) -> None:
    written = Delivery.objects.count()
    come_back(row, reported(row))
    there = find_undeliverable(row.address.upper())
    assert there is not None
    assert there.reason == "550 5.1.1 No such user"
    assert row.status == Status.BOUNCED
    assert Delivery.objects.count() == written


@pytest.mark.parametrize(("status", "times"), [("4.4.7", 2), ("5.2.2", 2), ("5.7.1", 2)])
def test_soft_bounces_stop_further_mails_when_there_are_many(
    row: Delivery, settings: Settings, status: str, times: int
) -> None:
    settings.MAIL_SOFT_BOUNCES = times
    come_back(row, reported(row, status=status))
    assert find_undeliverable(row.address) is None
    assert MailAddress.objects.get().soft_bounces == 1
    come_back(row, reported(row, status=status))
    assert MailAddress.objects.get().soft_bounces == 1, "one mail comes back once"
    count_soft_bounce(row.address, "full")
    assert find_undeliverable(row.address) is not None


def test_soft_bounces_of_long_ago_do_not_count(row: Delivery, settings: Settings) -> None:
    settings.MAIL_SOFT_BOUNCES = 2
    with time_machine.travel(timezone.now() - timedelta(days=15)):
        count_soft_bounce(row.address, "full")
    count_soft_bounce(row.address, "full")
    assert find_undeliverable(row.address) is None


@pytest.mark.parametrize(
    "how",
    [
        {"action": "delayed", "status": "4.4.1"},
        {"action": "delivered", "status": "2.0.0"},
        {"action": "relayed"},
        {"recipient": "victim@example.org"},
        {"kind": "disposition-notification"},
    ],
)
def test_what_reports_no_failure_of_the_address_that_the_mail_went_to_does_nothing(
    row: Delivery, how: dict[str, str]
) -> None:
    incoming = come_back(row, reported(row, **how))
    assert incoming.status == IncomingMail.Status.IGNORED
    assert (row.status, MailAddress.objects.count()) == (Status.SENT, 0)


def test_an_ordinary_mail_to_a_bounce_address_plays_nothing_and_is_not_answered(row: Delivery) -> None:
    written = Delivery.objects.count()
    raw = f"From: {row.address}\nMessage-ID: <o@x>\nSubject: Re: x\n\nsettler\n".encode()
    incoming, _created = feeder.store(raw, token=bounce_token(bounce_address(row.pk)) or "", sender=row.address)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    assert incoming.status == IncomingMail.Status.IGNORED
    assert Delivery.objects.count() == written
    assert row.turn is not None
    assert row.turn.submissions.count() == 0


def test_a_guessed_id_does_nothing(row: Delivery) -> None:
    forged = f"bounce+{row.pk}-{'a' * 26}"
    assert bounce_token(f"{forged}@prweb.localhost") is None
    assert bounced_mail(forged) is None
    come_back(row, reported(row), token=forged)
    assert (row.status, MailAddress.objects.count()) == (Status.SENT, 0)


def test_a_report_that_comes_again_after_the_person_has_sent_there_again_does_nothing(row: Delivery) -> None:
    come_back(row, reported(row))
    assert row.user is not None
    MailAddress.objects.update(undeliverable_since=None)
    assert come_back(row, reported(row)).outcome == "delivery report: known already"
    assert find_undeliverable(row.address) is None


def test_a_report_of_very_many_groups_is_read_without_making_a_message_of_each(row: Delivery) -> None:
    head, _status, _tail = reported(row).partition(b"Reporting-MTA")
    raw = head + b"\n" * 390_000
    assert len(list(parse_mail(raw).walk())) < 10
    assert come_back(row, raw).status == IncomingMail.Status.IGNORED


def test_the_person_is_told_on_every_page_and_can_have_mails_sent_there_again(
    row: Delivery, settings: Settings
) -> None:
    settings.MAIL_RETRIES_PER_DAY = 2
    come_back(row, reported(row))
    assert row.user is not None
    client = client_of(row.user)
    for path in ("/", "/games/", f"/games/{row.game_id}/", "/preferences/"):
        page = client.get(path).content.decode()
        assert f"Mails to {row.address} have not arrived" in page
        assert "No such user" in page
    page = client.post("/preferences/mail-again/", follow=True).content.decode()
    assert "You get mails at your address again." in page
    assert "have not arrived" not in page
    row.refresh_from_db()
    assert row.status == Status.PENDING, "the question that is open is told after all"
    for _time in range(2):
        mark_undeliverable(row.address, "550 again")
        refused = client.post("/preferences/mail-again/", follow=True).content.decode()
    assert "often enough for today" in refused
    assert find_undeliverable(row.address) is not None


def test_a_change_of_address_is_a_way_out(row: Delivery, anna: User) -> None:
    come_back(row, reported(row))
    assert row.user is not None
    User.objects.filter(pk=row.user.pk).update(email="new@example.org")
    assert "have not arrived" not in client_of(row.user).get("/").content.decode()


def test_addresses_are_forgotten_when_mails_reach_them_or_nobody_has_them(anna: User) -> None:
    mark_undeliverable("nobody@example.org", "550")
    mark_undeliverable(anna.email, "550")
    with time_machine.travel(timezone.now() + timedelta(days=100)):
        cleanup.clean_up()
        assert [row.address for row in MailAddress.objects.all()] == [anna.email]
        assert retry_address(anna)
    with time_machine.travel(timezone.now() + timedelta(days=110)):
        cleanup.clean_up()
    assert not MailAddress.objects.exists()
