"""The final account (docs/rules §4, the large buildings of §5)."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.puertorico.components import (
    CITY_HALL,
    CUSTOMS_HOUSE,
    FIRST_BUILDING,
    FORTRESS,
    GOODS,
    GUILD_HALL,
    ISLAND_SPACES,
    PRINTED_VP,
    PRODUCTION_BUILDINGS,
    RESIDENCE,
    SMALL_PRODUCTION_BUILDINGS,
    VIOLET_BUILDINGS,
    size_of,
)
from games.engine.puertorico.position import State


def score(state: State, seat: i64) -> i64:
    """A seat's total if the game ended now."""
    building: i64
    total = state.vp(seat) + building_vp(state, seat)
    large = state.occupied[seat] >> GUILD_HALL
    if large:
        for building in range(GUILD_HALL, CITY_HALL + 1):
            total += bonus(state, seat, building)
    return total


def tie_break(state: State, seat: i64) -> i64:
    """Doubloons and goods, one each."""
    good: i64
    total = state.doubloons[seat]
    for good in range(GOODS):
        total += state.goods[seat * GOODS + good]
    return total


def building_vp(state: State, seat: i64) -> i64:
    """The printed victory points of all buildings, occupied or not."""
    total: i64 = 0
    rest = state.places[seat] >> FIRST_BUILDING
    building: i64 = FIRST_BUILDING
    while rest:
        if rest & 1:
            total += PRINTED_VP[building]
        rest >>= 1
        building += 1
    return total


def bonus(state: State, seat: i64, building: i64) -> i64:
    """What a large building earns at the end; nothing unless it is occupied."""
    if not state.works(seat, building):
        return 0
    owned = state.places[seat]
    if building == GUILD_HALL:
        production = size_of(owned & PRODUCTION_BUILDINGS)
        return 2 * production - size_of(owned & SMALL_PRODUCTION_BUILDINGS)
    if building == RESIDENCE:
        filled = ISLAND_SPACES - state.island_free(seat)
        if filled <= 9:
            return 4
        return filled - 5
    if building == FORTRESS:
        return state.colonists_of(seat) // 3
    if building == CUSTOMS_HOUSE:
        return state.vp(seat) // 4
    if building == CITY_HALL:
        return size_of(owned & VIOLET_BUILDINGS)
    return 0
