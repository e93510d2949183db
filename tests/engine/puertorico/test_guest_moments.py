"""docs/rules §11 Guesthouse, version 2 of the rules: guests move wherever it can change anything, and only there."""

from __future__ import annotations

import pytest

from games.engine.puertorico.components import CARD_NAMES
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.guests import guest_count
from games.engine.puertorico.moves import PASS, PICK, is_guest
from games.engine.puertorico.position_json import from_json, to_json
from games.engine.puertorico.stages import STAGE_GUESTS, STAGE_OVER, STAGE_ROLE
from tests.engine.puertorico.exhaustive_phases import ROLES, Outcome, outcome_with_villa, phase_outcomes, tables
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import (
    doubloons,
    events_of_kind,
    goods,
    island,
    legal_texts,
    people,
    play,
    question_of,
    table,
    workers,
)

NOBODY = Player()
VILLA_OWNER = Player(city={"guesthouse": 1, "villa": 0})
"""With a colonist as guest, and nothing else that any phase would ask."""


def villa_table(*players: Player, **details: object) -> PuertoRicoPosition:
    return table(*players, nobles=True, **details)  # type: ignore[arg-type]


def seats_asked_for_guests(position: PuertoRicoPosition) -> list[int]:
    """Who is asked, one after the other, before the next role is picked; all of them pass."""
    found = []
    while question_of(position)[0] == "guests":
        found.append(question_of(position)[1])
        play(position, "pass")
    return found


# --- the villa ---


def test_an_empty_villa_and_a_guest_are_asked_for_before_the_mayor_can_be_picked() -> None:
    position = villa_table(NOBODY, NOBODY, VILLA_OWNER)
    play(position, "trader")
    assert (question_of(position), legal_texts(position)) == (("guests", 2), ["pass", "guest villa"])
    assert position.role != -1, "the trader phase is not over yet"
    play(position, "guest villa")
    assert question_of(position) == ("role", 1)
    events = play(position, "mayor", "pass")
    assert [event["seat"] for event in events_of_kind(events, "gets_colonist") if event["by"] == "villa"] == [2]
    assert people(position, 2)[1] >= 1, "a noble"


def test_who_lets_the_guest_stay_is_asked_again_at_the_end_of_the_next_phase() -> None:
    position = villa_table(NOBODY, NOBODY, VILLA_OWNER)
    events = play(position, "trader", "pass")
    assert events_of_kind(events, "passes") == [{"seat": 2, "stage": "guests"}]
    play(position, "craftsman")
    assert question_of(position) == ("role", 2), "they can move their guests when they pick"
    assert "guest villa" in legal_texts(position)


def test_after_the_prospector_too() -> None:
    position = villa_table(NOBODY, NOBODY, NOBODY, VILLA_OWNER)
    play(position, "prospector")
    assert seats_asked_for_guests(position) == [3]


def test_two_villas_are_asked_for_clockwise_from_the_picker() -> None:
    position = villa_table(VILLA_OWNER, NOBODY, NOBODY, VILLA_OWNER, governor=2)
    play(position, "trader")
    assert question_of(position) == ("guests", 0), "the next to pick has their pick"
    position = villa_table(VILLA_OWNER, NOBODY, VILLA_OWNER, NOBODY, governor=2)
    play(position, "trader")
    assert seats_asked_for_guests(position) == [2, 0]


@pytest.mark.parametrize(
    ("owner", "details"),
    [
        (Player(city={"guesthouse": 0, "villa": 0}, san_juan=1), {}),
        (Player(city={"guesthouse": 2, "villa": 1}), {}),
        (Player(city={"guesthouse": 2, "library": 0}), {}),
        (VILLA_OWNER, {"noble_supply": 0, "colonist_supply": 0}),
        (VILLA_OWNER, {"taken": {"mayor": 0}, "picks": 2}),
        (VILLA_OWNER, {"picks": 3, "taken": {"settler": 0, "captain": 1}, "ends": ["victory points"]}),
    ],
    ids=["no guest", "villa occupied", "no villa", "nobody to come", "mayor taken", "the last phase of the game"],
)
def test_nobody_is_asked_for_a_villa_that_no_mayor_can_open_next(owner: Player, details: dict[str, object]) -> None:
    position = villa_table(NOBODY, owner, NOBODY, governor=2 if "picks" not in details else 0, **details)
    if details.get("picks") == 2:
        position = villa_table(owner, NOBODY, NOBODY, **details)
    play(position, "trader")
    assert seats_asked_for_guests(position) == []


def test_at_the_end_of_a_round_every_role_comes_back_the_mayor_too() -> None:
    position = villa_table(NOBODY, NOBODY, VILLA_OWNER, picks=3, taken={"mayor": 0, "captain": 1})
    play(position, "trader")
    assert question_of(position) == ("guests", 2)
    play(position, "guest villa")
    assert (question_of(position), position.round) == (("role", 1), 2)


def test_guests_stay_in_the_mayor_phase_to_its_end() -> None:
    position = villa_table(NOBODY, NOBODY, VILLA_OWNER, picks=3, taken={"trader": 0, "captain": 1}, colonist_ship=0)
    play(position, "mayor", "pass")
    while question_of(position)[0] != "role":
        assert question_of(position)[0] != "guests"
        play(position, legal_texts(position)[0])


def test_the_first_version_of_the_rules_asks_nobody_for_the_villa_alone() -> None:
    position = villa_table(NOBODY, NOBODY, VILLA_OWNER, rules_version=1)
    play(position, "trader")
    assert question_of(position) == ("role", 1)


# --- between producing and the extra goods ---

INDIGO_MAKER = Player(
    island={"indigo": (2, 2)},
    city={"guesthouse": 1, "indigo plant": 2, "library": 0, "specialty factory": 0, "small market": 0},
)


