"""Nothing legal is missing and nothing else is offered: every question of whole games, answered again by the book.

What a seat may do is worked out a second time in independent_rules.py, slowly, from what that seat sees of the table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.engine.contract import Event
from games.engine.puertorico.components import BUILDINGS, PRODUCTION
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import STAGE_ROLE, STAGE_STORING
from games.engine.puertorico.suggested_placement import suggested_move
from games.engine.puertorico.view_types import PuertoRicoView, TurnView
from tests.engine.puertorico import independent_rules
from tests.engine.puertorico.games import start
from tests.engine.puertorico.independent_rules import EarlierPly, Table, clockwise
from tests.engine.puertorico.positions import PUERTO_RICO
from tests.engine.puertorico.tables import furnish, legal_texts

PHASES = {"settler", "builder", "trader", "captain"}
TURN_ENDS = {"captain": {"ships", "wharf", "small_wharf", "passes"}}
"""Where one seat has several turns in a phase: what ends one."""
NOTHING_BEGUN = TurnView(
    second_tile=False,
    drawn=None,
    payment=None,
    extras_left=0,
    sold=False,
    dealt_in_land=False,
    supplied=0,
    loaded={},
    warehoused=(),
    kept={},
)


def options_drawn(dice: random.Random) -> dict[str, str]:
    """Any options that go together."""
    nobles = dice.choice(["on", "off"])
    buildings = dice.choice(["draft", "random", "all", "list"])
    options = {
        "edition": dice.choice(["2014", "first"]),
        "exclusions": dice.choice(["on", "off"]),
        "long_game": dice.choice(["on", "off", "off"]),
        "nobles": nobles,
        "buildings": buildings,
    }
    if nobles == "on" and buildings != "list":
        options["new_buildings"] = dice.choice(["on", "on", "off"])
    if buildings == "list":
        kinds = [
            building.name
            for building in BUILDINGS
            if (building.kind != PRODUCTION or building.name == "jeweler")
            and building.box in ("base", "expansion I", *(["expansion II"] if nobles == "on" else []))
        ]
        options["violet_buildings"] = ", ".join(kind for kind in kinds if dice.random() < 0.7)
    return options


def sight(position: PuertoRicoPosition, seat: int) -> PuertoRicoView:
    view = PUERTO_RICO.view(position, seat)
    assert isinstance(view, PuertoRicoView)
    return view


def events_of_role(position: PuertoRicoPosition) -> list[Event]:
    """Everything since the role was picked; everything of a draft."""
    assert position.listener is not None
    events = position.listener
    picks = [number for number, event in enumerate(events) if event.kind == "picks"]
    return events[picks[-1] :] if picks else events


def knowledge_of_actor(position: PuertoRicoPosition, earlier_plies: list[EarlierPly]) -> Table:
    """What the seat to move knows."""
    seat = int(position.actor)
    view = sight(position, seat)
    unbroken: list[EarlierPly] = []
    for one in reversed(earlier_plies):
        if (one.seat, one.stage) != (seat, view.stage):
            break
        unbroken.insert(0, one)
    return Table(view, view.players[seat], events_of_role(position), unbroken)


def passed(position: PuertoRicoPosition, seat: int) -> Table:
    """What a seat knows that was not asked."""
    view = replace(sight(position, seat), turn=NOTHING_BEGUN)
    return Table(view, view.players[seat], events_of_role(position))


def passed_over(before: Table, table: Table, position: PuertoRicoPosition, news: list[Event]) -> Iterator[Table]:
    """The seats that could have been asked between two questions of one phase, and were not."""
    view, stage = table.view, table.view.stage
    assert view.to_move is not None
    assert before.view.to_move is not None
    assert view.picker is not None
    if before.view.stage == "role" or (stage in ("hunting lodge", "guests") and before.view.stage != stage):
        first = view.picker
    elif before.view.to_move != view.to_move:
        first = before.view.to_move + 1
    elif any(event.kind in TURN_ENDS.get(stage, ()) for event in news) or view.turn.second_tile:
        # Around the whole table, and the same seat again.
        yield from (passed(position, seat) for seat in clockwise(view, view.to_move + 1, view.to_move))
        return
    else:
        return
    yield from (passed(position, seat) for seat in clockwise(view, first, view.to_move))


def passed_over_at_the_end(before: Table, position: PuertoRicoPosition, news: list[Event]) -> Iterator[Table]:
    """Of a phase that is over: those after the last one asked, as far as the table still shows what they could do."""
    role, picker = before.view.role, before.view.picker
    last = before.view.to_move
    if before.view.stage == "role":
        picked = next(event for event in news if event.kind == "picks")
        role, picker, last = str(picked.data["role"]), int(picked.seat), int(picked.seat)
    assert picker is not None
    assert last is not None
    emptied = any(event.kind == "house_emptied" for event in news)
    if role == "builder" or (role == "trader" and not emptied):
        for seat in clockwise(before.view, last + 1, picker):
            table = passed(position, seat)
            yield replace(table, view=replace(table.view, picker=picker, stage=role))


def storings(position: PuertoRicoPosition) -> set[tuple[str, ...]]:
    """All whole storings that the seat to move can play, guests left aside."""
    seat = position.actor
    ways: set[tuple[str, ...]] = set()

    def follow(before: State, plies: tuple[str, ...]) -> None:
        assert isinstance(before, PuertoRicoPosition)
        for ply, move in zip(legal_texts(before), before.legal_moves(), strict=True):
            if "guest " in ply:
                continue
            after = before.copy()
            after.listener = None
            after.play(move)
            if after.stage == STAGE_STORING and after.actor == seat:
                follow(after, (*plies, ply))
            else:
                ways.add((*plies, ply))

    follow(position, ())
    return ways


def check(table: Table, position: PuertoRicoPosition) -> None:
    """Exactly what the book allows is legal; of the moves of guests, what must be, and no more than may be."""
    legal = legal_texts(position)
    assert len(set(legal)) == len(legal)
    assert list(position.legal_moves()) == sorted(position.legal_moves())
    of_guests = {ply for ply in legal if ply.startswith(("guest ", "noble guest "))}
    stage = table.view.stage
    if stage != "storing":
        assert set(legal) - of_guests == independent_rules.answers(table)
    elif not table.earlier_plies:
        assert storings(position) == independent_rules.storings(table)
    may, must = independent_rules.guests_may(table), independent_rules.guests_must(table, stage, asked=True)
    if stage == "storing" and table.earlier_plies:
        may = must = set()
    assert must <= of_guests <= may


def chosen(position: PuertoRicoPosition, dice: random.Random) -> str:
    """At random, but colonists mostly go where they are of use, and to pass is rare."""
    legal = legal_texts(position)
    if legal[0].startswith("place ") and dice.random() < 0.6:
        moves = list(position.legal_moves())
        return legal[moves.index(suggested_move(position))]
    busy = [ply for ply in legal if ply != "pass"]
    if "mayor" in busy and dice.random() < 0.3:
        return "mayor"
    return dice.choice(busy if busy and dice.random() < 0.85 else legal)


def follow_game(position: PuertoRicoPosition, dice: random.Random, furnished: bool = False) -> Counter[str]:
    """Check every question of a game; how often each stage came. furnished: not from an empty table."""
    stages: Counter[str] = Counter()
    earlier_plies: list[EarlierPly] = []
    before: Table | None = None
    position.listener = []
    news_from = 0
    while not position.is_over():
        if furnished and position.stage == STAGE_ROLE:
            furnish(position, dice)
            furnished = False
        table = knowledge_of_actor(position, earlier_plies)
        stage = table.view.stage
        stages[stage] += 1
        check(table, position)
        if before is not None:
            check_passed_over(before, table, position, position.listener[news_from:])
        ply = chosen(position, dice)
        earlier_plies.append(EarlierPly(int(position.actor), stage, ply))
        before, news_from = table, len(position.listener)
        position.play(list(position.legal_moves())[legal_texts(position).index(ply)])
    return stages


def check_passed_over(before: Table, table: Table, position: PuertoRicoPosition, news: list[Event]) -> None:
    """Nobody who could have done something was left out."""
    if before.view.stage == "draft":
        return
    if before.view.phase != table.view.phase:
        idle = passed_over_at_the_end(before, position, news)
    elif table.view.stage in {*PHASES, "hunting lodge", "guests"}:
        idle = passed_over(before, table, position, news)
    else:
        return
    assert all(independent_rules.is_idle(one, one.view.stage) for one in idle)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_exactly_the_legal_answers_are_offered_in_the_basic_game(seats: int) -> None:
    dice = random.Random(seats)
    position = start(seats, secret=bytes([seats]) * 32, open_vp="on", edition=dice.choice(["2014", "first"]))
    stages = follow_game(position, dice)
    assert set(stages) >= {"role", "settler", "mayor", "colonists", "builder", "craftsman", "trader", "captain"}


@pytest.mark.parametrize("seed", range(10))
def test_exactly_the_legal_answers_are_offered_with_the_expansions(seed: int) -> None:
    dice = random.Random(seed)
    position = start(2 + seed % 4, secret=bytes([seed + 1]) * 32, open_vp="on", **options_drawn(dice))
    stages = follow_game(position, dice, furnished=True)
    assert set(stages) >= {"role", "settler", "mayor", "builder", "captain"}
    assert len(stages) >= 8, "a game in which there was much to decide"
