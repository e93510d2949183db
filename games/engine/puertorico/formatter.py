"""Writes the notation: one canonical text for every ply and for every line that is a whole decision.

`settler` · `draw` · `take corn` · `take quarry` · `take colonist` · `build harbor` · `extra corn` · `sell coffee` ·
`ship corn 7` · `ship tobacco wharf` · `store sugar, keep coffee` · `place corn 1, small market 1` · `place auto` ·
`pass`

With the expansions also: `choose library` · `forest corn` (takes it as a forest) · `plant` and `forest` (the tile just
drawn) · `take 2 colonists` · `take noble` · `place corn 2, chapel 1 noble, quarry 3 with 1 noble` · `nobles chapel 1` ·
`pay colonist quarry` · `pay noble san juan` · `pay sugar` · `pay vp` · `sell coffee at trading post` · `sell land corn`
· `buy corn` · `buy corn as forest` · `discard corn` · `discard forest corn` · `supply corn` · `ship small wharf` ·
`ship small wharf corn 3, tobacco 2` · `store sugar, keep corn 2, keep coffee 2` · `guest library` ·
`noble guest chapel`. In a line of `place` "land office 1 colonist" says that this is no noble.

A line of `place`, `nobles`, `store` or `ship small wharf` with barrels is the whole decision: what is not named gets
nothing. A single ply of such a decision, as records keep it, ends in ", ..." if more plies of the decision follow:
`place corn 1, ...`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.engine.contract import Event
from games.engine.puertorico import moves
from games.engine.puertorico.components import (
    CARD_NAMES,
    FIRST_BUILDING,
    GOOD_NAMES,
    PLACE_NAMES,
    STOREHOUSE,
    TILE_NAMES,
    ship_size,
)
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import STAGE_COLONISTS, STAGE_NOBLES, STAGE_SMALL_WHARF, STAGE_STORING
from games.engine.puertorico.storing import single_barrel_capacity, single_barrels_named
from games.engine.puertorico.vocabulary import (
    AUTO,
    BUILD,
    BUILDING_NAMES,
    BUY,
    CHOOSE,
    COLONIST,
    DISCARD,
    DRAW,
    EXTRA,
    FOREST,
    GUEST,
    KEEP,
    NOBLE,
    NOBLE_GUEST,
    NOBLES,
    PASS,
    PAY,
    PLACE,
    PLANT,
    ROLE,
    SELL,
    SHIP,
    SMALL_WHARF,
    STORE,
    SUPPLY,
    TAKE,
    TWO_COLONISTS,
    VP,
    WHARF,
)

MORE: Final = "..."

# Values of Step.kind and Step.way, for verbs with several meanings.
OF_COLONISTS: Final = "colonist"
OF_NOBLES: Final = "noble"
OF_LAND: Final = "land"
OF_FORESTS: Final = "forest"
OF_GUESTS: Final = "guest"
AT_POST: Final = "at trading post"
AS_FOREST: Final = "as forest"


@dataclass(frozen=True)
class Step:
    """One thing that a line says."""

    verb: str
    """Canonical, as `noun`."""
    noun: str = ""
    kind: str = ""
    """A word before the noun that says what is meant ("pay colonist quarry")."""
    way: str = ""
    """How or where, after the noun: the name of a ship, "at trading post"."""
    count: int = 0
    """Of colonists, nobles or barrels."""
    nobles: int | None = None
    """How many of the colonists of a place are nobles; None if the line does not say it."""


def _by_term(step: Step, first: int, terms: Sequence[str]) -> dict[Step, int]:
    return {replace(step, noun=term): first + number for number, term in enumerate(terms)}


MOVE_BY_STEP: Final[dict[Step, int]] = {
    Step(PASS): moves.PASS,
    Step(DRAW): moves.DRAW,
    Step(TAKE, COLONIST): moves.TAKE_COLONIST,
    Step(TAKE, TWO_COLONISTS): moves.TAKE_TWO_COLONISTS,
    Step(TAKE, NOBLE): moves.TAKE_NOBLE,
    Step(PLANT): moves.AS_PLANTATION,
    Step(FOREST): moves.AS_FOREST,
    Step(PAY, VP): moves.PAY_VP,
    Step(SHIP, way=SMALL_WHARF): moves.BY_SMALL_WHARF,
    **_by_term(Step(ROLE), moves.PICK, CARD_NAMES),
    **_by_term(Step(CHOOSE), moves.CHOOSE + FIRST_BUILDING, BUILDING_NAMES),
    **_by_term(Step(TAKE), moves.TAKE, TILE_NAMES),
    **_by_term(Step(FOREST), moves.TAKE_AS_FOREST, TILE_NAMES),
    **_by_term(Step(DISCARD), moves.DISCARD, TILE_NAMES),
    **_by_term(Step(DISCARD, kind=OF_FORESTS), moves.DISCARD_FOREST, GOOD_NAMES),
    **_by_term(Step(BUILD), moves.BUILD + FIRST_BUILDING, BUILDING_NAMES),
    **_by_term(Step(PAY, kind=OF_COLONISTS), moves.PAY_COLONIST, PLACE_NAMES),
    **_by_term(Step(PAY, kind=OF_NOBLES), moves.PAY_NOBLE, PLACE_NAMES),
    **_by_term(Step(PAY), moves.PAY_GOOD, GOOD_NAMES),
    **_by_term(Step(EXTRA), moves.EXTRA, GOOD_NAMES),
    **_by_term(Step(SELL), moves.SELL, GOOD_NAMES),
    **_by_term(Step(SELL, way=AT_POST), moves.SELL_AT_POST, GOOD_NAMES),
    **_by_term(Step(SELL, kind=OF_LAND), moves.SELL_LAND, TILE_NAMES),
    **_by_term(Step(BUY), moves.BUY_LAND, TILE_NAMES),
    **_by_term(Step(BUY, way=AS_FOREST), moves.BUY_FOREST, TILE_NAMES),
    **_by_term(Step(SUPPLY), moves.SUPPLY, GOOD_NAMES),
    **_by_term(Step(STORE), moves.STORE, GOOD_NAMES),
    **_by_term(Step(KEEP), moves.KEEP, GOOD_NAMES),
    **_by_term(Step(GUEST), moves.GUEST, PLACE_NAMES),
    **_by_term(Step(NOBLE_GUEST, kind=OF_GUESTS), moves.NOBLE_GUEST, PLACE_NAMES),
}
"""The move that a step means, for all moves except loadings and moves with a count."""
STEP_BY_MOVE: Final = {move: step for step, move in MOVE_BY_STEP.items()}


def step_of(position: State, move: int) -> Step:
    """What a move means in words."""
    if moves.is_loading(move):
        slot = moves.loaded_ship(move)
        ship = WHARF if slot == moves.BY_WHARF else str(ship_size(position.seats, slot))
        return Step(SHIP, GOOD_NAMES[moves.loaded_good(move)], way=ship)
    if moves.is_placing(move):
        return Step(PLACE, PLACE_NAMES[moves.placed_place(move)], count=int(moves.placed_colonists(move)))
    if moves.CARGO <= move < moves.GUEST:
        return cargo_step(GOOD_NAMES[moves.cargo_good(move)], int(moves.cargo_barrels(move)))
    if moves.is_noble_placing(move):
        return Step(NOBLES, PLACE_NAMES[moves.noble_place(move)], count=int(moves.placed_nobles(move)))
    return STEP_BY_MOVE[move]


def cargo_step(good: str, barrels: int) -> Step:
    return Step(SHIP, good, way=SMALL_WHARF, count=barrels)


def move_text(position: State, move: int) -> str:
    """The canonical text of one legal ply."""
    text = steps_text([step_of(position, move)])
    return text if _is_whole_decision(position, move) else f"{text}, {MORE}"


def _is_whole_decision(position: State, move: int) -> bool:
    """Whether the ply completes its decision: no more plies of it follow."""
    if moves.is_guest(move):
        return True
    if position.stage == STAGE_COLONISTS:
        nobles = position.nobles_on and position.noble_count[position.actor]
        return bool(moves.placed_colonists(move) == position.colonists_to_place and not nobles)
    if position.stage == STAGE_STORING:
        if position.works(position.actor, STOREHOUSE):
            return moves.is_keeping(move) and single_barrels_named(position) + 1 == single_barrel_capacity(
                position, position.actor
            )
        return moves.is_keeping(move)
    if position.stage == STAGE_SMALL_WHARF:
        return not any(
            position.barrels_of(position.actor, good) for good in range(position.cargo_good + 1, len(GOOD_NAMES))
        )
    return position.stage != STAGE_NOBLES or _is_last(position, move)


def _is_last(position: State, move: int) -> bool:
    """Whether the seat is asked nothing more of the kind after this ply."""
    after = position.copy()
    assert isinstance(after, State)
    after.play(move)
    return bool(after.stage != position.stage or after.actor != position.actor)


def steps_text(steps: Sequence[Step]) -> str:
    """The canonical line for the steps of one decision; words that they have in common are written once."""
    parts = [_step_text(step, first=index == 0) for index, step in enumerate(steps)]
    return ", ".join(part for part in parts if part)


def _step_text(step: Step, first: bool) -> str:
    noun = step.noun.casefold()
    if step.verb == ROLE:
        return noun
    if step.verb == PLACE:
        words = ["place" if first else "", noun, "" if step.noun == AUTO else _people_text(step)]
    elif step.verb == NOBLES:
        words = [NOBLES if first else "", noun, str(step.count)]
    elif step.verb == SHIP and step.way == SMALL_WHARF:
        words = [f"{SHIP} {SMALL_WHARF}" if first else "", noun, str(step.count) if noun else ""]
    else:
        words = [step.verb, step.kind, noun, step.way, str(step.count) if step.count else ""]
    return " ".join(word for word in words if word)


def _people_text(step: Step) -> str:
    """How many go to a place: "2", "1 noble", "2 nobles", "3 with 1 noble", "2 colonists" (none of them noble)."""
    if step.nobles is None:
        return str(step.count)
    if step.nobles == 0:
        return "1 colonist" if step.count == 1 else f"{step.count} colonists"
    nobles = "1 noble" if step.nobles == 1 else f"{step.nobles} nobles"
    return nobles if step.nobles == step.count else f"{step.count} with {nobles}"


def decision_line(position: State, plies: Sequence[int]) -> str:
    """The canonical line for the plies of one whole decision: `place`, `nobles`, `store`, `ship small wharf`.

    What gets nothing is left out; single barrels of a kind are counted together.
    """
    return _summary_line([step_of(position, ply) for ply in plies])


def decision_text(position: State, plies: Sequence[int]) -> str:
    """The canonical line for plies in a row; a placement is written whole, with the places filled automatically."""
    after = position.copy()
    assert isinstance(after, State)
    events: list[Event] = []
    after.listener = events
    steps: list[Step] = []
    for ply in plies:
        steps.append(step_of(after, ply))
        after.play(ply)
    placed = []
    if any(step.verb in (PLACE, NOBLES) for step in steps):
        placed = [event for event in events if event.kind == "places" and event.seat == position.actor]
    return _summary_line(_placement_steps(placed[0], steps) if placed else steps)


def _placement_steps(event: Event, steps: Sequence[Step]) -> list[Step]:
    """The steps of a placement with its nobles; places where a noble was possible say "1 colonist" if there is none."""
    asked = {step.noun for step in steps if step.verb == NOBLES}
    places, nobles = event.data["places"], event.data.get("nobles", {})
    assert isinstance(places, dict)
    assert isinstance(nobles, dict)
    return [
        Step(PLACE, place, count=count, nobles=nobles.get(place, 0 if place in asked else None))
        for place, count in places.items()
    ]


def _summary_line(steps: Sequence[Step]) -> str:
    kept_steps: list[Step] = []
    for step in steps:
        if step.verb == KEEP and kept_steps and (kept_steps[-1].verb, kept_steps[-1].noun) == (KEEP, step.noun):
            kept_steps[-1] = replace(kept_steps[-1], count=max(kept_steps[-1].count, 1) + 1)
        elif step.count or step.verb not in (PLACE, NOBLES, SHIP) or (step.verb == SHIP and step.way != SMALL_WHARF):
            kept_steps.append(step)
    return steps_text(kept_steps or steps[-1:])
