"""Planning ahead in a real browser: options on the page and on the board become the lines of a plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Move, Turn
from games.people.models import User
from games.table import plans
from tests.e2e.page_errors import record_page_errors
from tests.e2e.test_browser_game import DESKTOP, PHONES
from tests.e2e.test_browser_selection import in_a_loop
from tests.e2e.test_browser_selection import opened as before
from tests.e2e.widths import resize
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
        # A browser complains of every answer with an error, of a refusal too.
        assert [complaint for complaint in complaints if "409" not in complaint] == []


def lines(page: Page) -> list[str]:
    return [line.split("\n")[0].strip() for line in page.locator(".plan li").all_inner_texts()]


def test_options_become_lines_which_are_moved_and_removed(page: Page, turn: Turn) -> None:
    page.locator(".offer", has_text="coffee").click()
    expect(page.locator(".plan li")).to_have_count(1)
    page.locator('svg [data-target="plantation:indigo"].lit:visible').first.click()
    page.locator("[data-confirm] .main").click()
    expect(page.locator(".plan li")).to_have_count(2)
    expect(page.locator("[data-confirm]")).to_be_hidden()
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


PLANNED: Final = ("take coffee", "take indigo", "pass")


def plan(page: Page, turn: Turn, *wishes: str) -> None:
    """Written elsewhere; the open page shows it."""
    answer(turn, *wishes)
    page.reload()
    assert lines(page) == list(wishes)


def kept(turn: Turn) -> tuple[str, ...]:
    return plans.lines_of(Turn.objects.get(pk=turn.pk))


def drag(page: Page, line: str, to: str) -> None:
    """Take hold of a line and carry it over the lower half of another one."""
    page.locator(".plan li", has_text=line).hover(position={"x": 40, "y": 10})
    page.mouse.down()
    box = page.locator(".plan li", has_text=to).bounding_box()
    assert box is not None
    below = (box["x"] + 40, box["y"] + box["height"] - 3)
    page.mouse.move(*below)
    page.locator(".plan .dragged").wait_for()
    page.mouse.move(*below, steps=2)


def test_a_dragged_line_stays_where_it_is_dropped_in_the_plan(page: Page, turn: Turn) -> None:
    plan(page, turn, *PLANNED)
    drag(page, "take coffee", "pass")
    assert lines(page) == ["take indigo", "pass", "take coffee"]
    page.mouse.move(5, 5, steps=2)
    page.mouse.up()
    assert lines(page) == list(PLANNED)
    drag(page, "take coffee", "take indigo")
    page.mouse.up()
    expect(page.locator("#news")).to_have_text("take coffee: now line 2 of 3 in your plan.")
    assert kept(turn) == ("take indigo", "take coffee", "pass")
    assert lines(page) == list(kept(turn))


def test_nothing_takes_a_line_away_while_it_is_dragged(page: Page, turn: Turn) -> None:
    plan(page, turn, *PLANNED)
    # It waits for an answer just then.
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/turn/**", hold)
    with page.expect_request("**/turn/**"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    with page.expect_event("requestfailed"):
        drag(page, "pass", "take coffee")
    waiting.pop().abort()
    page.unroute("**/turn/**")
    answer(turn, "take indigo", "pass", source=Move.Source.MAIL)
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    # As if it had been told of it.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert [url for url in asked_for if "/turn/" in url] == []
    assert lines(page) == ["take coffee", "pass", "take indigo"]
    page.mouse.up()
    expect(page.locator("#question [role=alert]")).to_contain_text("Your plan is not as this page showed it any more")
    assert lines(page) == list(kept(turn)) == ["take indigo", "pass"]
    drag(page, "pass", "pass")
    answer(turn, "pass", source=Move.Source.MAIL)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.mouse.up()
    # Nothing was moved; what was not asked for meanwhile is asked for now.
    expect(page.locator(".plan li")).to_have_count(1)


def test_lines_are_moved_by_keys_and_keep_the_focus(page: Page, turn: Turn) -> None:
    plan(page, turn, *PLANNED)
    page.locator(".plan li", has_text="pass").focus()
    # Pressed faster than the answers come.
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator("#news")).to_have_text("pass: now line 1 of 3 in your plan.")
    expect(page.locator(".plan li", has_text="pass")).to_be_focused()
    assert lines(page) == list(kept(turn)) == ["pass", "take coffee", "take indigo"]
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Tab")
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("#news")).to_have_text("pass: now line 2 of 3 in your plan.")
    expect(page.locator(".plan li", has_text="pass").get_by_text("remove")).to_be_focused()
    page.locator(".plan li", has_text="take indigo").get_by_text("up").press("Enter")
    expect(page.locator("#news")).to_have_text("take indigo: now line 2 of 3 in your plan.")
    expect(page.locator(".plan li", has_text="take indigo").get_by_text("up")).to_be_focused()
    assert lines(page) == list(kept(turn)) == ["take coffee", "take indigo", "pass"]


def expect_numbers(page: Page, **expected: str) -> None:
    """What stands on the drawn plantations, by their kinds."""
    expect(page.locator("svg .wish-place:visible")).to_have_count(len(expected))
    for kind, number in expected.items():
        expect(page.locator(f'svg [data-target="plantation:{kind}"] .wish-place:visible')).to_have_text([number])


def test_the_places_of_wishes_stand_on_the_drawn_tiles(page: Page, turn: Turn) -> None:
    plan(page, turn, *PLANNED)
    expect_numbers(page, coffee="1", indigo="2")
    page.locator(".plan li").nth(1).get_by_text("up").click()
    expect_numbers(page, indigo="1", coffee="2")
    # Chosen again where it lies, it is taken out again.
    tile = page.locator('svg [data-target="plantation:coffee"].lit:visible').first
    confirm = page.locator("[data-confirm] .main")
    tile.click()
    expect(confirm).to_have_text("Remove from the plan")
    tile.click()
    expect_numbers(page, indigo="1")
    tile.click()
    expect(confirm).to_have_text("Add to the plan")
    expect(confirm).to_be_visible()
    page.keyboard.press("Escape")
    resize(page, PHONES["390"])
    expect_numbers(page, indigo="1")
    resize(page, DESKTOP)
    page.get_by_text("Withdraw the plan").click()
    expect_numbers(page)
