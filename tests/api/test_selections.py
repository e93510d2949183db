"""What an answer can be completed with, and groups of options, as programs are told."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings

from games.models import Game, Turn
from games.people.models import User
from tests.api.programs import Program, kind_of, program_of
from tests.hand_game_tables import open_hand_game, register_hand_game
from tests.table.games import fresh, person_turn, player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch, settings: LazySettings, sent: list[str]) -> None:
    register_hand_game(monkeypatch, settings)


@pytest.fixture
def turn(anna: User, bob: User) -> Turn:
    return person_turn(open_hand_game(anna, bob))


@pytest.fixture
def options(turn: Turn) -> list[dict[str, Any]]:
    asked = program_of(player(turn)).ask(f"turns/{turn.pk}/options/")
    found: list[dict[str, Any]] = asked["options"]
    return found


def line(selection: dict[str, Any], *indexes: int) -> str:
    """As docs/api.md says that it is put together."""
    return f"{selection['stem']} {', '.join(selection['items'][index]['word'] for index in indexes)}"


def played(game: Game) -> list[str]:
    return [move.text for move in fresh(game).moves.order_by("ply")]


def test_the_options_tell_what_they_can_be_completed_with(options: list[dict[str, Any]]) -> None:
    tower, discard = options[0]["selection"], options[1]["selection"]
    assert (tower["stem"], tower["least"], tower["most"]) == ("build tower with", 2, 2)
    assert (discard["stem"], discard["least"], discard["most"]) == ("discard", 2, 3)
    for option in options[:2]:
        selection = option["selection"]
        assert len(selection["items"]) == 5
        assert all(item["target"] == f"card:{item['word']}" for item in selection["items"])
        assert all(item["label"] == f"the {item['word']}" for item in selection["items"])
        assert option["text"] == line(selection, *selection["chosen"])
    assert [option["selection"] for option in options[2:]] == [None] * 6


def test_the_options_tell_their_group(options: list[dict[str, Any]]) -> None:
    assert [option["group"] for option in options] == [None, None, *["Swap one card"] * 5, None]
    assert [option["number"] for option in options] == list(range(1, 9))


def test_a_choice_of_ones_own_is_played(turn: Turn, options: list[dict[str, Any]]) -> None:
    own = line(options[1]["selection"], 1, 3, 4)
    response = program_of(player(turn)).post(f"turns/{turn.pk}/play/", {"lines": [own], "taken": 0})
    assert response["done"] == [own]
    assert played(turn.game) == [own]


def test_a_choice_of_too_many_is_refused(turn: Turn, options: list[dict[str, Any]]) -> None:
    program = program_of(player(turn))
    many = line(options[0]["selection"], 0, 1, 2)
    problem = program.post(f"turns/{turn.pk}/play/", {"lines": [many], "taken": 0}, 422)
    assert kind_of(problem) == "refused-move"
    assert played(turn.game) == []


def test_the_schema_describes_selections() -> None:
    described = Program().ask("schema/?format=json")["components"]["schemas"]
    option = described["Option"]
    assert {"selection", "group"} <= set(option["required"])
    assert "Selection" in str(option["properties"]["selection"])
    assert set(described["Selection"]["required"]) == {"stem", "items", "least", "most", "chosen"}
    assert "Item" in str(described["Selection"]["properties"]["items"])


def test_a_refusal_says_that_what_is_possible_are_examples(turn: Turn) -> None:
    problem = program_of(player(turn)).post(f"turns/{turn.pk}/play/", {"lines": ["nonsense"]}, 422)
    assert problem["legal"]
    assert problem["legal_complete"] is False
