"""The worth of picking a role card, in victory points, by rule of thumb."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bots.knowledge.puertorico.asset_worth import purchase_worth, tile_worth
from bots.knowledge.puertorico.expansion_buildings import (
    forest_worth,
    has_most_island_space,
    nobles_of,
    specialty_income,
)
from bots.knowledge.puertorico.rounds import doubloon_worth
from bots.knowledge.puertorico.sale_prices import best_house_price, best_sale_price
from games.engine.puertorico.builder import affordable_buildings, purchasing_power
from games.engine.puertorico.components import (
    AQUEDUCT,
    BUILDER_CARD,
    CAPTAIN_CARD,
    CHAPEL,
    CONSTRUCTION_HUT,
    CRAFTSMAN_CARD,
    FACTORY,
    FIRST_BUILDING,
    FOREST_HOUSE,
    GOOD_PRICE,
    GOODS,
    HARBOR,
    HUNTING_LODGE,
    INDIGO,
    JEWELER,
    LARGE_BUILDINGS,
    LARGE_PLANT,
    LARGE_WAREHOUSE,
    LIBRARY,
    LIGHTHOUSE,
    MAYOR_CARD,
    NO_GOOD,
    QUARRY,
    ROYAL_SUPPLIER,
    SETTLER_CARD,
    SMALL_WAREHOUSE,
    SMALL_WHARF,
    SPECIALTY_FACTORY,
    STOREHOUSE,
    TOBACCO,
    TRADER_CARD,
    UNION_HALL,
    VILLA,
    WHARF,
    ship_size,
)
from games.engine.puertorico.craftsman import FACTORY_INCOME
from games.engine.puertorico.discounts import price_of
from games.engine.puertorico.position import State
from games.engine.puertorico.production import production

OTHERS_SHARE: Final = 0.6
"""The share of the others' mean gain that counts against a role."""


def role_worth(state: State, seat: i64, card: i64, rounds: float) -> float:
    """The worth of picking a card now: its doubloons and its phase, less part of what the phase brings the others."""
    worth = float(state.card_doubloons[card]) * doubloon_worth(rounds)
    if card > CAPTAIN_CARD:
        return worth + doubloon_worth(rounds) * (2.0 if state.works(seat, LIBRARY) else 1.0)
    others = 0.0
    for other in range(state.seats):
        if other != seat:
            others += phase_worth(state, other, card, False, rounds)
    worth += phase_worth(state, seat, card, True, rounds)
    return worth - OTHERS_SHARE * others / float(state.seats - 1)


def phase_worth(state: State, seat: i64, card: i64, privileged: bool, rounds: float) -> float:
    """What the phase of a role card brings a seat. privileged: it is the one that picks the card."""
    if card == SETTLER_CARD:
        worth = settler_phase_worth(state, seat, privileged, rounds)
        return worth + expansion_settler_worth(state, seat, privileged, rounds) if state.has_expansions else worth
    if card == MAYOR_CARD:
        return mayor_phase_worth(state, seat, privileged, rounds)
    if card == BUILDER_CARD:
        return builder_phase_worth(state, seat, privileged, rounds)
    if card == CRAFTSMAN_CARD:
        worth = craftsman_phase_worth(state, seat, privileged, rounds)
        return worth + expansion_craftsman_worth(state, seat, privileged, rounds) if state.has_expansions else worth
    if card == TRADER_CARD:
        return trader_phase_worth(state, seat, privileged, rounds)
    return captain_phase_worth(state, seat, privileged)


def expansion_settler_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    """What the expansions add to a seat's settler phase: forests, the library's second tile, the lodge's noble."""
    worth = 0.0
    if state.free_island_spaces(seat) > 0:
        if state.works(seat, FOREST_HOUSE):
            worth += 0.3 * forest_worth(state, seat, rounds)
        if privileged and state.works(seat, LIBRARY):
            worth += 0.25 * rounds
    if state.works_by_noble(seat, HUNTING_LODGE) and has_most_island_space(state, seat):
        worth += 1.5
    return worth


