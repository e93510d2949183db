"""The final score (docs/rules §4 End and scoring, the large buildings of §5)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    CITY_HALL,
    CLOISTER,
    CUSTOMS_HOUSE,
    FIRST_BUILDING,
    FIRST_LARGE,
    FORTRESS,
    GOODS,
    GUESTHOUSE,
    GUILD_HALL,
    ISLAND_NAMES,
    ISLAND_SPACES,
    LARGE_BUILDINGS,
    NO_PLACE,
    PLACES,
    PRINTED_VP,
    PRODUCTION_BUILDINGS,
    RESIDENCE,
    ROYAL_GARDEN,
    SMALL_PRODUCTION_BUILDINGS,
    TILE_KINDS,
    VIOLET_BUILDINGS,
    bit_count,
)
from games.engine.puertorico.guests import guest_count, guest_targets, put_guest
from games.engine.puertorico.position import State

RESIDENCE_TILES: Final = 9
RESIDENCE_VP: Final = 4
"""The residence brings so much for up to so many island tiles, 1 VP more for each tile more."""
FORTRESS_COLONISTS: Final = 3
"""The fortress brings 1 VP for so many colonists."""
CUSTOMS_VP: Final = 4
"""The customs house brings 1 VP for so many VP chips."""
CLOISTER_TILES: Final = 3
"""Equal island tiles in a set."""
CLOISTER_VP: Final = vec[i64]([0, 1, 3, 6, 10])
"""By the number of sets of three equal island tiles."""


def score(state: State, seat: i64) -> i64:
    """A seat's total if the game ended now."""
    building: i64
    total = state.vp(seat) + building_vp(state, seat) + noble_vp(state, seat)
    large = (state.occupied_places[seat] & LARGE_BUILDINGS) >> FIRST_LARGE
    building = FIRST_LARGE
    while large:
        if large & 1:
            total += bonus(state, seat, building)
        large >>= 1
        building += 1
    return total


def noble_vp(state: State, seat: i64) -> i64:
    """Every noble is worth 1 VP, wherever the noble is (docs/rules §8)."""
    return state.noble_count[seat] if state.nobles_on else 0


def tie_break(state: State, seat: i64) -> i64:
    """Doubloons and barrels together."""
    good: i64
    total = state.doubloons[seat]
    for good in range(GOODS):
        total += state.goods[seat * GOODS + good]
    return total


def building_vp(state: State, seat: i64) -> i64:
    """The printed victory points of all buildings, occupied or not."""
    total: i64 = 0
    rest = state.owned_places[seat] >> FIRST_BUILDING
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
    return bonus_if_occupied(state, seat, building)


def bonus_if_occupied(state: State, seat: i64, building: i64) -> i64:
    owned = state.owned_places[seat]
    if building == GUILD_HALL:
        production = bit_count(owned & PRODUCTION_BUILDINGS)
        return 2 * production - bit_count(owned & SMALL_PRODUCTION_BUILDINGS)
    if building == RESIDENCE:
        filled = ISLAND_SPACES - state.free_island_spaces(seat)
        if filled <= RESIDENCE_TILES:
            return RESIDENCE_VP
        return RESIDENCE_VP + filled - RESIDENCE_TILES
    if building == FORTRESS:
        return state.colonists_of(seat) // FORTRESS_COLONISTS
    if building == CUSTOMS_HOUSE:
        return state.vp(seat) // CUSTOMS_VP
    if building == CITY_HALL:
        return bit_count(owned & VIOLET_BUILDINGS)
    if building == CLOISTER:
        sets: i64 = 0
        for kind in range(len(ISLAND_NAMES)):
            sets += state.island[seat * TILE_KINDS + kind] // CLOISTER_TILES
        return CLOISTER_VP[sets]
    if building == ROYAL_GARDEN:
        return noble_vp(state, seat)
    return 0


def move_last_guests(state: State) -> None:
    """Before the final score guests move to the large buildings that earn most: no owner would want them elsewhere."""
    for seat in range(state.seats):
        while guest_count(state, seat):
            building = _best_guest_target(state, seat)
            if building == NO_PLACE:
                break
            put_guest(state, seat, building, 0 if state.ordinary_colonists_on(seat, GUESTHOUSE) > 0 else 1)


def _best_guest_target(state: State, seat: i64) -> i64:
    building: i64
    best: i64 = NO_PLACE
    most: i64 = 0
    targets = guest_targets(state, seat, LARGE_BUILDINGS)
    for building in range(FIRST_LARGE, PLACES):
        if (targets >> building) & 1:
            points = bonus_if_occupied(state, seat, building)
            if points > most:
                most = points
                best = building
    return best
