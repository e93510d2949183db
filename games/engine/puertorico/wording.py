"""The notation, written: one canonical text for every ply and every complete answer.

`settler` · `draw` · `take corn` · `take quarry` · `take colonist` · `build harbor` · `extra corn` · `sell coffee` ·
`ship corn 7` · `ship tobacco wharf` · `store sugar, keep coffee` · `place corn 1, small market 1` · `place auto` ·
`pass`

A line of `place` or `store` is the whole decision: places not named get nobody. A single ply of such a decision,
as records keep it, ends in ", ..." where the rest is told later or follows of itself: `place corn 1, ...`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.puertorico import arrangement, moves
from games.engine.puertorico.components import (
    CARD_NAMES,
    GOOD_NAMES,
    PLACE_NAMES,
    TILE_NAMES,
    ship_size,
)
from games.engine.puertorico.position import COLONISTS, STORING, State
from games.engine.puertorico.vocabulary import (
    AUTO,
    BUILD,
    COLONIST,
    DRAW,
    EXTRA,
    KEEP,
    PASS,
    PLACE,
    ROLE,
    SELL,
    SHIP,
    STORE,
    TAKE,
    WHARF,
)

MORE: Final = "..."


@dataclass(frozen=True)
class Step:
    """One thing that a line says: verb, noun, and the number of colonists or the name of the ship."""

    verb: str
    noun: str = ""
    count: int = 0
    ship: str = ""


def step_of(position: State, move: int) -> Step:
    """What a move means in words."""
    if move == moves.PASS:
        return Step(PASS)
    if move == moves.DRAW:
        return Step(DRAW)
    if move == moves.TAKE_COLONIST:
        return Step(TAKE, COLONIST)
    if moves.is_pick(move):
        return Step(ROLE, CARD_NAMES[move - moves.PICK])
    if moves.is_take(move):
        return Step(TAKE, TILE_NAMES[move - moves.TAKE])
    if moves.is_building(move):
        return Step(BUILD, PLACE_NAMES[move - moves.BUILD])
    if moves.is_extra(move):
        return Step(EXTRA, GOOD_NAMES[move - moves.EXTRA])
    if moves.is_sale(move):
        return Step(SELL, GOOD_NAMES[move - moves.SELL])
    if moves.is_loading(move):
        slot = moves.loaded_ship(move)
        ship = WHARF if slot == moves.BY_WHARF else str(ship_size(position.seats, slot))
        return Step(SHIP, GOOD_NAMES[moves.loaded_good(move)], ship=ship)
    if moves.is_storing(move):
        return Step(STORE, GOOD_NAMES[move - moves.STORE])
    if moves.is_keeping(move):
        return Step(KEEP, GOOD_NAMES[move - moves.KEEP])
    return Step(PLACE, PLACE_NAMES[moves.placed_on(move)], int(moves.placed_colonists(move)))


def move_text(position: State, move: int) -> str:
    """The canonical text of one legal ply."""
    text = text_of([step_of(position, move)])
    return text if _says_all(position, move) else f"{text}, {MORE}"


def _says_all(position: State, move: int) -> bool:
    """Whether a ply alone is the whole decision, or the rest of it is decided later or of itself."""
    if position.stage == COLONISTS:
        return bool(moves.placed_colonists(move) == position.hand)
    return position.stage != STORING or moves.is_keeping(move)


def text_of(steps: Sequence[Step]) -> str:
    """The canonical line for the steps of one decision; `place` is said once for all places."""
    parts = []
    for index, step in enumerate(steps):
        words = [step.noun, step.ship]
        if step.verb == PLACE and step.noun != AUTO:
            words.append(str(step.count))
        if step.verb not in (ROLE, PLACE) or (step.verb == PLACE and index == 0):
            words.insert(0, step.verb)
        parts.append(" ".join(word for word in words if word))
    return ", ".join(parts)


def listed_moves(position: State) -> list[int]:
    """The legal moves in the order in which people are offered them: passing comes last."""
    return sorted((int(move) for move in position.legal_moves()), key=lambda move: (move == moves.PASS, move))


def answers(position: State) -> list[str]:
    """The canonical lines of all complete answers, in the order of the offers; of placements only a suggestion."""
    if position.is_over():
        return []
    if position.stage == COLONISTS:
        return [text_of([Step(PLACE, AUTO)]), text_of(suggested_steps(position))]
    if position.stage == STORING:
        return [text_of([step_of(position, move) for move in plies]) for plies in storings(position)]
    return [move_text(position, move) for move in listed_moves(position)]


def suggested_steps(position: State) -> list[Step]:
    """What `place auto` means, place by place."""
    counts = arrangement.suggestion(position)
    return [Step(PLACE, PLACE_NAMES[place], count) for place, count in counts.items() if count]


def storings(position: State) -> list[list[int]]:
    """All ways for the seat to move to store, as the plies of each."""
    seat = position.actor
    ways: list[list[int]] = []

    def follow(before: State, plies: list[int]) -> None:
        for move in before.legal_moves():
            after = before.copy()
            assert isinstance(after, State)
            after.play(move)
            if after.stage == STORING and after.actor == seat:
                follow(after, [*plies, int(move)])
            else:
                ways.append([*plies, int(move)])

    follow(position, [])
    return ways
