"""Visitors without an account choose their language; whoever has one reads theirs."""

from __future__ import annotations

import pytest
from django.test import Client

from games.people.models import User
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def language_of(client: Client, page: str = "/") -> str:
    return client.get(page)["Content-Language"]


def test_a_visitor_reads_what_their_browser_asks_for() -> None:
    assert Client().get("/", headers={"accept-language": "pl,en;q=0.5"})["Content-Language"] == "pl"


def test_a_visitor_chooses_and_stays_on_their_page() -> None:
    visitor = Client()
    text = visitor.get("/privacy/").content.decode()
    assert all(name in text for name in ("English", "Deutsch", "Magyar", "Polski", "Română"))
    response = visitor.post("/language/", {"language": "hu", "next": "/privacy/"})
    assert (response.status_code, response["Location"]) == (302, "/privacy/")
    assert language_of(visitor, "/privacy/") == "hu"
    assert '<html lang="hu">' in visitor.get("/accounts/login/").content.decode()


@pytest.mark.parametrize("page", ["https://example.org/", "//example.org", "javascript:alert(1)", ""])
def test_it_leads_to_no_other_site(page: str) -> None:
    assert Client().post("/language/", {"language": "hu", "next": page})["Location"] == "/"


def test_a_language_that_is_not_offered_changes_nothing() -> None:
    visitor = Client()
    visitor.post("/language/", {"language": "tlh", "next": "/"})
    assert not visitor.cookies
    assert language_of(visitor) == "en"


def test_whoever_signs_up_keeps_the_language_that_they_chose() -> None:
    visitor = Client()
    visitor.post("/language/", {"language": "ro", "next": "/"})
    visitor.post(
        "/accounts/signup/",
        {"username": "ioana", "email": "ioana@example.org", "password1": "puerto-rico-1", "password2": "puerto-rico-1"},
    )
    assert User.objects.get(username="ioana").language == "ro"


def test_the_language_of_an_account_goes_before_the_browsers(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")
    browser = client_of(User.objects.get(pk=anna.pk))
    browser.post("/language/", {"language": "hu", "next": "/"})
    assert language_of(browser) == "de"
    assert 'action="/language/"' not in browser.get("/").content.decode()
