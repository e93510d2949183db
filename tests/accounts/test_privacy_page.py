"""What the site says it keeps is what its settings say."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from prweb.environment import Mailbox

pytestmark = pytest.mark.django_db


def test_every_page_leads_to_what_is_kept_how_long_and_by_whom(client: Client, settings: Any) -> None:
    assert 'href="/privacy/"' in client.get("/").content.decode()
    settings.OPERATOR_NAME, settings.OPERATOR_CONTACT = "The Board Game Club", "privacy@club.example"
    numbers = {"KEEP_MAILS_DAYS": 61, "KEEP_STRAY_MAILS_DAYS": 62, "KEEP_INVITATIONS_DAYS": 63, "UNCONFIRMED_DAYS": 64}
    numbers |= {"KEEP_FREED_NAMES_DAYS": 65, "KEEP_CHANGED_NAMES_DAYS": 66, "KEEP_TRACES_DAYS": 67}
    for name, days in numbers.items():
        setattr(settings, name, days)
    page = client.get("/privacy/").content.decode()
    for days in numbers.values():
        assert f"{days} days" in page
    assert "The Board Game Club" in page
    assert "privacy@club.example" in page
    for address in ("/preferences/export/", "/preferences/close/"):
        assert address in page


def test_a_site_on_ones_own_machine_says_that_it_is_one(client: Client, settings: Any) -> None:
    settings.OPERATOR_NAME, settings.OPERATOR_CONTACT, settings.MAILBOX_PAGES = "", "", True
    assert "sends no real mail" in client.get("/privacy/").content.decode()


def test_a_site_whose_mails_others_carry_says_who_they_are(client: Client, settings: Any) -> None:
    settings.MAIL_PROVIDER, settings.IMAP_MAILBOX = "", Mailbox("imap", "localhost", 143, "x", "y")
    assert "It gives data to nobody and loads" in client.get("/privacy/").content.decode()
    settings.MAIL_PROVIDER = "mailgun"
    page = client.get("/privacy/").content.decode()
    assert "nobody but those who carry its mails, to and from you: Mailgun." in page
    assert "It gives data to nobody and loads" not in page
    settings.IMAP_MAILBOX = Mailbox("imaps", "imap.example.net", 993, "x", "y")
    assert "to and from you: Mailgun, imap.example.net." in client.get("/privacy/").content.decode()


def test_all_cookies_are_kept_as_long_as_the_page_says(settings: Any) -> None:
    """One of them is written by the browser's script, which reads no settings."""
    script = (settings.BASE_DIR / "games" / "static" / "web" / "zone.js").read_text()
    assert re.findall(r"Max-Age=(\d+)", script) == [str(settings.SESSION_COOKIE_AGE)]
    assert settings.CSRF_COOKIE_AGE <= settings.SESSION_COOKIE_AGE
