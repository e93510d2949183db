"""One good answer where the expansions ask for many numbers: cargo, single barrels, nobles, black market payments.

The answer to each of these questions takes several plies. The functions give the next one, from those so far.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bots.knowledge.puertorico.asset_worth import barrel_worth
from bots.knowledge.puertorico.expansion_buildings import has_most_island_space
from bots.knowledge.puertorico.production import plant_circles
from bots.knowledge.puertorico.rounds import doubloon_worth
from games.engine.puertorico.captain import loaded_barrels, ships_for
from games.engine.puertorico.components import (
    CHAPEL,
    CORN,
    FIRST_BUILDING,
    GOOD_PRICE,
    GOODS,
    GUESTHOUSE,
    HUNTING_LODGE,
    LAND_OFFICE,
    LARGE_BUILDINGS,
    QUARRY,
    SAN_JUAN,
    ZONING_OFFICE,
)
from games.engine.puertorico.moves import KEEP, cargo_move, noble_placing_move
from games.engine.puertorico.position import State

NOBLES_MATTER: Final = (
    (1 << LAND_OFFICE) | (1 << CHAPEL) | (1 << HUNTING_LODGE) | (1 << ZONING_OFFICE) | (1 << GUESTHOUSE)
)
"""Places where a noble does more than a colonist, or from where it can go to such a place."""


def nearest_legal(move: i64, legal: vec[i64]) -> i64:
    """The move if it is legal, else the nearest of the legal numbers, which follow each other."""
    if move < legal[0]:
        return legal[0]
    last = legal[len(legal) - 1]
    return last if move > last else move


# --- the small wharf --------------------------------------------------------------------------------------------------


def unshippable_barrels(state: State, seat: i64, good: i64) -> i64:
    """The barrels of a good that no ship would take now."""
    barrels = state.barrels_of(seat, good)
    if barrels == 0:
        return 0
    ships = ships_for(state, good, barrels)
    ship: i64 = 0
    while ships:
        if ships & 1:
            return barrels - loaded_barrels(state, seat, good, ship)
        ships >>= 1
        ship += 1
    return barrels


def best_cargo(state: State, legal: vec[i64]) -> i64:
    """What no ship takes, in all an even number: of an odd number, one barrel of the most expensive good is kept."""
    seat = state.actor
    good = state.cargo_good
    barrels = unshippable_barrels(state, seat, good)
    last = True
    for later in range(good + 1, GOODS):
        if state.barrels_of(seat, later) > 0:
            last = False
    if last:
        aboard = barrels
        for earlier in range(GOODS):
            aboard += state.cargo[earlier]
        if aboard % 2:
            barrels -= 1
    return nearest_legal(cargo_move(good, barrels if barrels > 0 else 0), legal)


# --- storing ----------------------------------------------------------------------------------------------------------


def best_barrel_to_keep(state: State, legal: vec[i64], rounds: float) -> i64:
    """The next single barrel for a storehouse: one of each expensive good, then goods with most barrels."""
    seat = state.actor
    best = legal[0]
    best_worth = -1.0
    for move in legal:
        good = move - KEEP
        left = state.barrels_of(seat, good) - state.singles[good]
        worth = barrel_worth(state, seat, good, rounds) if state.singles[good] == 0 else 0.8
        worth += 0.02 * float(left)
        if worth > best_worth:
            best_worth = worth
            best = move
    return best


# --- nobles -----------------------------------------------------------------------------------------------------------


def nobles_wanted(state: State, seat: i64, place: i64, rounds: float) -> i64:
    """How many nobles serve better than colonists on a place."""
    if not state.works(seat, place):
        return 0
    if place == CHAPEL:
        return 1 if doubloon_worth(rounds) < 1.0 else 0
    if place == HUNTING_LODGE:
        return 1 if has_most_island_space(state, seat) else 0
    if place == ZONING_OFFICE:
        return 1 if rounds < 4.0 and state.free_city_spaces(seat) > 1 else 0
    if place == LAND_OFFICE:
        return 1 if state.free_island_spaces(seat) == 0 else 0
    return 0


def best_noble_count(state: State, legal: vec[i64], rounds: float) -> i64:
    """Nobles where they serve better than colonists; elsewhere those that no later place needs."""
    seat = state.actor
    place = state.place_asked
    if (NOBLES_MATTER >> place) & 1:
        return nearest_legal(noble_placing_move(place, nobles_wanted(state, seat, place, rounds)), legal)
    left = state.nobles_in_san_juan[seat]
    for later in (LAND_OFFICE, CHAPEL, HUNTING_LODGE, ZONING_OFFICE):
        left -= nobles_wanted(state, seat, later, rounds)
    return nearest_legal(noble_placing_move(place, left if left > 0 else 0), legal)


# --- the black market -------------------------------------------------------------------------------------------------


def worker_loss(state: State, seat: i64, place: i64, rounds: float) -> float:
    """The loss when somebody leaves a place, until the next mayor phase fills it again."""
    if place == SAN_JUAN:
        return 0.0
    if place == QUARRY:
        return 1.0 * doubloon_worth(rounds)
    if place < GOODS:
        if place == CORN:
            return 0.6
        return 0.6 + 0.1 * float(GOOD_PRICE[place]) if plant_circles(state, seat, place) > 0 else 0.1
    if place < FIRST_BUILDING:
        return 0.0
    if (LARGE_BUILDINGS >> place) & 1:
        # It must be staffed only at the end.
        return 4.0 if rounds < 1.5 else 0.1
    return 0.7