def expansion_craftsman_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    """What the expansions add to a seat's craftsman phase."""
    doubloon = doubloon_worth(rounds)
    worth = 0.0
    if state.works(seat, AQUEDUCT):
        for good in range(INDIGO, TOBACCO):
            if state.workers_on(seat, good) > 0 and state.workers_on(seat, LARGE_PLANT[good]) > 0:
                worth += 0.6
    if state.works(seat, SPECIALTY_FACTORY):
        worth += float(specialty_income(state, seat)) * doubloon
    if state.works(seat, CHAPEL):
        worth += 1.0 if state.works_by_noble(seat, CHAPEL) else doubloon
    if state.works(seat, JEWELER):
        worth += float(nobles_of(state, seat)) * doubloon
    if privileged and state.works(seat, LIBRARY):
        worth += 0.7
    return worth


def settler_phase_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    if state.free_island_spaces(seat) == 0:
        return 0.0
    best = 0.0
    for tile in range(GOODS):
        if state.face_up[tile] > 0:
            worth = tile_worth(state, seat, tile, rounds)
            if worth > best:
                best = worth
    if state.quarries > 0 and (privileged or state.works(seat, CONSTRUCTION_HUT)):
        worth = tile_worth(state, seat, QUARRY, rounds)
        if worth > best:
            best = worth
    # The tile still needs a colonist.
    return best * 0.55


def mayor_phase_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    empty = state.circles_of(seat) - state.colonists_of(seat)
    share = state.colonist_ship // state.seats
    if state.has_expansions:
        return expansion_mayor_worth(state, seat, privileged, rounds, empty)
    if privileged:
        share += 1
        if state.colonist_supply > 0:
            share += 1
    useful = share if share < empty else empty
    if useful < 0:
        useful = 0
    return 0.22 * rounds * float(useful) + 0.1 * float(share - useful)


def expansion_mayor_worth(state: State, seat: i64, privileged: bool, rounds: float, empty: i64) -> float:
    """The mayor phase where nobles may come too, and buildings bring more people."""
    aboard = state.colonist_ship + (state.noble_ship if state.nobles_on else 0)
    share = aboard // state.seats
    worth = 0.0
    if privileged:
        share += 1
        if state.colonist_supply > 0:
            share += 2 if state.works(seat, LIBRARY) else 1
        if aboard > state.colonist_ship:
            worth += 0.8
    if state.works(seat, VILLA):
        share += 1
        worth += 1.0 if state.noble_supply > 0 else 0.0
    useful = share if share < empty else empty
    if useful < 0:
        useful = 0
    return worth + 0.22 * rounds * float(useful) + 0.1 * float(share - useful)


def builder_phase_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    """The gain from the best purchase that the seat can pay."""
    best = 0.0
    privilege: i64 = 1 if privileged else 0
    if privileged and state.works(seat, LIBRARY):
        privilege = 2
    free = state.free_city_spaces(seat)
    if free == 0:
        return 0.0
    barred = state.owned_places[seat] | (LARGE_BUILDINGS if free == 1 else 0)
    rest = affordable_buildings(state, seat, purchasing_power(state, seat), privilege, barred) >> FIRST_BUILDING
    building: i64 = FIRST_BUILDING
    while rest:
        if rest & 1:
            worth = purchase_worth(state, seat, building, price_of(state, seat, building, privilege), rounds)
            if worth > best:
                best = worth
        rest >>= 1
        building += 1
    return best


def craftsman_phase_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    barrels: i64 = 0
    kinds: i64 = 0
    best_good: i64 = NO_GOOD
    for good in range(GOODS):
        made = production(state, seat, good)
        if made > state.goods_supply[good]:
            made = state.goods_supply[good]
        if made > 0:
            barrels += made
            kinds += 1
            best_good = good
    if kinds == 0:
        return 0.0
    doubloon = doubloon_worth(rounds)
    worth = 0.6 * float(barrels) + 0.25 * float(GOOD_PRICE[best_good]) * doubloon
    if privileged:
        worth += 0.7
    if state.works(seat, FACTORY):
        worth += float(FACTORY_INCOME[kinds]) * doubloon
    return worth


