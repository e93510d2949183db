"""Planning ahead in a real browser: options on the page and on the board become the lines of a plan."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Turn
from games.people.models import User
from games.table import plans
from tests.e2e.page_errors import record_page_errors
from tests.e2e.test_browser_selection import in_a_loop
from tests.e2e.test_browser_selection import opened as before
from tests.table.games import answer, opened
from tests.web.conftest import the_turn

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(anna: User, bob: User, chris: User, sent: list[str]) -> Game:
    """Somebody is to take a tile; two others can plan theirs."""
    game = opened(anna, bob, chris)
    answer(the_turn(game), "settler")
    return game


@pytest.fixture
def turn(game: Game) -> Turn:
    """Of the person who is asked next."""
    mover = the_turn(game).seat.index
    return game.turns.select_related("seat__user", "game").get(early=True, seat__index=(mover + 1) % 3)


@pytest.fixture
def page(browser: Browser, live_server: LiveServer, turn: Turn) -> Iterator[Page]:
    with before(browser, live_server, turn) as page:
        complaints = record_page_errors(page)
        yield page
        assert complaints == []


def lines(page: Page) -> list[str]:
    return [line.split("\n")[0].strip() for line in page.locator(".plan li").all_inner_texts()]


def test_options_become_lines_which_are_moved_and_removed(page: Page, turn: Turn) -> None:
    page.locator(".offer", has_text="coffee").click()
    expect(page.locator(".plan li")).to_have_count(1)
    page.locator('svg [data-target="plantation:indigo"].lit:visible').first.click()
    page.locator("[data-confirm] .main").click()
    expect(page.locator(".plan li")).to_have_count(2)
    assert lines(page) == ["take coffee", "take indigo"]
    expect(page.locator(".offer.planned .place")).to_have_text(["2", "1"])
    page.locator(".plan li").nth(1).get_by_text("up").click()
    expect(page.locator(".plan li").first).to_contain_text("take indigo")
    page.locator(".offer.planned", has_text="coffee").click()
    expect(page.locator(".plan li")).to_have_count(1)
    assert plans.lines_of(Turn.objects.get(pk=turn.pk)) == ("take indigo",)
    page.get_by_text("Withdraw the plan").click()
    expect(page.locator(".plan")).to_have_count(0)


def test_an_open_page_becomes_a_question_in_turn_by_itself(page: Page, turn: Turn) -> None:
    expect(page.locator("#question h2")).to_have_text("Plan ahead: Which tile do you take?")
    answer(the_turn(turn.game), "take quarry")
    expect(page.locator("#question h2")).to_have_text("Which tile do you take?", timeout=20_000)
    assert page.title().startswith("Your turn")
