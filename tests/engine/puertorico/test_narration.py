"""Every event has its sentence, with the players' names in it."""

from __future__ import annotations

import random

import pytest

from games.engine.contract import NOBODY, Event, Position, event_from_json
from games.engine.puertorico.events import EVENTS, EVENTS_OF_BASE, SOMETIMES
from tests.engine.puertorico.games import random_game, start
from tests.engine.puertorico.positions import PUERTO_RICO, Player, play, set_up
from tests.engine.puertorico.tables import EVERYTHING, furnish

EVERYTHING_IN_PLAY = {"buildings": "list", "violet_buildings": EVERYTHING, "nobles": "on"}
NAMES = ["Anna", "Bob", "Chris", "David", "Eva"]


NOT_ABOUT_WHO_ACTS = {"end_triggered"}


def check_sentences(position: Position, seats: int) -> set[str]:
    """Every event of the game, as it is stored, can be read; returns their kinds."""
    assert position.listener is not None
    for event in position.listener:
        sentence = PUERTO_RICO.narrate(event_from_json(event.to_json()), NAMES[:seats]).render()
        assert sentence.endswith("."), event.kind
        assert "{" not in sentence, event.kind
        assert set(EVENTS[event.kind]) <= set(event.data), event.kind
        assert set(event.data) <= {*EVENTS[event.kind], *SOMETIMES.get(event.kind, ())}, event.kind
        if event.seat != NOBODY and event.kind not in NOT_ABOUT_WHO_ACTS:
            assert NAMES[event.seat] in sentence, event.kind
    return {event.kind for event in position.listener}


def test_every_kind_of_event_that_games_produce_has_a_sentence() -> None:
    kinds = set()
    for seats in (2, 3, 4, 5):
        for seed in range(3):
            *_, position = random_game(seats, seed=50 + seed)
            kinds |= check_sentences(position, seats)
    rare = {"wharf", "factory", "shuffles"}
    assert kinds | rare == set(EVENTS_OF_BASE), "a kind of event is missing from the games, or from the list"


@pytest.mark.parametrize(
    "options",
    [
        {"buildings": "random"},
        {"buildings": "draft", "nobles": "on"},
        {"buildings": "draft", "nobles": "on", "new_buildings": "off"},
        {"buildings": "all", "edition": "first", "long_game": "on"},
    ],
)
def test_every_event_of_a_game_with_expansions_has_a_sentence(options: dict[str, str]) -> None:
    for seats in (2, 5):
        *_, position = random_game(seats, seed=60 + seats, **options)
        assert len(check_sentences(position, seats)) > 15


def test_games_in_which_everybody_has_everything_tell_every_kind_of_event() -> None:
    kinds, dice = set(), random.Random(5)
    for seats in (2, 3, 4, 5) * 3:
        position = start(seats, secret=bytes([seats]) * 32, **EVERYTHING_IN_PLAY)
        furnish(position, dice)
        position.listener = []
        while not position.is_over():
            position.play(dice.choice(list(position.legal_moves())))
        kinds |= check_sentences(position, seats)
    assert set(EVENTS) - kinds == {"chooses"}, "only a draft tells that"


