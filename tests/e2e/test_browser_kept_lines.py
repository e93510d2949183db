"""The next pick and standing orders in a real browser: what is being written stays until it is kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Seat, Turn
from games.people.models import User
from games.table import next_picks, order_changes, seat_orders
from tests.e2e.page_errors import record_page_errors
from tests.e2e.test_browser_selection import in_a_loop
from tests.e2e.test_browser_selection import opened as before
from tests.table.games import answer, opened, player
from tests.web.conftest import the_turn

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db(transaction=True)

NEVER = "never sell below 3"


@pytest.fixture
def turn(anna: User, bob: User, chris: User, sent: list[str]) -> Turn:
    """Of somebody who can plan a tile, while another person is to take one."""
    game: Game = opened(anna, bob, chris)
    answer(the_turn(game), "settler")
    after = (the_turn(game).seat.index + 1) % 3
    return game.turns.select_related("seat__user", "game").get(early=True, seat__index=after)


@pytest.fixture
def page(browser: Browser, live_server: LiveServer, turn: Turn) -> Iterator[Page]:
    with before(browser, live_server, turn) as page:
        complaints = record_page_errors(page)
        yield page
        # A browser complains of every answer with an error, of a refusal too.
        assert [complaint for complaint in complaints if "422" not in complaint] == []


def seat_of(turn: Turn) -> Seat:
    return Seat.objects.get(pk=turn.seat_id)


def test_both_are_kept_without_loading_the_page_anew(page: Page, turn: Turn) -> None:
    page.evaluate("document.body.dataset.same = '1'")
    page.locator("#next-pick summary").click()
    page.locator("#next-pick-lines").fill("builder, ask")
    page.locator("#next-pick").get_by_role("button", name="Keep").click()
    expect(page.locator("#next-pick .said-lines li")).to_have_text(["next: builder, ask"])
    expect(page.locator("#next-pick")).to_be_focused()
    assert next_picks.lines_of(seat_of(turn)) == ("next: builder, ask",)
    page.locator("#orders summary").click()
    page.locator("#orders-lines").fill("always dance")
    page.locator("#orders").get_by_role("button", name="Keep these orders").click()
    expect(page.locator("#orders [role=alert]")).to_be_visible()
    expect(page.locator("#orders-lines")).to_have_value("always dance")
    page.locator("#orders-lines").fill(NEVER)
    page.locator("#orders").get_by_role("button", name="Keep these orders").click()
    expect(page.locator("#orders .said-lines li")).to_have_text([NEVER])
    expect(page.locator("#orders [role=alert]")).to_have_count(0)
    assert seat_orders.lines_of(seat_of(turn)) == (NEVER,)
    page.locator("#orders").get_by_role("button", name="Stop all").click()
    expect(page.locator("#orders .said-lines")).to_have_count(0)
    assert page.evaluate("document.body.dataset.same") == "1"


def test_what_is_being_written_stays_while_the_game_goes_on(page: Page, turn: Turn) -> None:
    page.locator("#next-pick summary").click()
    page.locator("#next-pick-lines").fill("captain, a")
    order_changes.set_orders(turn.game_id, player(turn), [NEVER], source="mail")
    expect(page.locator("#orders .tag")).to_have_text("1", timeout=15_000)
    answer(the_turn(turn.game), "take quarry")
    expect(page.locator("#question")).not_to_have_class("panel question early", timeout=15_000)
    expect(page.locator("#next-pick-lines")).to_have_value("captain, a")
    expect(page.locator("#next-pick-lines")).to_be_visible()
