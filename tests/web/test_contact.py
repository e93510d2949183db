"""The page that says who runs the site: from the settings, and never empty."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from games.notifications import outbox
from tests.deliveries import delivery_of
from tests.mail.conftest import mail_of

pytestmark = pytest.mark.django_db


def page(client: Client) -> str:
    return client.get("/contact/").content.decode()


def test_it_says_who_runs_the_site_how_to_reach_them_and_their_imprint(client: Client, settings: Settings) -> None:
    settings.OPERATOR_NAME, settings.OPERATOR_CONTACT = "The Board Game Club", "info@club.example"
    settings.IMPRINT, settings.MAILBOX_PAGES = "Club e. V.\nHouse 1\n\n<b>Register 7</b>", False
    text = page(client)
    assert "The Board Game Club runs this site." in text
    assert '<a href="mailto:info@club.example">' in text
    assert '<a href="mailto:abuse@prweb.localhost">' in text
    assert "<p>Club e. V.<br>House 1</p>" in text
    assert "&lt;b&gt;Register 7" in text
    settings.OPERATOR_CONTACT = "https://club.example/about"
    assert '<a href="https://club.example/about">' in page(client)
    settings.OPERATOR_CONTACT = "javascript:alert(1)"
    assert 'href="javascript' not in page(client)


def test_without_settings_it_says_what_the_site_knows(client: Client, settings: Settings) -> None:
    settings.OPERATOR_NAME = settings.OPERATOR_CONTACT = settings.IMPRINT = ""
    settings.MAILBOX_PAGES = False
    assert "postmaster@prweb.localhost" in page(client)
    settings.MAILBOX_PAGES = True
    assert "on one machine" in page(client)


def test_every_page_and_mails_to_people_who_may_not_know_the_site_lead_there(client: Client) -> None:
    assert 'href="/contact/"' in client.get("/privacy/").content.decode()
    row = outbox.notify_account("anna@example.org", {"topic": "x", "text": "Hello."}, user=None, typed=False)
    mail = mail_of(delivery_of(row))
    assert "/contact/" in mail.text
    assert "/contact/" in mail.html
