"""The local mailbox: mails for everybody on this machine, and answers that go through the real listener."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.board import board_png
from games.mail import inbox
from games.models import Delivery, IncomingMail, Notification, Turn
from games.notifications import delivery
from prweb.mailbox.stored_mails import MailSummary, list_mails, read_mail
from tests.deliveries import content_of
from tests.mail.test_listener import serving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def box(settings: Settings, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = "prweb.mailbox.backend.MailboxBackend"
    settings.MAILBOX_PATH = tmp_path / "mailbox"
    settings.MAILBOX_PAGES = True


@pytest.fixture
def asked(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> MailSummary:
    """The delivered mail that asks the first turn, with a picture that is quickly drawn."""
    dot = board_png('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>')
    monkeypatch.setattr("games.mail.compose.picture_of", lambda _board: dot)
    delivery.deliver(Delivery.objects.get(kind=Notification.Kind.TURN, turn=turn).pk)
    return list_mails()[0]


@pytest.fixture
def listening(settings: Settings) -> Iterator[None]:
    with serving() as port:
        settings.SMTP_LISTEN = f"127.0.0.1:{port}"
        yield


def test_what_is_sent_lies_in_the_mailbox_of_its_person(asked: MailSummary, turn: Turn) -> None:
    assert turn.seat.user is not None
    assert asked.person == turn.seat.user.email
    assert asked.subject.startswith("[prweb A test]")


def test_the_list_shows_mails_by_person(client: Client, asked: MailSummary) -> None:
    page = client.get(reverse("mailbox"), {"person": asked.person}).content.decode()
    assert asked.subject in page
    assert reverse("mailbox-mail", args=[asked.key]) in page
    assert (
        reverse("mailbox-mail", args=[asked.key])
        not in client.get(reverse("mailbox"), {"person": "nobody@example.org"}).content.decode()
    )


def test_a_mail_is_shown_with_its_text_and_headers(client: Client, asked: MailSummary, turn: Turn) -> None:
    page = client.get(reverse("mailbox-mail", args=[asked.key])).content.decode()
    assert "Which role do you pick?" in page
    assert "List-Unsubscribe-Post" in page
    assert f"reply+{turn.token}@prweb.localhost" in page


def test_the_html_part_is_sandboxed_and_has_its_picture(client: Client, asked: MailSummary) -> None:
    response = client.get(reverse("mailbox-mail-html", args=[asked.key]))
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "allow-scripts" not in policy
    assert response["X-Frame-Options"] == "SAMEORIGIN"
    assert "data:image/png;base64," in response.content.decode()
    assert '<base target="_top">' in response.content.decode()


def test_an_answer_goes_through_the_listener_as_a_real_reply(
    client: Client, listening: None, asked: MailSummary, turn: Turn
) -> None:
    response = client.post(reverse("mailbox-mail", args=[asked.key]), {"words": "settler\r\ntake quarry"})
    assert response.status_code == 302
    incoming = IncomingMail.objects.get(token=turn.token)
    assert incoming.sender == asked.person
    raw = bytes(incoming.raw).decode()
    original = read_mail(asked.key)
    assert original is not None
    assert f"In-Reply-To: {original.message['Message-ID']}" in raw
    assert "settler\r\ntake quarry\r\n\r\nOn " in raw
    assert "> Which role do you pick?" in raw


def test_an_answer_is_read_without_its_quotes(client: Client, listening: None, asked: MailSummary, turn: Turn) -> None:
    client.post(reverse("mailbox-mail", args=[asked.key]), {"words": "settler"})
    inbox.read(IncomingMail.objects.get().pk)
    content = content_of(Delivery.objects.get(kind=Notification.Kind.REPLY))
    assert (content["done"], content["failed"], content["not_tried"]) == (["settler"], None, [])


def test_without_a_listener_the_words_are_not_lost(client: Client, settings: Settings, asked: MailSummary) -> None:
    settings.SMTP_LISTEN = "127.0.0.1:1"
    page = client.post(reverse("mailbox-mail", args=[asked.key]), {"words": "my words"}).content.decode()
    assert "cannot be reached" in page
    assert "my words" in page


@pytest.mark.parametrize("where", ["10.0.0.5", "192.0.2.1", "", "not an address"])
def test_nobody_from_elsewhere_sees_anything(client: Client, asked: MailSummary, where: str) -> None:
    for path in (
        reverse("mailbox"),
        reverse("mailbox-mail", args=[asked.key]),
        reverse("mailbox-mail-html", args=[asked.key]),
    ):
        assert client.get(path, REMOTE_ADDR=where).status_code == 404


def test_there_are_no_pages_where_real_mail_is_sent(client: Client, asked: MailSummary, settings: Settings) -> None:
    settings.MAILBOX_PAGES = False
    assert client.get(reverse("mailbox")).status_code == 404


@pytest.mark.parametrize("key", ["nothing", "..", "%2e%2e%2fsecret_key"])
def test_a_mail_that_does_not_exist_is_not_found(client: Client, key: str) -> None:
    assert client.get(f"/mailbox/{key}/").status_code == 404
