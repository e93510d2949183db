"""Answers that one completes on the page: boxes to tick, groups, and what a form that chooses wrongly is told."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from games.engine.contract import Offer, Selection
from games.models import Game, Turn
from games.people.models import User
from games.table import queries
from games.web.posted_answer import SelectionAnswer
from tests.hand_game_tables import open_hand_game, register_hand_game
from tests.table.games import answer, fresh, person_turn, player
from tests.web.pages import Form, client_of, forms, game_page

pytestmark = pytest.mark.django_db

TOWER, DISCARD = 1, 2
"""The numbers of the offers that are completed with cards."""


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
def browser(turn: Turn) -> Client:
    return client_of(player(turn))


@pytest.fixture
def form(browser: Client, game: Game) -> Form:
    """The form in which one discards."""
    return form_of(game_page(browser, game), DISCARD)


def form_of(response: Any, number: int) -> Form:
    return next(form for form in forms(response) if form.fields.get("offer") == str(number))


def selection_of(turn: Turn, number: int) -> Selection:
    selection = queries.question_for(turn).offers[number - 1].selection
    assert selection is not None
    return selection


def chosen(form: Form, *items: object, **changes: str) -> dict[str, Any]:
    """What a browser sends that has ticked these boxes and pressed the button below."""
    return form.pressed(item=[str(item) for item in items], **changes)


def played(game: Game) -> list[str]:
    return [move.text for move in fresh(game).moves.order_by("ply")]


def test_the_suggested_things_are_ticked_and_played_by_the_button(
    browser: Client, game: Game, turn: Turn, form: Form
) -> None:
    text = queries.question_for(turn).offers[DISCARD - 1].text
    assert form.ticked == {"item": ["0", "1"]}
    assert browser.post(form.action, form.pressed()).status_code == 302
    assert played(game) == [text]


@pytest.mark.parametrize("items", [(0, 4), (2, 3, 4), (4, 1)])
def test_any_other_choice_is_played(
    browser: Client, game: Game, turn: Turn, form: Form, items: tuple[int, ...]
) -> None:
    line = selection_of(turn, DISCARD).line(items)
    assert browser.post(form.action, chosen(form, *items)).status_code == 302
    assert played(game) == [line]


@pytest.mark.parametrize(
    ("number", "items", "reason"),
    [
        (TOWER, (3,), "You chose 1; nothing was changed. Choose 2."),
        (TOWER, (0, 1, 2), "You chose 3; nothing was changed. Choose 2."),
        (DISCARD, (), "You chose 0; nothing was changed. Choose 2 to 3."),
        (DISCARD, (0, 1, 2, 3), "You chose 4; nothing was changed. Choose 2 to 3."),
        (DISCARD, (0, 5), "That cannot be chosen here; nothing was changed."),
        (DISCARD, (1, 1), "That cannot be chosen here; nothing was changed."),
        (DISCARD, (0, "two"), "“two” is not a number (item)."),
        (DISCARD, (0, -1), "“-1” is not a number (item)."),
        (DISCARD, (0, "9" * 30), "is not a number (item)."),
        (3, (0, 1), "That cannot be chosen here; nothing was changed."),
        (0, (0, 1), "That cannot be chosen here; nothing was changed."),
        (99, (0, 1), "That cannot be chosen here; nothing was changed."),
    ],
)
def test_a_wrong_choice_is_refused_and_says_why(
    browser: Client, game: Game, form: Form, number: int, items: tuple[object, ...], reason: str
) -> None:
    response = browser.post(form.action, chosen(form, *items, offer=str(number)))
    assert response.status_code == 422
    assert reason in unescape(response.content.decode())
    assert played(game) == []
    assert not fresh(game).turns.filter(submissions__isnull=False).exists()


def test_what_was_chosen_wrongly_stays_ticked(browser: Client, form: Form) -> None:
    refused = browser.post(form.action, chosen(form, 1, 2, 3, 4))
    assert form_of(refused, DISCARD).ticked == {"item": ["1", "2", "3", "4"]}
    assert form_of(refused, TOWER).ticked == {"item": ["0", "1"]}


def test_a_choice_made_for_an_earlier_question_is_not_taken_for_this_one(
    browser: Client, game: Game, turn: Turn, form: Form
) -> None:
    answer(turn, "pass")
    answer(person_turn(game), "pass")
    before = played(game)
    assert browser.post(form.action, chosen(form, 0, 1)).status_code == 409
    assert browser.post(form.action, chosen(form, 0, 1, taken="7")).status_code == 409
    assert played(game) == before


@pytest.mark.parametrize("taken", ["", "5", "x"])
def test_a_choice_that_does_not_name_its_question_is_refused(
    browser: Client, game: Game, form: Form, taken: str
) -> None:
    assert browser.post(form.action, chosen(form, 0, 1, taken=taken)).status_code == 409
    assert played(game) == []


def test_pressing_the_button_twice_is_one_answer(browser: Client, game: Game, form: Form) -> None:
    for _click in range(2):
        assert browser.post(form.action, chosen(form, 0, 3)).status_code == 302
    assert len(played(game)) == 1


def test_offers_of_a_group_stand_under_its_heading_and_are_played_from_there(
    browser: Client, game: Game, turn: Turn
) -> None:
    page = unescape(game_page(browser, game).content.decode())
    before, _group, within = page.partition('<details class="group">')
    assert "Swap one card" in within.partition("</summary>")[0]
    swaps = [offer for offer in queries.question_for(turn).offers if offer.group]
    assert swaps
    for offer in swaps:
        assert button_of(offer) not in before
        assert button_of(offer) in within
    # What stands in no group comes first.
    assert 'value="pass"' in before
    group = next(form for form in forms(game_page(browser, game)) if ("line", swaps[-1].text) in form.buttons)
    assert browser.post(group.action, group.pressed(("line", swaps[-1].text))).status_code == 302
    assert played(game) == [swaps[-1].text]


def button_of(offer: Offer) -> str:
    return f'value="{offer.text}"'


def test_several_selections_are_closed_at_first_and_the_only_one_is_open(
    browser: Client, game: Game, anna: User, bob: User
) -> None:
    assert opened_selections(browser, game) == [False, False]
    alone = open_hand_game(anna, bob, left=0)
    assert opened_selections(client_of(player(person_turn(alone))), alone) == [True]


def opened_selections(browser: Client, game: Game) -> list[bool]:
    parts = game_page(browser, game).content.decode().split('<details class="selection"')[1:]
    return [" open " in part.partition(">")[0] for part in parts]


def test_every_box_has_its_name_and_the_drawn_thing_it_is(browser: Client, game: Game, turn: Turn) -> None:
    page = unescape(game_page(browser, game).content.decode())
    for index, item in enumerate(selection_of(turn, DISCARD).items):
        form = page.partition(f'name="offer" value="{DISCARD}"')[2]
        box = form.partition(f'name="item" value="{index}"')[2].partition("</label>")[0]
        assert f'data-item="{item.target}"' in box
        thing = box.partition('<span class="thing">')[2].partition("</span>")[0]
        assert thing.strip() == item.label.render()
    assert "<legend>Choose 2 to 3</legend>" in page
    assert "<legend>Choose 2</legend>" in page


def test_who_is_not_asked_sees_nothing_to_choose(game: Game, turn: Turn, anna: User, bob: User) -> None:
    waiting = bob if player(turn) == anna else anna
    response = game_page(client_of(waiting), game)
    assert [form for form in forms(response) if form.action.endswith("/answer/")] == []
    assert 'class="selection"' not in response.content.decode()
    refused = client_of(waiting).post(f"/turns/{turn.pk}/answer/", {"offer": "2", "item.2": ["0", "1"], "taken": "0"})
    assert refused.status_code == 403
    assert played(game) == []


def test_the_text_that_keys_of_stored_answers_are_made_of_stays() -> None:
    """Or a form that was sent before an upgrade, and is sent again after it, would not be known again."""
    assert str(SelectionAnswer(2, (0, 1))) == "Picked(offer=2, items=(0, 1))"
