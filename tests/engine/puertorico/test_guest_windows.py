"""docs/rules §11 Guesthouse: within a phase guests reach all that they could have reached by moving before it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.engine.puertorico.components import (
    BUILDER_CARD,
    CAPTAIN_CARD,
    CARD_NAMES,
    CRAFTSMAN_CARD,
    GOODS,
    GUESTHOUSE,
    PLACES,
    SETTLER_CARD,
    TILE_KINDS,
    TRADER_CARD,
)
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.puertorico.guests import guests_of, put_guest, rooms
from games.engine.puertorico.moves import PICK
from games.engine.puertorico.stages import OVER, ROLE
from games.engine.random import Random
from tests.engine.puertorico.tables import EVERYTHING, WITHOUT_NOBLES, furnish

ROLES = (SETTLER_CARD, BUILDER_CARD, CRAFTSMAN_CARD, TRADER_CARD, CAPTAIN_CARD)
MOST_POSITIONS = 1500
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
    """What a phase brings its player, wherever his people are."""
    return (
        int(position.doubloons[seat]),
        int(position.vp(seat)),
        int(position.colonist_count[seat]),
        *(int(position.good_of(seat, good)) for good in range(GOODS)),
        *(int(position.island[seat * TILE_KINDS + tile]) for tile in range(TILE_KINDS)),
        *(int(position.owns(seat, place)) for place in range(TILE_KINDS, PLACES)),
    )


def outcomes(start: PuertoRicoPosition, seat: int, card: int) -> set[Outcome] | None:
    """All that a seat can make of a phase in which everybody else gives his first answer; None if it is too much."""
    position = start.copy()
    position.play(PICK + card)
    found: set[Outcome] = set()
    rest = [position]
    looked_at = 0
    while rest:
        position = rest.pop()
        looked_at += 1
        if looked_at > MOST_POSITIONS:
            return None
        if position.stage in (ROLE, OVER):
            found.add(outcome(position, seat))
        elif position.actor == seat:
            for move in position.legal_moves():
                after = position.copy()
                after.play(move)
                rest.append(after)
        else:
            position.play(position.legal_moves()[0])
            rest.append(position)
    return found


def moved(position: PuertoRicoPosition, seat: int) -> Iterator[PuertoRicoPosition]:
    """The table with the seat's guests moved in every way, none included."""
    yield position
    open_rooms = rooms(position, seat, (1 << PLACES) - 1)
    for place in range(PLACES):
        if not (open_rooms >> place) & 1:
            continue
        for noble in (0, 1):
            here = position.nobles_at if noble else position.ordinary_on
            if here(seat, GUESTHOUSE) > 0:
                after = position.copy()
                put_guest(after, seat, place, noble)
                yield from moved(after, seat)


@pytest.mark.parametrize("nobles", [False, True], ids=["expansion I", "nobles too"])
@pytest.mark.parametrize("card", ROLES, ids=lambda card: CARD_NAMES[card])
def test_nothing_is_lost_by_moving_in_the_windows_of_the_phase(card: int, nobles: bool) -> None:
    compared = 0
    for position in tables(nobles):
        for seat in range(position.seats):
            if guests_of(position, seat) == 0:
                continue
            within = outcomes(position, seat, card)
            for before in moved(position, seat):
                beforehand = outcomes(before, seat, card)
                if within is not None and beforehand is not None:
                    assert beforehand <= within
                    compared += 1
    assert compared > 10
