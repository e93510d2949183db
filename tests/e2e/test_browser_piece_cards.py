"""The card of a drawn thing opens over the page: by pointing, by the keyboard, by a tap; and it can be searched for."""

from __future__ import annotations

from typing import Final

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from games.people.models import User
from tests.e2e.in_process import SITE, answer_by
from tests.e2e.page_kinds import in_a_loop
from tests.e2e.test_accessibility import faults
from tests.table.games import opened, person_turn, play_on, player
from tests.web.pages import client_of

__all__ = ["in_a_loop"]

pytestmark = [pytest.mark.django_db, pytest.mark.browser]
DESKTOP: Final = {"width": 1280, "height": 900}
PHONE: Final = {"width": 390, "height": 844}


@pytest.fixture
def game(anna: User, bob: User, chris: User, sent: list[str]) -> tuple[str, User]:
    """Somebody has to build."""
    started = play_on(opened(anna, bob, chris), lambda game: person_turn(game).stage == "builder")
    return f"/games/{started.pk}/", player(person_turn(started))


def page_at(browser: Browser, path: str, person: User | None, size: dict[str, int], *, touch: bool = False) -> Page:
    page = browser.new_context(viewport=size, has_touch=touch).new_page()  # type: ignore[arg-type]
    answer_by(page, client_of(person) if person else Client())
    page.goto(SITE + path)
    return page


def test_pointing_opens_a_card_and_going_away_closes_it(browser: Browser, game: tuple[str, User]) -> None:
    page = page_at(browser, *game, DESKTOP)
    card = page.locator("#piece-card")
    page.locator('[data-piece="building-factory"]:visible').first.hover()
    expect(card).to_contain_text("For producing goods of several kinds")
    expect(card).to_contain_text("osts you 5 doubloons")
    card.hover()
    expect(card.get_by_role("link")).to_have_attribute("href", "/rules/puerto-rico/#building-factory")
    page.mouse.move(3, 3)
    expect(card).to_be_hidden()
    page.context.close()


def test_the_arrows_lead_through_a_drawing_and_escape_closes_the_card(browser: Browser, game: tuple[str, User]) -> None:
    page = page_at(browser, *game, DESKTOP)
    card = page.locator("#piece-card")
    page.locator('[data-piece="role-settler"]:visible').first.focus()
    page.keyboard.press("ArrowRight")
    expect(card.get_by_role("heading")).to_have_text("Mayor")
    page.keyboard.press("Enter")
    expect(card.get_by_role("link")).to_be_focused()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(page.locator('[data-piece="role-mayor"]:visible').first).to_be_focused()
    page.context.close()


def test_axe_finds_nothing_in_an_open_card(browser: Browser, game: tuple[str, User]) -> None:
    page = page_at(browser, *game, DESKTOP)
    page.locator('[data-piece="role-settler"]:visible').first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#piece-card")).to_be_visible()
    assert not faults(page, game[0])
    page.context.close()


def test_a_tap_opens_the_card_of_what_cannot_be_chosen_and_chooses_what_can(
    browser: Browser, game: tuple[str, User]
) -> None:
    page = page_at(browser, *game, PHONE, touch=True)
    card = page.locator("#piece-card")
    page.locator('[data-piece="role-captain"]:visible').first.tap()
    expect(card.get_by_role("heading")).to_have_text("Captain")
    page.locator('.lit[data-piece="building-factory"]:visible').first.tap()
    expect(card).to_be_hidden()
    expect(page.locator(".offer.chosen")).to_contain_text("factory")
    page.context.close()


def test_a_long_press_opens_the_card_of_what_can_be_chosen_and_chooses_nothing(
    browser: Browser, game: tuple[str, User]
) -> None:
    page = page_at(browser, *game, PHONE, touch=True)
    thing = page.locator('.lit[data-piece="building-factory"]:visible').first
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    touched = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touched]})
    expect(page.locator("#piece-card").get_by_role("heading")).to_have_text("Factory")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#piece-card")).to_be_visible()
    expect(page.locator(".offer.chosen")).to_have_count(0)
    page.context.close()


def test_a_search_leaves_what_has_all_the_words(browser: Browser) -> None:
    page = page_at(browser, "/rules/puerto-rico/", None, PHONE)
    page.get_by_role("searchbox").fill("WHARF harbor")
    expect(page.locator("#example-8")).to_be_visible()
    expect(page.locator("#example-10")).to_be_hidden()
    expect(page.locator("#goal")).to_be_hidden()
    page.get_by_role("searchbox").fill("nothing like that")
    expect(page.get_by_role("status").filter(has_text="Nothing found.")).to_be_visible()
    page.get_by_role("link", name="The goal").click()
    expect(page.locator("#goal")).to_be_visible()
    page.context.close()
