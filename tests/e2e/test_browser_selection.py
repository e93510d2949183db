"""A person in a browser completes an answer with cards: by clicks on the drawn ones, by boxes, and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Turn
from games.people.models import User
from games.table import queries
from tests.e2e.page_errors import record_page_errors
from tests.e2e.test_browser_game import DESKTOP, keep
from tests.hand_game_tables import open_hand_game, register_hand_game
from tests.table.games import answer, fresh, person_turn, player

pytestmark = pytest.mark.django_db(transaction=True)

SHOWN_AS_TICKED = "svg .ticked[aria-pressed=true]:visible"


@pytest.fixture(scope="module", autouse=True)
def in_a_loop() -> Iterator[None]:
    """The browser is driven from a loop in this thread, where Django asks the database only if it is told to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch, settings: LazySettings, sent: list[str]) -> None:
    register_hand_game(monkeypatch, settings)


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    return open_hand_game(anna, bob)


@pytest.fixture
def turn(game: Game) -> Turn:
    return person_turn(game)


@pytest.fixture
def page(browser: Browser, live_server: LiveServer, turn: Turn) -> Iterator[Page]:
    with opened(browser, live_server, turn) as page:
        complaints = record_page_errors(page)
        yield page
        assert complaints == []


@pytest.fixture
def plain_page(browser: Browser, live_server: LiveServer, turn: Turn) -> Iterator[Page]:
    """In a browser that runs no scripts."""
    with opened(browser, live_server, turn, java_script_enabled=False) as page:
        yield page


@contextmanager
def opened(browser: Browser, live_server: LiveServer, turn: Turn, **options: Any) -> Iterator[Page]:
    """The game's page before the person who is asked."""
    client = Client()
    client.force_login(player(turn))
    context = browser.new_context(viewport=DESKTOP, **options)  # type: ignore[arg-type]
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/games/{turn.game_id}/")
    yield page
    context.close()


def cards_of(turn: Turn) -> list[str]:
    """As the drawing names them."""
    selection = queries.question_for(turn).offers[0].selection
    assert selection is not None
    return [item.target for item in selection.items]


def click(page: Page, target: str) -> None:
    page.locator(f'svg .lit[data-target="{target}"]').click()


def ticked(page: Page) -> list[str]:
    """Of the open selection, in order."""
    return list(
        page.locator("details.selection[open] input:checked").evaluate_all("all => all.map(one => one.dataset.item)")
    )


def assert_chosen(page: Page, cards: list[str]) -> None:
    """The boxes and the drawing tell which cards are chosen; of an answer that opens the page hears a moment later."""
    drawn = page.locator(SHOWN_AS_TICKED)
    expect(drawn).to_have_count(len(cards))
    assert ticked(page) == drawn.evaluate_all("all => all.map(one => one.dataset.target)") == cards


def how_many(page: Page) -> str:
    return page.locator("details.selection[open] .so-many").inner_text()


def played(page: Page, game: Game) -> str:
    page.locator("#question:not([data-turn])").wait_for()
    return str(fresh(game).moves.get().text)


def test_cards_are_chosen_by_clicking_them_where_they_lie(page: Page, game: Game, turn: Turn) -> None:
    cards = cards_of(turn)
    confirm = page.locator("details.selection[open] button[type=submit]")
    assert ticked(page) == []
    # The first click opens the answer that the pile belongs to, with what is suggested.
    click(page, "pile")
    assert_chosen(page, cards[:2])
    click(page, cards[0])
    assert how_many(page) == "1 chosen"
    assert confirm.is_disabled()
    click(page, cards[3])
    click(page, cards[4])
    assert_chosen(page, [cards[1], cards[3], cards[4]])
    click(page, cards[2])
    assert how_many(page) == "4 chosen"
    assert confirm.is_disabled()
    click(page, cards[2])
    keep(page, "selection", phones=True)
    confirm.click()
    numbers = [card.removeprefix("card:") for card in (cards[1], cards[3], cards[4])]
    assert played(page, game) == f"discard {', '.join(numbers)}"


def test_a_second_click_on_what_the_answer_belongs_to_plays_it(page: Page, game: Game, turn: Turn) -> None:
    click(page, "tower")
    assert how_many(page) == "2 of 2 chosen"
    click(page, cards_of(turn)[0])
    click(page, "tower")
    assert fresh(game).plies == 0, "one card is missing"
    click(page, cards_of(turn)[4])
    click(page, "tower")
    assert played(page, game).startswith("build tower with ")


def test_another_answer_opens_instead_of_the_first_and_can_be_left_again(page: Page, turn: Turn) -> None:
    click(page, "tower")
    click(page, "pile")
    assert how_many(page) == "2 chosen"
    assert page.locator("details.selection[open]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("details.selection[open]").count() == 0
    expect(page.locator(SHOWN_AS_TICKED)).to_have_count(0)
    # With no answer open that takes cards, a card leads to the group of what can be done with it alone.
    click(page, cards_of(turn)[3])
    assert page.locator("details.group[open] .offer.chosen").inner_text().startswith("Swap the ")
    keep(page, "selection-group", phones=True)


def test_the_only_thing_to_complete_is_open_and_a_card_opens_it_again(page: Page, anna: User, bob: User) -> None:
    alone = open_hand_game(anna, bob, left=0)
    while fresh(alone).plies < 4:
        answer(person_turn(alone), "pass")
    page.goto(page.url.replace(page.url.rstrip("/").rpartition("/")[2], alone.pk))
    cards = cards_of(person_turn(alone))
    assert_chosen(page, cards[:2])
    click(page, cards[2])
    page.locator("details.selection summary").click()
    expect(page.locator(SHOWN_AS_TICKED)).to_have_count(0)
    click(page, cards[4])
    assert_chosen(page, cards[:3])


def test_boxes_are_ticked_by_the_keyboard(page: Page, game: Game, turn: Turn) -> None:
    page.locator("details.selection summary").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert how_many(page) == "1 of 2 chosen"
    # Enter in a box plays nothing, least of all another answer.
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert how_many(page) == "2 of 2 chosen"
    page.locator("details.selection[open] button[type=submit]").press("Enter")
    numbers = [card.removeprefix("card:") for card in cards_of(turn)[1:3]]
    assert played(page, game) == f"build tower with {', '.join(numbers)}"


def test_without_scripts_the_boxes_alone_do_it(plain_page: Page, game: Game, turn: Turn) -> None:
    plain_page.locator("details.selection summary").nth(1).click()
    boxes = plain_page.locator("details.selection[open] input")
    for index in (0, 1):
        boxes.nth(index).uncheck()
    plain_page.locator("details.selection[open] button[type=submit]").click()
    assert plain_page.locator(".note.error").inner_text() == "You chose 0; nothing was changed. Choose 2 to 3."
    for index in (3, 4):
        plain_page.locator("details.selection[open] input").nth(index).check()
    plain_page.locator("details.selection[open] button[type=submit]").click()
    numbers = [card.removeprefix("card:") for card in cards_of(turn)[3:]]
    assert played(plain_page, game) == f"discard {', '.join(numbers)}"