@pytest.mark.parametrize(
    ("kind", "seat", "data", "sentence"),
    [
        ("picks", 0, {"role": "mayor", "doubloons": 0}, "Anna picks the mayor."),
        ("picks", 1, {"role": "trader", "doubloons": 1}, "Bob picks the trader, with 1 doubloon on it."),
        (
            "picks",
            1,
            {"role": "prospector 2", "doubloons": 2},
            "Bob picks the second prospector, with 2 doubloons on it.",
        ),
        ("prospects", 0, {"doubloons": 1}, "Anna takes 1 doubloon."),
        ("passes", 0, {"stage": "builder"}, "Anna builds nothing."),
        ("passes", 0, {"stage": "captain"}, "Anna loads nothing."),
        ("draws", 0, {"tile": "indigo"}, "Anna draws an indigo plantation with the hacienda."),
        ("takes", 0, {"tile": "quarry"}, "Anna takes a quarry."),
        (
            "gets_colonist",
            0,
            {"by": "mayor", "place": "San Juan", "source": "supply"},
            "Anna takes the mayor's colonist.",
        ),
        (
            "gets_colonist",
            0,
            {"by": "hospice", "place": "corn", "source": "supply"},
            "Anna's hospice puts a colonist on the corn plantation.",
        ),
        (
            "gets_colonist",
            0,
            {"by": "university", "place": "wharf", "source": "ship"},
            "Anna's university puts a colonist from the ship on the wharf.",
        ),
        ("shuffles", NOBODY, {"tiles": 12}, "12 discarded plantations are shuffled into a new stack."),
        ("plantations", NOBODY, {"discarded": {}, "drawn": {"corn": 2}}, "New plantations: 2 corn."),
        (
            "plantations",
            NOBODY,
            {"discarded": {"sugar": 1}, "drawn": {"corn": 1, "coffee": 2}},
            "New plantations: 1 corn, 2 coffee. Discarded: 1 sugar.",
        ),
        ("plantations", NOBODY, {"discarded": {}, "drawn": {}}, "No plantations are left to lay out."),
        ("colonists_arrive", NOBODY, {"counts": [2, 1, 0]}, "Colonists arrive: 2 for Anna, 1 for Bob."),
        ("colonists_arrive", NOBODY, {"counts": [0, 0, 0]}, "The colonist ship is empty."),
        ("places", 2, {"places": {"corn": 2, "wharf": 1}, "san_juan": 0}, "Chris's colonists: corn 2, wharf 1."),
        ("places", 2, {"places": {"corn": 2}, "san_juan": 3}, "Chris's colonists: corn 2; 3 in San Juan."),
        ("colonist_ship", NOBODY, {"colonists": 5, "required": 5}, "5 colonists board the ship."),
        (
            "colonist_ship",
            NOBODY,
            {"colonists": 2, "required": 6},
            "The colonist ship should carry 6 colonists and gets only 2.",
        ),
        ("builds", 0, {"building": "harbor", "price": 1}, "Anna builds the harbor for 1 doubloon."),
        ("produces", 0, {"goods": {"corn": 2, "sugar": 1}}, "Anna produces 2 corn, 1 sugar."),
        ("produces", 0, {"goods": {}}, "Anna produces nothing."),
        ("factory", 0, {"kinds": 3, "doubloons": 2}, "Anna's factory earns 2 doubloons for 3 kinds."),
        ("extra", 0, {"good": "coffee"}, "Anna takes one more coffee."),
        ("sells", 0, {"good": "coffee", "doubloons": 5}, "Anna sells coffee for 5 doubloons."),
        (
            "house_emptied",
            NOBODY,
            {"goods": {"corn": 1, "coffee": 1}},
            "The trading house is full and is emptied: 1 corn, 1 coffee.",
        ),
        ("ships", 0, {"good": "corn", "barrels": 3, "ship": 7, "vp": 4}, "Anna ships 3 corn on ship 7: 4 VP."),
        ("wharf", 0, {"good": "corn", "barrels": 3, "vp": 4}, "Anna ships 3 corn by the wharf: 4 VP."),
        ("stores", 0, {"whole": {}, "single": "corn", "discarded": {}}, "Anna keeps 1 corn."),
        (
            "stores",
            0,
            {"whole": {"sugar": 3}, "single": "corn", "discarded": {"corn": 1}},
            "Anna keeps 1 corn, 3 sugar and gives back 1 corn.",
        ),
        (
            "stores",
            0,
            {"whole": {"sugar": 3}, "single": None, "singles": {"corn": 2, "coffee": 2}, "discarded": {"corn": 1}},
            "Anna keeps 2 corn, 3 sugar, 2 coffee and gives back 1 corn.",
        ),
        ("passes", 0, {"stage": "trader", "more": True}, "Anna trades nothing more."),
        ("chooses", 0, {"building": "library"}, "Anna chooses the library."),
        ("looks_at", 0, {"tile": "coffee"}, "Anna draws a coffee plantation with the hacienda and looks at it."),
        ("takes_forest", 0, {"tile": "corn"}, "Anna takes a corn plantation and places it as a forest."),
        (
            "gets_colonist",
            0,
            {"by": "villa", "place": "San Juan", "source": "supply", "noble": True},
            "Anna's villa takes in a noble.",
        ),
        (
            "places",
            0,
            {"places": {"corn": 2, "chapel": 1}, "san_juan": 0, "nobles": {"chapel": 1}},
            "Anna's colonists: corn 2, chapel 1 (1 noble).",
        ),
        (
            "builds",
            0,
            {"building": "harbor", "price": 6, "black_market": 2},
            "Anna builds the harbor for 6 doubloons, and 2 doubloons by the black market.",
        ),
        ("pays_colonist", 0, {"place": "San Juan", "noble": False}, "Anna returns a colonist from San Juan."),
        ("chapel", 0, {"vp": 1}, "Anna's chapel earns 1 VP."),
        ("chapel", 0, {"doubloons": 1}, "Anna's chapel earns 1 doubloon."),
        (
            "small_wharf",
            0,
            {"goods": {"corn": 3, "tobacco": 2}, "vp": 2},
            "Anna ships 3 corn, 2 tobacco by the small wharf: 2 VP.",
        ),
        ("guest_moves", 0, {"place": "library", "noble": False}, "Anna sends a guest to the library."),
        ("ship_emptied", NOBODY, {"ship": 6, "good": "corn", "barrels": 6}, "Ship 6 sails with 6 corn."),
        ("end_triggered", 0, {"condition": "city"}, "Anna's city is full: the game ends with this round."),
        (
            "end_triggered",
            NOBODY,
            {"condition": "colonists"},
            "The colonist ship cannot be filled: the game ends with this round.",
        ),
        (
            "round_ends",
            NOBODY,
            {"round": 2, "doubloons": {"mayor": 1, "trader": 1}},
            "Round 2 ends. One doubloon goes on: mayor, trader.",
        ),
        ("governor", 1, {}, "Bob is the governor."),
        (
            "game_over",
            NOBODY,
            {"scores": [30, 41, 30], "ranks": [2, 1, 2]},
            "The game is over: 1. Bob: 41 VP, 2. Anna: 30 VP, 2. Chris: 30 VP.",
        ),
    ],
)
def test_sentences(kind: str, seat: int, data: dict[str, object], sentence: str) -> None:
    assert set(EVENTS[kind]) <= set(data) <= {*EVENTS[kind], *SOMETIMES.get(kind, ())}
    assert PUERTO_RICO.narrate(Event(kind, seat, data), NAMES[:3]).render() == sentence


def test_a_phase_reads_as_a_story() -> None:
    position = set_up(Player(doubloons=7), Player(doubloons=1), Player(), card_doubloons={"builder": 1})
    story = play(position, "builder", "build factory", "pass")
    assert [PUERTO_RICO.narrate(event, NAMES[:3]).render() for event in story] == [
        "Anna picks the builder, with 1 doubloon on it.",
        "Anna builds the factory for 6 doubloons.",
        "Bob builds nothing.",
    ]
