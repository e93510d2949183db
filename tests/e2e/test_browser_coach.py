"""The coach in a real browser: what it finds comes while the page is open, beside a question that stays as it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from bots import tasks
from games.models import Hint, Turn
from games.people.models import User
from games.table.coach import switch_coach
from tests.e2e.page_errors import record_page_errors
from tests.e2e.phone_faults import FAULTS
from tests.e2e.test_accessibility import faults
from tests.e2e.test_browser_selection import in_a_loop
from tests.e2e.test_browser_selection import opened as before
from tests.table.games import bots_play, opened, person_turn

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def turn(anna: User, sent: list[str]) -> Turn:
    game = opened(anna, bots=2)
    switch_coach(game.pk, anna, on=True)
    bots_play(game)
    return person_turn(game)


@pytest.fixture
def page(browser: Browser, live_server: LiveServer, turn: Turn) -> Iterator[Page]:
    with before(browser, live_server, turn) as page:
        complaints = record_page_errors(page)
        yield page
        assert complaints == []


def test_what_the_coach_finds_comes_by_itself_and_is_played_by_a_click(page: Page, turn: Turn) -> None:
    expect(page.locator("#coach .explanation")).not_to_be_empty()
    page.evaluate("document.querySelector('#question [data-choice]').dataset.same = '1'")
    page.get_by_role("button", name="Show sensible moves").click()
    expect(page.locator("#coach")).to_contain_text("is looking for sensible moves")
    tasks.think_for_open_turns()
    moves = page.get_by_role("list", name="Sensible moves").get_by_role("button")
    expect(moves.first).to_contain_text("the search likes it best", timeout=15_000)
    expect(page.locator("#news")).to_have_text("The coach shows sensible moves.")
    assert page.locator("#question [data-choice]").get_attribute("data-same") == "1"
    found = Hint.objects.get().moves
    assert found
    assert faults(page, "a coached game") + page.evaluate(FAULTS) == []
    moves.first.click()
    expect(page.locator("#coach [data-told]")).to_have_count(0)
    assert turn.game.moves.filter(text=found[0]["line"], source="web").exists()
