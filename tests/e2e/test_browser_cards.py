"""A round of San Juan in a browser: cards, goods and buildings are clicked where they lie."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from games.engine.contract import Position
from games.models import Game, Turn
from games.people.models import User
from games.table import queries
from games.table.game_update import GameUpdate
from tests.e2e.page_errors import record_page_errors
from tests.e2e.test_browser_game import keep
from tests.e2e.test_browser_selection import assert_chosen, how_many, in_a_loop, ticked
from tests.e2e.test_browser_selection import opened as before
from tests.engine.sanjuan.tables import SAN_JUAN, Player, table
from tests.table.games import answer, fresh, opened

__all__ = ["in_a_loop"]

pytestmark = pytest.mark.django_db(transaction=True)

ANNA = Player(
    hand="smithy, well, tobacco storage, market hall, library, statue, hero, victory column, palace",
    buildings="indigo plant, sugar mill, chapel, crane, black market",
    goods="indigo, sugar",
    chapel="guild hall",
)
OTHER = Player(hand="well, hero", buildings="indigo plant, tower")
OTHERS_WISH = ("producer", "councillor", "pass")


@pytest.fixture
def game(anna: User, bob: User, chris: User, sent: list[str]) -> Game:
    """Anna picks the first role of the second round."""
    game = opened(anna, bob, chris, kind="san-juan")
    seat = game.seats.get(user=anna).index
    players = [ANNA if index == seat else OTHER for index in range(3)]
    put(game, SAN_JUAN.from_json(SAN_JUAN.to_json(table(*players, governor=seat))))
    return fresh(game)


@transaction.atomic
def put(game: Game, position: Position) -> None:
    update = GameUpdate(game, timezone.now())
    update.set_up(position)
    update.advance()
    update.save()


@pytest.fixture
def page(browser: Browser, live_server: LiveServer, game: Game, anna: User) -> Iterator[Page]:
    with before(browser, live_server, open_turn(game, anna)) as page:
        complaints = record_page_errors(page)
        yield page
        assert complaints == []


def open_turn(game: Game, person: User) -> Turn:
    return game.turns.select_related("seat__user", "game").get(status=Turn.Status.OPEN, early=False, seat__user=person)


def others_answer(game: Game, anna: User) -> None:
    """Until nobody but anna is asked."""
    open_turns = (
        game.turns.filter(status=Turn.Status.OPEN, early=False).exclude(seat__user=anna).order_by("ahead_of_turn", "pk")
    )
    while turn := open_turns.select_related("seat__user", "game").first():
        lines = [offer.text for offer in queries.question_for(turn).offers]
        answer(turn, next((line for line in OTHERS_WISH if line in lines), lines[0]))


def click(page: Page, target: str) -> None:
    """One thing may be drawn for wide and for narrow screens."""
    page.locator(f'svg .lit[data-target="{target}"]:visible').click()


def asked_next(page: Page, words: str) -> None:
    page.locator("#question h2", has_text=words).wait_for()


def texts(game: Game, person: User) -> list[str]:
    """What a person has played."""
    seat = game.seats.get(user=person).index
    return [move.text for move in fresh(game).moves.filter(seat=seat).order_by("ply")]


def card(page: Page, name: str) -> str:
    """The target of a card of the hand, by what is read out of it."""
    drawn = page.locator('svg .lit[data-target^="hand:"]:visible').filter(has_text=name).first
    return str(drawn.get_attribute("data-target"))


def test_a_round_is_played_by_clicking_cards(page: Page, game: Game, anna: User) -> None:
    # A role: clicked, and clicked again to confirm.
    asked_next(page, "Which role")
    click(page, "role:builder")
    click(page, "role:builder")

    # The palace over the chapel with the crane, paid with the goods by the black market instead of the cards suggested.
    asked_next(page, "What do you build?")
    palace = card(page, "Palace")
    click(page, palace)
    assert page.locator(".offer.candidate").count() == 5, "by itself, or over each of four other buildings"
    click(page, "building:chapel")
    assert page.locator(".offer.chosen").inner_text().startswith("Build the palace over the chapel for 2 cards")
    for suggested in ticked(page):
        click(page, suggested)
    click(page, "good:0")
    assert how_many(page) == "1 of 2 chosen"
    click(page, "good:1")
    assert_chosen(page, ["good:0", "good:1"])
    keep(page, "san-juan-crane", phones=True)
    click(page, palace)
    page.locator("#question:not([data-turn])").wait_for()

    others_answer(game, anna)
    page.reload()

    # A good, of which one place is lit for each.
    asked_next(page, "Which good do you produce?")
    click(page, "good:1")
    assert page.locator(".offer.chosen").inner_text() == "Produce sugar"
    page.locator("[data-confirm] .main").click()
    page.locator("#question:not([data-turn])").wait_for()

    others_answer(game, anna)
    page.reload()

    # One of the two cards drawn.
    asked_next(page, "Which card do you keep?")
    click(page, "drawn:1")
    click(page, "drawn:1")

    # The others have kept theirs ahead: a round begins, with too many cards. Others than suggested go.
    asked_next(page, "You may hold 7 cards")
    for suggested in ticked(page):
        click(page, suggested)
    gone = [card(page, name) for name in ("Victory column", "Hero")]
    for target in gone:
        click(page, target)
    assert sorted(ticked(page)) == sorted(gone)
    keep(page, "san-juan-limit", phones=True)
    page.locator("details.selection[open] button[type=submit]").click()
    page.locator("#question:not([data-turn])").wait_for()

    assert texts(game, anna) == [
        *("builder", "build palace over chapel", "pay indigo good, more", "pay sugar good"),
        *("produce sugar", "keep quarry", "discard victory column, more", "discard hero"),
    ]


def test_without_scripts_boxes_pay_for_a_building(
    browser: Browser, live_server: LiveServer, game: Game, anna: User
) -> None:
    answer(open_turn(game, anna), "builder")
    with before(browser, live_server, open_turn(game, anna), java_script_enabled=False) as page:
        page.locator("details.selection summary", has_text="Build the library for 4 cards").click()
        boxes = page.locator("details.selection[open]")
        ticked_at_first = boxes.locator("input:checked")
        while ticked_at_first.count():
            ticked_at_first.first.uncheck()
        for item in ("indigo (good)", "smithy", "hero", "palace"):
            boxes.get_by_label(re.compile(rf"^\s*{re.escape(item)}")).check()
        boxes.locator("button[type=submit]").click()
        assert page.locator(".note.error").count() == 0
    assert texts(game, anna) == [
        *("builder", "build library", "pay indigo good, more"),
        *("pay smithy, more", "pay hero, more", "pay palace"),
    ]
