"""Phases played out in every way that one seat can, for tests of where guests may move (docs/rules §11 Guesthouse)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from games.engine.puertorico.components import (
    BUILDER_CARD,
    CAPTAIN_CARD,
    CRAFTSMAN_CARD,
    GOODS,
    GUESTHOUSE,
    PLACES,
    SETTLER_CARD,
    TILE_KINDS,
    TRADER_CARD,
    VILLA,
)
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.puertorico.guests import guest_count, guest_targets, put_guest
from games.engine.puertorico.moves import PICK
from games.engine.puertorico.stages import STAGE_OVER, STAGE_ROLE
from games.engine.random import Random
from tests.engine.puertorico.tables import EVERYTHING, WITHOUT_NOBLES, furnish

ROLES = (SETTLER_CARD, BUILDER_CARD, CRAFTSMAN_CARD, TRADER_CARD, CAPTAIN_CARD)
MAX_POSITIONS = 1500
"""Phases with more decisions than that are left out."""

Outcome = tuple[int, ...]


def tables(nobles: bool, count: int = 12) -> Iterator[PuertoRicoPosition]:
    for seed in range(count):
        dice = random.Random(seed)
        options = {
            "buildings": "list",
            "violet_buildings": EVERYTHING if nobles else WITHOUT_NOBLES,
            "nobles": "on" if nobles else "off",
            "first_governor": "0",
        }
        position = new_position(2 + seed % 3, options, Random(1, 2, 3, seed + 1))
        furnish(position, dice)
        yield position


def outcome(position: PuertoRicoPosition, seat: int) -> Outcome:
    """What a phase brings its player, wherever their people are."""
    return (
        int(position.doubloons[seat]),
        int(position.vp(seat)),
        int(position.colonist_count[seat]),
        *(int(position.barrels_of(seat, good)) for good in range(GOODS)),
        *(int(position.island[seat * TILE_KINDS + tile]) for tile in range(TILE_KINDS)),
        *(int(position.owns(seat, place)) for place in range(TILE_KINDS, PLACES)),
    )


def outcome_with_villa(position: PuertoRicoPosition, seat: int) -> Outcome:
    """The same, and whether the villa is open for a mayor to come."""
    return (*outcome(position, seat), int(position.works(seat, VILLA)))


def phase_outcomes(
    start: PuertoRicoPosition,
    seat: int,
    card: int,
    result: Callable[[PuertoRicoPosition, int], Outcome] = outcome,
    *,
    anywhere: bool = False,
) -> set[Outcome] | None:
    """All that a seat can make of a phase in which everybody else gives their first answer; None if it is too much.

    anywhere: its guests may also be moved by hand whenever anybody at all is asked anything.
    """
    position = start.copy()
    position.play(PICK + card)
    found: set[Outcome] = set()
    rest = [position]
    looked_at = 0
    while rest:
        position = rest.pop()
        looked_at += 1
        if looked_at > MAX_POSITIONS:
            return None
        if position.stage in (STAGE_ROLE, STAGE_OVER):
            found.add(result(position, seat))
            continue
        if anywhere:
            rest.extend(moved_once(position, seat))
        if position.actor == seat:
            for move in position.legal_moves():
                after = position.copy()
                after.play(move)
                rest.append(after)
        else:
            position.play(position.legal_moves()[0])
            rest.append(position)
    return found


def moved_once(position: PuertoRicoPosition, seat: int) -> Iterator[PuertoRicoPosition]:
    """The table with one of the seat's guests moved, in every way."""
    if guest_count(position, seat) == 0:
        return
    open_rooms = guest_targets(position, seat, (1 << PLACES) - 1)
    for place in range(PLACES):
        if (open_rooms >> place) & 1:
            for noble in (0, 1):
                here = position.nobles_at if noble else position.ordinary_colonists_on
                if here(seat, GUESTHOUSE) > 0:
                    after = position.copy()
                    put_guest(after, seat, place, noble)
                    yield after


def moved(position: PuertoRicoPosition, seat: int) -> Iterator[PuertoRicoPosition]:
    """The table with the seat's guests moved in every way, none included."""
    yield position
    for after in moved_once(position, seat):
        yield from moved(after, seat)