def test_the_craftsmans_guests_may_move_when_the_goods_are_made() -> None:
    position = table(INDIGO_MAKER, NOBODY, NOBODY)
    play(position, "craftsman")
    assert question_of(position) == ("craftsman", 0), "before the production nothing would change"
    assert legal_texts(position) == ["pass", "extra indigo", "guest library", "guest specialty factory"]
    by_library = position.copy()
    by_library.listener = []
    play(by_library, "guest library", "extra indigo")
    assert question_of(by_library) == ("craftsman", 0)
    play(by_library, "extra indigo")
    assert goods(by_library, 0) == {"indigo": 4}
    play(position, "guest specialty factory", "extra indigo")
    assert (goods(position, 0), doubloons(position, 0)) == ({"indigo": 3}, 2)


def test_the_specialty_factory_may_be_opened_where_no_extra_good_is_left() -> None:
    position = table(INDIGO_MAKER, NOBODY, NOBODY, goods_supply={"indigo": 2})
    play(position, "craftsman")
    assert (question_of(position), legal_texts(position)) == (("craftsman", 0), ["pass", "guest specialty factory"])
    passing = position.copy()
    passing.listener = []
    events = play(passing, "pass")
    assert events_of_kind(events, "passes") == [{"seat": 0, "stage": "guests"}]
    assert question_of(passing) == ("role", 1)
    play(position, "guest specialty factory")
    assert (doubloons(position, 0), question_of(position)) == (1, ("role", 1))


def test_the_library_is_of_no_use_where_one_extra_good_is_all_there_is() -> None:
    position = table(INDIGO_MAKER, NOBODY, NOBODY, goods_supply={"indigo": 3})
    play(position, "craftsman")
    assert legal_texts(position) == ["pass", "extra indigo", "guest specialty factory"]


def test_nobody_is_asked_before_a_production_whose_goods_others_take_first() -> None:
    first = Player(island={"corn": (2, 2)})
    owner = Player(island={"corn": (1, 0)}, city={"guesthouse": 1})
    position = table(first, owner, NOBODY, goods_supply={"corn": 2})
    play(position, "craftsman")
    assert question_of(position)[0] != "guests"
    position = table(first, owner, NOBODY, goods_supply={"corn": 3})
    play(position, "craftsman")
    assert question_of(position) == ("guests", 1)


# --- once the hacienda's tile is known ---


def test_a_guest_may_come_to_the_forest_house_when_the_tile_is_drawn() -> None:
    owner = Player(city={"guesthouse": 1, "hacienda": 1, "forest house": 0})
    position = table(owner, NOBODY, NOBODY)
    events = play(position, "settler", "draw")
    assert [event.audience for event in position.listener or () if event.kind == "looks_at"] == [[0]]
    assert events_of_kind(events, "draws") == []
    assert (question_of(position), legal_texts(position)) == (("forest", 0), ["plant", "guest forest house"])
    play(position, "guest forest house")
    assert legal_texts(position) == ["plant", "forest"]
    play(position, "forest")
    assert island(position, 0) == {"forest": 1}
    assert workers(position, 0)["forest house"] == (1, 0)


# --- whatever the moment ---


@pytest.mark.parametrize("card", ROLES, ids=lambda card: CARD_NAMES[card])
def test_no_moment_of_a_phase_would_let_guests_bring_more_than_the_guest_stages_do(card: int) -> None:
    compared = 0
    for position in tables(nobles=True, count=36):
        for seat in range(position.seats):
            if guest_count(position, seat) > 0 and seat != (position.governor + position.picks) % position.seats:
                asked_for = phase_outcomes(position, seat, card, outcome_with_villa)
                at_any_time = phase_outcomes(position, seat, card, outcome_with_villa, anywhere=True)
                if asked_for is not None and at_any_time is not None:
                    assert at_any_time <= asked_for
                    compared += 1
    assert compared > 5


def test_who_is_asked_for_guests_alone_can_change_something_by_them() -> None:
    """Nobody waits for an answer that makes no difference; the answers of others being their first ones."""
    seen = 0
    for start in tables(nobles=True, count=150):
        for card in ROLES:
            position = start.copy()
            position.play(PICK + card)
            while position.stage not in (STAGE_ROLE, STAGE_OVER):
                moves = list(position.legal_moves())
                if all(move == PASS or is_guest(move) for move in moves) and any(map(is_guest, moves)):
                    seen += 1
                    assert len(_reached(position, int(position.actor))) > 1
                position.play(moves[0])
    assert seen > 30


def _reached(start: PuertoRicoPosition, seat: int) -> set[Outcome]:
    """What a seat gets by passing, and by its guests' moves, the villa open or not."""
    found: set[Outcome] = set()
    rest = [start]
    while rest and len(found) < 2:
        position = rest.pop()
        while position.stage not in (STAGE_ROLE, STAGE_OVER) and position.actor != seat:
            position.play(position.legal_moves()[0])
        if position.stage in (STAGE_ROLE, STAGE_OVER):
            found.add(outcome_with_villa(position, seat))
            continue
        for move in position.legal_moves():
            after = position.copy()
            after.play(move)
            rest.append(after)
    return found


def test_a_position_in_the_last_guest_stage_of_a_phase_is_written_and_read() -> None:
    position = villa_table(VILLA_OWNER, NOBODY, VILLA_OWNER, NOBODY, governor=2)
    play(position, "trader", "pass")
    assert question_of(position) == ("guests", 0)
    again = from_json(to_json(position))
    assert to_json(again) == to_json(position)
    assert (again.stage, again.at_phase_end, again.seats_done) == (STAGE_GUESTS, 1, position.seats_done)
    again.play(PASS)
    assert again.stage == STAGE_ROLE
