"""A passkey in a real browser, with Chromium's virtual authenticator: added, and used to sign in by it alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from games.people.models import User
from tests.e2e.chromium import running_chromium
from tests.e2e.test_content_policy import WATCH
from tests.factories import UserFactory

pytestmark = pytest.mark.browser

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def mona(transactional_db: None) -> User:
    return UserFactory.create(username="mona", is_staff=True)


def test_staff_add_a_passkey_and_sign_in_by_it_alone(mona: User, live_server: LiveServer) -> None:
    # Browsers know this name themselves, and offer passkeys there.
    site = live_server.url.replace("127.0.0.1", "localhost")
    with running_chromium() as browser:
        page = browser.new_page()
        page.add_init_script(WATCH)
        found: list[str] = []
        chrome = page.context.new_cdp_session(page)
        chrome.send("WebAuthn.enable")
        known = chrome.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

        page.goto(f"{site}/accounts/login/?next=/accounts/2fa/")
        page.fill("[name=login]", "mona")
        page.fill("[name=password]", "password")
        page.click("button.main")
        page.click("text=Add a passkey")
        page.fill("[name=password]", "password")
        page.click("button.main")
        page.fill("[name=name]", "My phone")
        assert page.is_checked("[name=passwordless]")
        found += violations(page)
        page.click("#mfa_webauthn_add")
        page.wait_for_selector("h1:has-text('Recovery codes')")
        page.goto(f"{site}/accounts/2fa/")
        assert "My phone" in page.inner_text("main")
        assert "signs you in alone" in page.inner_text("main")

        sign_out(page, site)
        page.goto(f"{site}/accounts/login/?next=/staff/")
        found += violations(page)
        page.click("#passkey_login")
        page.wait_for_selector(".figures")

        sign_out(page, site)
        chrome.send("WebAuthn.setUserVerified", {**known, "isUserVerified": False})
        page.goto(f"{site}/accounts/login/")
        page.click("#passkey_login")
        page.wait_for_selector("#passkey-error:not([hidden])")
        assert page.locator("text=Sign out").count() == 0
        assert found == []


def sign_out(page: Page, site: str) -> None:
    page.goto(f"{site}/preferences/")
    page.click("button:text-is('Sign out')")
    page.wait_for_load_state()


def violations(page: Page) -> list[str]:
    """What the page wanted that the content policy forbids."""
    page.wait_for_load_state("networkidle")
    return [f"{page.url}: {one}" for one in page.evaluate("window.violations")]
