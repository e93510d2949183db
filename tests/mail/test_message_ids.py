"""The Message-IDs of all mails end in the mail host, never in the name of a machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.mail import EmailMessage, send_mail
from pytest_django import Settings

from games.mail.message import build_message
from games.models import Notification
from games.notifications import outbox
from prweb.mailbox.stored_mails import compose_answer, list_mails, read_mail
from tests.deliveries import delivery_of
from tests.e2e.mail_sink import running_sink
from tests.mail.conftest import mail_of

END = "@play.example.org>"


@pytest.fixture(autouse=True)
def mail_host(settings: Settings) -> None:
    settings.MAIL_HOST = "play.example.org"


@pytest.mark.django_db
@pytest.mark.parametrize("kind", Notification.Kind.values)
def test_mails_of_the_outbox_of_every_kind(kind: Notification.Kind) -> None:
    assert delivery_of(outbox.notify(kind, "x", address="anna@example.org")).message_id.endswith(END)


@pytest.mark.django_db
def test_as_they_go_out_and_the_thread_that_they_refer_to(anna: object) -> None:
    row = delivery_of(
        outbox.notify_account("anna@example.org", {"topic": "x", "text": "Hello."}, user=None, typed=False)
    )
    assert str(build_message(row, mail_of(row)).message()["Message-ID"]).endswith(END)


def test_what_django_sends_by_itself_over_smtp(settings: Settings) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "prweb.smtp.EmailBackend", "127.0.0.1"
    with running_sink() as (box, port):
        settings.EMAIL_PORT = port
        send_mail("Broken", "Look at it.", None, ["operator@example.org"])
        EmailMessage("x", "x", to=["a@b.example"], headers={"message-id": "<own@x>"}).send()
        assert [str(mail["Message-ID"]).endswith(END) for mail in box.mails] == [True, False]


def test_what_lies_in_the_local_mailbox_and_what_is_answered_there(settings: Settings, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND, settings.MAILBOX_PATH = "prweb.mailbox.backend.MailboxBackend", tmp_path / "mailbox"
    send_mail("Broken", "Look at it.", None, ["operator@example.org"])
    found = read_mail(list_mails()[0].key)
    assert found is not None
    assert str(found.message["Message-ID"]).endswith(END)
    assert str(compose_answer(found, "I do.")["Message-ID"]).endswith(END)
