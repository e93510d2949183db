"""A whole round of each game by what a screen reader is told and by the keyboard; nothing is found by its look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest
from django.db.models import QuerySet
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.engine.puertorico.view_types import PuertoRicoView
from games.engine.sanjuan.view_types import SanJuanView
from games.models import Game, Turn
from games.people.models import User
from games.table import queries
from games.table.positions import rules_of, stored_position
from games.wording import in_words
from tests.e2e.page_errors import record_page_errors
from tests.e2e.test_browser_selection import in_a_loop
from tests.e2e.test_browser_selection import opened as page_before
from tests.table.games import answer, fresh, opened

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db(transaction=True)

MOST_TABS: Final = 120
HAS_FOCUS: Final = "thing => document.activeElement === (thing.closest('summary') ?? thing)"
LOOK_NOW: Final = "document.dispatchEvent(new Event('visibilitychange'))"
"""As when somebody comes back to the page, which asks for what is new then."""


@dataclass
class Reader:
    """Somebody who hears the page, and has nothing but a keyboard."""

    page: Page

    def region(self, name: str) -> Locator:
        """A part of the page; of a player's board the name may go on with what is said of them."""
        return self.page.get_by_role("region", name=re.compile(rf"^{re.escape(name)}( \(|$)"))

    @property
    def status(self) -> Locator:
        """The one line that is read out by itself."""
        return self.page.get_by_role("main").get_by_role("status")

    @property
    def question(self) -> Locator:
        return self.page.get_by_role("complementary").get_by_role("region").first

    @property
    def asked(self) -> str:
        return self.question.get_by_role("heading").first.inner_text()

    def facts(self, region: str) -> list[str]:
        return self.region(region).get_by_role("listitem").all_inner_texts()

    def column(self, region: str, head: str, table: str = "") -> dict[str, str]:
        """Of a table with headers: by the headers of its rows what stands in one column."""
        found = self.region(region).get_by_role("table", name=re.compile(table))
        column = found.get_by_role("columnheader").all_inner_texts().index(head) - 1
        rows = found.get_by_role("row").all()[1:]
        return {
            row.get_by_role("rowheader").inner_text(): row.get_by_role("cell").nth(column).inner_text() for row in rows
        }

    def go_to(self, thing: Locator) -> None:
        """Go on by the tab key until the focus is there."""
        expect(thing).to_have_count(1)
        for _step in range(MOST_TABS):
            if thing.evaluate(HAS_FOCUS):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"The tab key does not lead to {thing}.")

    def press(self, thing: Locator) -> None:
        self.go_to(thing)
        self.page.keyboard.press("Enter")

    def choose(self, words: str) -> None:
        """Press the option that says this, and wait until the page has gone on."""
        asked = self.asked
        self.press(self.question.get_by_role("listitem").get_by_role("button", name=words))
        expect(self.question.get_by_role("heading").first).not_to_have_text(asked)
        # Who has answered is led to the question, and need not be told of it.
        expect(self.status).not_to_contain_text(asked)
        expect(self.question).to_be_focused()

    def come_back(self, question: str) -> None:
        """Look at the page again, after others have answered: it tells what is asked by now."""
        self.page.evaluate(LOOK_NOW)
        expect(self.question.get_by_role("heading").first).to_have_text(question)
        expect(self.status).to_contain_text(question)


@pytest.fixture
def game(request: pytest.FixtureRequest, anna: User, bob: User, chris: User, sent: list[str]) -> Game:
    return opened(anna, bob, chris, kind=request.param)


@pytest.fixture
def reader(browser: Browser, live_server: LiveServer, game: Game, anna: User) -> Iterator[Reader]:
    others_answer(game, anna)
    with page_before(browser, live_server, open_turns(game).get(seat__user=anna)) as page:
        complaints = record_page_errors(page)
        yield Reader(page)
        assert complaints == []


def open_turns(game: Game) -> QuerySet[Turn]:
    return game.turns.select_related("seat__user", "game").filter(status=Turn.Status.OPEN, early=False)


def others_answer(game: Game, anna: User) -> None:
    """Until nobody but anna is asked: always what is offered first."""
    while turn := open_turns(game).exclude(seat__user=anna).order_by("ahead_of_turn", "pk").first():
        answer(turn, queries.question_for(turn).offers[0].text)


