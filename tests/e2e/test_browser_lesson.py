"""A visitor on a phone plays a lesson by touching what is drawn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.page_errors import record_page_errors
from tests.e2e.test_browser_game import PHONES

pytestmark = pytest.mark.django_db(transaction=True)

LESSON = "/learn/puerto-rico/first-round/"


@pytest.fixture(scope="module", autouse=True)
def in_a_loop() -> Iterator[None]:
    """The browser is driven from a loop in this thread, where Django asks the database only if it is told to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONES["360"])  # type: ignore[arg-type]
    page = context.new_page()
    complaints = record_page_errors(page)
    page.goto(f"{live_server.url}{LESSON}")
    yield page
    assert complaints == []
    context.close()


def choose(page: Page, target: str) -> None:
    """Touches a drawn thing, then the button that confirms it."""
    page.locator(f'svg .lit[data-target="{target}"]:visible').first.click()
    with page.expect_navigation():
        page.locator("[data-confirm] .main").click()


def test_a_lesson_is_played_on_a_phone(page: Page) -> None:
    choose(page, "role:mayor")
    expect(page.locator("#question .note.error")).to_contain_text("pick the settler")
    choose(page, "role:settler")
    expect(page.locator("#lesson-heading")).to_have_text("Step 2 of 4")
    choose(page, "plantation:corn")
    with page.expect_navigation():
        page.locator("#question form[data-form=placement] button[type=submit]").click()
    choose(page, "building:small indigo plant")
    expect(page.locator("#lesson-heading")).to_have_text("Done! Now you know:")
    page.get_by_role("link", name="All lessons").first.click()
    expect(page.locator(".page")).to_contain_text("1 of 10 lessons done")
