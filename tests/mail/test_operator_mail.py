"""Mails to postmaster, abuse and the sender of our mails: on to whoever runs the site, whatever is in them."""

from __future__ import annotations

import pytest
from django.core import mail
from pytest_django import Settings

from games.mail import feeder, inbox
from games.mail.addresses import LOOP_HEADER, accepted_token
from games.models import Delivery, IncomingMail
from games.notifications import delivery
from tests.mail.conftest import delivered

pytestmark = pytest.mark.django_db

WRITTEN = (
    b"From: Ann Other <ann@elsewhere.example>\r\nTo: abuse@prweb.localhost\r\nSubject: Somebody\r\n is rude\r\n"
    b"Message-ID: <1@elsewhere.example>\r\n\r\nLook at <b>this</b> game.\r\n"
)
OPERATOR = "runs@club.example"


@pytest.fixture(autouse=True)
def operator(settings: Settings) -> None:
    settings.OPERATOR_MAIL = OPERATOR


def arrives(raw: bytes = WRITTEN, *, to: str = "abuse@prweb.localhost", sender: str = "x@y.example") -> IncomingMail:
    token = accepted_token(to)
    assert token is not None
    incoming, _new = feeder.store(raw, token=token, sender=sender)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    return incoming


@pytest.mark.parametrize("box", ["postmaster", "Abuse", "PRWEB"])
def test_what_comes_for_the_operator_reaches_them_with_the_whole_mail(box: str) -> None:
    assert arrives(to=f"{box}@prweb.localhost").status == IncomingMail.Status.DONE
    (sent,) = delivered()
    assert sent.to == [OPERATOR]
    assert sent.reply_to == ["ann@elsewhere.example"]
    assert sent.subject == f"[prweb] to {box.lower()}@prweb.localhost: Somebody is rude"
    assert "> Look at <b>this</b> game." in sent.body
    assert "Look at &lt;b&gt;this&lt;/b&gt; game." in str(sent.alternatives[0][0])
    assert sent.attachments == [("mail.eml", WRITTEN, "application/octet-stream")]


def test_it_reaches_them_once_however_often_it_is_delivered() -> None:
    arrives()
    arrives()
    assert len(delivered()) == 1


def test_a_mail_that_nobody_can_read_reaches_them_all_the_same() -> None:
    raw = WRITTEN.replace(b"\r\n\r\n", b"\r\nX: boundary\r\n\r\n" + b"boundary " * 100, 1)
    assert arrives(raw).status == IncomingMail.Status.DONE
    assert delivered()[0].attachments[0][1] == raw


def test_reports_of_mail_servers_reach_them_but_no_mail_of_ours_and_no_answer_of_a_machine_of_theirs() -> None:
    report = WRITTEN.replace(b"Subject:", b"Auto-Submitted: auto-replied\r\nSubject:", 1)
    assert arrives(report, sender="").status == IncomingMail.Status.DONE
    ours = WRITTEN.replace(b"Subject:", LOOP_HEADER.encode() + b": x\r\nSubject:", 1).replace(b"<1@", b"<2@")
    away = report.replace(b"ann@elsewhere.example", OPERATOR.encode()).replace(b"<1@", b"<3@")
    assert [arrives(raw).status for raw in (ours, away)] == [IncomingMail.Status.IGNORED] * 2
    assert len(delivered()) == 1


def test_without_an_operators_address_it_is_set_aside_for_staff(settings: Settings) -> None:
    settings.OPERATOR_MAIL = ""
    incoming = arrives()
    assert (incoming.status, "PRWEB_OPERATOR_MAIL" in incoming.outcome) == (IncomingMail.Status.FAILED, True)
    assert not Delivery.objects.exists()


def test_what_is_deleted_before_it_could_go_on_is_left_out() -> None:
    incoming = arrives()
    incoming.delete()
    row = Delivery.objects.get()
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, mail.outbox) == (Delivery.Status.DROPPED, [])