def round_of(game: Game) -> int:
    position = stored_position(fresh(game))
    view = rules_of(game).view(position, None)
    assert isinstance(view, PuertoRicoView | SanJuanView)
    return view.round


@pytest.mark.parametrize("game", ["puerto-rico"], indirect=True)
def test_a_round_of_puerto_rico(reader: Reader, game: Game, anna: User) -> None:
    expect(reader.status).to_be_empty()
    assert reader.column("Roles, round 1", "taken by")["Settler"] == "chris"
    assert "Coffee plantation" in reader.facts("Plantations")
    assert "Coffee" not in reader.column("anna", "number", "Island")
    drawn = reader.page.get_by_role("group", name="Plantations").aria_snapshot().splitlines()[1:]
    assert len(drawn) == 2
    assert all(line.strip().startswith("- button") for line in drawn), "the rest is told beside it"
    reader.choose("Take a coffee plantation")
    expect(reader.status).to_contain_text("anna takes a coffee plantation.")
    assert reader.column("anna", "number", "Island")["Coffee"] == "1"

    others_answer(game, anna)
    reader.come_back("Where do your colonists go?")
    assert "bob picks the mayor." in reader.facts("Log")
    reader.press(reader.question.get_by_role("button", name="Clear"))
    expect(reader.status).to_have_text("Still to place: 1")
    reader.press(reader.question.get_by_role("button", name="coffee plantation 1"))
    expect(reader.status).to_have_text("All colonists are placed.")
    reader.press(reader.question.get_by_role("button", name="Confirm"))
    expect(reader.question.get_by_role("heading").first).to_have_text("Which role do you pick?")
    expect(reader.status).to_contain_text("anna's colonists: coffee 1.")
    assert reader.column("anna", "occupied", "Island") == {"Corn": "0", "Coffee": "1"}
    assert set(reader.column("Roles, round 1", "taken by").values()) == {"chris", "bob", ""}
    reader.choose("Pick the builder")
    assert reader.asked == "What do you build?"
    assert reader.column("Buildings for sale", "for you")["Hacienda"] == "1"
    left = reader.column("Buildings for sale", "left")["Hacienda"]
    reader.choose("Build the hacienda for 1 doubloon")
    expect(reader.status).to_contain_text("anna builds the hacienda")
    assert reader.column("anna", "occupied", "City") == {"Hacienda": "0"}
    assert int(reader.column("Buildings for sale", "left")["Hacienda"]) == int(left) - 1

    others_answer(game, anna)
    reader.come_back("Which tile do you take?")
    assert round_of(game) == 2
    assert reader.column("Roles, round 2", "doubloons")["Craftsman"] == "1"
    assert reader.page.get_by_role("main").get_by_role("status").count() == 1


@pytest.mark.parametrize("game", ["san-juan"], indirect=True)
def test_a_round_of_san_juan(reader: Reader, game: Game, anna: User) -> None:
    assert reader.column("Roles, round 1", "taken by")["Builder"]
    hand = list(reader.column("anna", "cost", "Your hand"))
    assert reader.question.get_by_text("Build the black market for 2 cards").count()
    reader.go_to(reader.question.get_by_role("checkbox", name="chapel"))
    reader.page.keyboard.press("Space")
    expect(reader.status).to_have_text("1 of 2 chosen")
    reader.go_to(reader.question.get_by_role("checkbox", name="silver smelter"))
    reader.page.keyboard.press("Space")
    expect(reader.status).to_have_text("2 of 2 chosen")
    reader.press(reader.question.get_by_role("button", name="Confirm"))
    expect(reader.question.get_by_role("heading").first).not_to_have_text("What do you build?")
    expect(reader.status).to_contain_text("anna builds the black market")
    assert len(reader.column("anna", "cost", "Your hand")) == len(hand) - 3
    assert any("Black market" in building for building in reader.column("anna", "VP", "Buildings"))

    others_answer(game, anna)
    reader.come_back("Which role do you pick?")
    reader.choose("Pick the councillor")
    assert reader.asked == "Which card do you keep?"
    assert "3. Quarry" in reader.column("anna", "cost", "Drawn, to choose from")
    reader.choose("Keep the quarry")

    others_answer(game, anna)
    reader.come_back(in_words(queries.question_for(open_turns(game).get(seat__user=anna)).prompt))
    assert round_of(game) == 2
    assert "Quarry" in str(reader.column("anna", "cost", "Your hand"))
    assert reader.page.get_by_role("main").get_by_role("status").count() == 1
