"""A moderator in a browser: in by the second factor, a pause, a take-back with its preview."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.page_errors import record_page_errors
from tests.e2e.site_functions import make_moderator, moderation_state, open_table, play_a_turn
from tests.e2e.stack import PASSWORD, Stack, running_stack
from tests.staff.codes import KEY, code_now


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with running_stack(tmp_path_factory.mktemp("staff")) as running:
        for name in ("anna", "bob", "mona"):
            running.person(name)
        yield running


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_page(viewport={"width": 1280, "height": 900})


def test_a_moderator_signs_in_with_two_factors_and_settles_a_game(stack: Stack, page: Page) -> None:
    stack.call(make_moderator, "mona", KEY)
    game = stack.call(open_table, "Harbour cup", "anna", ["bob"])
    for _turn in range(4):
        stack.call(play_a_turn, game)
    complaints = record_page_errors(page)

    page.goto(f"{stack.url}/staff/")
    page.fill("[name=login]", "mona")
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_selector("h1:has-text('Second step')")
    page.fill("[name=code]", code_now())
    page.click("main button.main")

    page.click(".figures a:has-text('under way')")
    page.click("text=Harbour cup")
    page.click("text=Pause the game")
    assert "2 people get a mail" in page.inner_text(".effect")
    page.fill("[name=reason]", "a question about the mayor")
    page.click(".effect button")
    page.wait_for_selector("text=The game is paused.")
    assert stack.call(moderation_state, game, "mona")["paused"]

    page.click("text=Resume the game")
    page.fill("[name=reason]", "answered")
    page.click(".effect button")
    page.wait_for_selector("text=The game goes on.")
    before = stack.call(moderation_state, game, "mona")
    assert not before["paused"]

    page.locator("text=back to here").last.click()
    page.wait_for_selector("h2:has-text('The board then')")
    assert "taken back" in page.inner_text(".effect")
    assert stack.call(moderation_state, game, "mona") == before, "a preview changes nothing"
    page.fill("[name=reason]", "a slip of the finger, all agree")
    page.click(".effect button.grave")
    page.wait_for_selector(".note:has-text('Taken back.')")
    after = stack.call(moderation_state, game, "mona")
    assert after["undone"] == before["plies"] - 1
    assert after["trail"] == [
        ["pause", "a question about the mayor"],
        ["resume", "answered"],
        ["take back", "a slip of the finger, all agree"],
    ]
    page.goto(f"{stack.url}/staff/admin/games/auditentry/")
    page.wait_for_selector("text=a slip of the finger")
    assert complaints == []