def trader_phase_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    price = best_house_price(state, seat)
    if state.has_expansions:
        price = best_sale_price(state, seat, price, privileged)
    elif privileged and price >= 0:
        price += 1
    if price < 0:
        return 0.0
    # A barrel less to ship.
    return max(0.0, float(price) * doubloon_worth(rounds) - 0.4)


def captain_phase_worth(state: State, seat: i64, privileged: bool) -> float:
    """Points for what the seat could load, less a loss for what it would have to throw away."""
    points, loadings, unshippable = _loading(state, seat)
    if loadings > 0:
        if privileged:
            points += 1
        if state.works(seat, HARBOR):
            points += loadings
    extra = 0.0
    if state.has_expansions:
        extra = expansion_captain_worth(state, seat, privileged, loadings, unshippable)
        if state.works(seat, SMALL_WHARF):
            unshippable = 0
    lost = unshippable - _barrels_kept(state, seat)
    return float(points) * 0.95 - 0.5 * float(lost if lost > 0 else 0) + extra


def _loading(state: State, seat: i64) -> tuple[i64, i64, i64]:
    """If the seat alone loaded: the barrels that ships and wharf take, in how many loadings, and the barrels left."""
    points: i64 = 0
    loadings: i64 = 0
    unshippable: i64 = 0
    largest_unshippable: i64 = 0
    empty_ships, largest_empty = _empty_ships(state)
    for good in range(GOODS):
        barrels = state.barrels_of(seat, good)
        if barrels == 0:
            continue
        room = _room_for(state, good)
        if room < 0:
            room = 0
            if empty_ships > 0:
                empty_ships -= 1
                room = largest_empty
        loaded = barrels if barrels < room else room
        if loaded > 0:
            points += loaded
            loadings += 1
        rest = barrels - loaded
        unshippable += rest
        if rest > largest_unshippable:
            largest_unshippable = rest
    if state.works(seat, WHARF) and largest_unshippable > 0:
        points += largest_unshippable
        loadings += 1
        unshippable -= largest_unshippable
    return points, loadings, unshippable


def _empty_ships(state: State) -> tuple[i64, i64]:
    """The number of empty ships, and the size of the largest."""
    number: i64 = 0
    largest: i64 = 0
    for ship in range(len(state.ship_good)):
        if state.ship_good[ship] == NO_GOOD:
            number += 1
            # Ships are in the order of their sizes.
            largest = ship_size(state.seats, ship)
    return number, largest


def _room_for(state: State, good: i64) -> i64:
    """The room on the ship with this good; -1 if there is none."""
    room: i64 = -1
    for ship in range(len(state.ship_good)):
        if state.ship_good[ship] == good:
            room = ship_size(state.seats, ship) - state.ship_barrels[ship]
    return room


def _barrels_kept(state: State, seat: i64) -> i64:
    """One barrel may be kept; with warehouses also whole kinds."""
    kept: i64 = 1
    if state.has_expansions and state.works(seat, STOREHOUSE):
        kept += 3
    if state.works(seat, SMALL_WAREHOUSE):
        kept += 2
    if state.works(seat, LARGE_WAREHOUSE):
        kept += 4
    return kept


def expansion_captain_worth(state: State, seat: i64, privileged: bool, loadings: i64, unshippable: i64) -> float:
    """What the expansions' buildings add to a seat's captain phase. unshippable: barrels that no ship takes."""
    worth = 0.0
    if state.works(seat, UNION_HALL):
        for good in range(GOODS):
            worth += float(state.barrels_of(seat, good) // 2)
    if state.works(seat, SMALL_WHARF) and unshippable > 0:
        worth += float(unshippable // 2)
        loadings += 1
        if state.works(seat, HARBOR):
            worth += 1.0
    if state.works(seat, LIGHTHOUSE):
        worth += 0.4 * float(loadings + (1 if privileged else 0))
    if privileged and loadings > 0 and state.works(seat, LIBRARY):
        worth += 1.0
    if state.nobles_on and state.works(seat, ROYAL_SUPPLIER):
        kinds: i64 = 0
        for good in range(GOODS):
            if state.barrels_of(seat, good) > 0:
                kinds += 1
        nobles = state.noble_count[seat]
        worth += 0.4 * float(kinds if kinds < nobles else nobles)
    return worth
