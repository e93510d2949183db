"""Table talk in a real browser: what is being written stays while the page brings itself up to date."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, TalkMessage, Turn
from games.people.models import User
from games.table import talk
from games.table.talk_shown import unread_of
from tests.e2e.page_errors import record_page_errors
from tests.e2e.test_browser_selection import in_a_loop
from tests.e2e.test_browser_selection import opened as before
from tests.table.games import fresh, opened, player
from tests.web.conftest import the_turn

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def turn(anna: User, bob: User, chris: User, sent: list[str]) -> Turn:
    """Of whoever begins."""
    return the_turn(opened(anna, bob, chris))


@pytest.fixture
def page(browser: Browser, live_server: LiveServer, turn: Turn) -> Iterator[Page]:
    with before(browser, live_server, turn) as page:
        complaints = record_page_errors(page)
        yield page
        # A browser complains of every answer with an error, of a refusal too.
        assert [complaint for complaint in complaints if "422" not in complaint] == []


def other_than(turn: Turn) -> User:
    seat = turn.game.seats.exclude(pk=turn.seat_id).select_related("user").first()
    assert seat is not None
    assert seat.user is not None
    return seat.user


def test_what_others_say_comes_by_itself_and_leaves_what_is_being_written(page: Page, turn: Turn) -> None:
    page.evaluate("document.body.dataset.same = '1'")
    page.locator("#talk-text").fill("half a sen")
    talk.say(turn.game_id, other_than(turn), "Good morning!")
    expect(page.locator("#talk-list .words")).to_have_text(["Good morning!"], timeout=15_000)
    expect(page.locator("#talk-text")).to_have_value("half a sen")
    page.locator("#talk-text").press("End")
    page.locator("#talk-text").press_sequentially("tence")
    page.locator("#talk").get_by_role("button", name="Say it").click()
    expect(page.locator("#talk-list .words")).to_have_text(["Good morning!", "half a sentence"])
    expect(page.locator("#talk-text")).to_have_value("")
    page.locator("#talk-text").fill("more")
    page.locator("#talk").get_by_role("button", name="Good luck!").click()
    expect(page.locator("#talk-list .words")).to_have_text(["Good morning!", "half a sentence", "Good luck!"])
    expect(page.locator("#talk-text")).to_have_value("more")
    page.locator("#talk").get_by_role("button", name="Say it").click()
    expect(page.locator("#talk-list .words").last).to_have_text("more")
    assert TalkMessage.objects.count() == 4
    assert page.evaluate("document.body.dataset.same") == "1"


def test_what_is_being_written_is_there_when_the_page_is_loaded_anew(page: Page) -> None:
    page.locator("#talk-text").fill("not sent yet")
    page.reload()
    expect(page.locator("#talk-text")).to_have_value("not sent yet")


def test_what_is_refused_stays_written(page: Page) -> None:
    page.locator("#talk-text").fill("\u202e")
    page.locator("#talk").get_by_role("button", name="Say it").click()
    expect(page.locator("#talk-why [role=alert]")).to_be_visible()
    expect(page.locator("#talk-text")).to_have_value("\u202e")


def test_what_is_typed_on_while_a_message_is_under_way_stays_written(page: Page) -> None:
    under_way: list[Route] = []
    page.route("**/talk/say/", lambda route: under_way.append(route))  # noqa: PLW0108  # it must be a function
    page.locator("#talk-text").fill("Good morning!")
    with page.expect_request("**/talk/say/"):
        page.locator("#talk").get_by_role("button", name="Say it").click()
    page.locator("#talk-text").press("End")
    page.locator("#talk-text").press_sequentially(" And how")
    under_way.pop().continue_()
    expect(page.locator("#talk-list .words")).to_have_text(["Good morning!"])
    expect(page.locator("#talk-text")).to_have_value("And how")


def test_what_is_sent_when_one_is_signed_out_stays_written(page: Page) -> None:
    page.locator("#talk-text").fill("Good morning!")
    address, signed_in = page.url, page.context.cookies()
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    with page.expect_navigation():
        page.locator("#talk").get_by_role("button", name="Say it").click()
    assert not TalkMessage.objects.exists()
    page.context.add_cookies(signed_in)  # type: ignore[arg-type]  # the cookies of before
    page.goto(address)
    expect(page.locator("#talk-text")).to_have_value("Good morning!")


def test_a_note_that_is_not_kept_as_one_is_signed_out_stays_written(page: Page) -> None:
    address, signed_in = page.url, page.context.cookies()
    page.locator("#note-heading").click()
    page.locator("#note-text").fill("Anna likes  corn.")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator("#note-text")).to_have_count(0)
    page.context.add_cookies(signed_in)  # type: ignore[arg-type]  # the cookies of before
    page.goto(address)
    expect(page.locator("#note-text")).to_be_visible()
    expect(page.locator("#note-text")).to_have_value("Anna likes  corn.")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator("#note-text")).to_have_value("Anna likes corn.")
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('draft '))") == []


def test_what_is_seen_counts_as_read(page: Page, turn: Turn) -> None:
    talk.say(turn.game_id, other_than(turn), "Good morning!")
    expect(page.locator("#talk-news")).to_have_text("1 new message at the table", timeout=15_000)
    page.locator("#talk").scroll_into_view_if_needed()
    expect(page.locator("#talk-news")).to_be_hidden(timeout=15_000)
    game = fresh(Game.objects.get(pk=turn.game_id))
    assert unread_of(game, player(turn)) == 0


@pytest.mark.parametrize("width", [360, 1200])
def test_the_longest_word_makes_no_page_wider(page: Page, turn: Turn, width: int) -> None:
    talk.say(turn.game_id, other_than(turn), "w" * 600 + " https://example.org/" + "x" * 300)
    talk.write_note(turn.game_id, player(turn), "w" * 500)
    page.set_viewport_size({"width": width, "height": 800})
    page.reload()
    expect(page.locator("#talk-list .words")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
