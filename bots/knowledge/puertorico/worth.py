"""What tiles, buildings and role cards bring a seat until the end of the game, in victory points, by rule of thumb."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bots.knowledge.puertorico.new_buildings import (
    forest_worth,
    most_space,
    new_bonus,
    new_violet_worth,
    nobles_of,
    specialty_income,
)
from bots.knowledge.puertorico.outlook import doubloon_worth
from bots.knowledge.puertorico.production import MADE_IN, barrels_in_reach, plant_circles, production_kinds
from games.engine.puertorico.builder import means, payable
from games.engine.puertorico.components import (
    AQUEDUCT,
    BUILDER_CARD,
    CAPTAIN_CARD,
    CHAPEL,
    CHURCH,
    CIRCLES,
    CITY_HALL,
    COLUMN,
    CONSTRUCTION_HUT,
    CORN,
    CRAFTSMAN_CARD,
    CUSTOMS_HOUSE,
    FACTORY,
    FIRST_BUILDING,
    FOREST_HOUSE,
    FORTRESS,
    GOOD_PRICE,
    GOODS,
    GUILD_HALL,
    HACIENDA,
    HARBOR,
    HIGHEST_COLUMN,
    HOSPICE,
    HOUSE_SPACES,
    HUNTING_LODGE,
    INDIGO,
    ISLAND_SPACES,
    JEWELER,
    LARGE_BUILDINGS,
    LARGE_MARKET,
    LARGE_PLANT,
    LARGE_WAREHOUSE,
    LIBRARY,
    LIGHTHOUSE,
    MAYOR_CARD,
    NO_GOOD,
    OFFICE,
    PRINTED_VP,
    PRODUCTION_BUILDINGS,
    QUARRY,
    RESIDENCE,
    ROYAL_SUPPLIER,
    SETTLER_CARD,
    SMALL_MARKET,
    SMALL_PRODUCTION_BUILDINGS,
    SMALL_WAREHOUSE,
    SMALL_WHARF,
    SPECIALTY_FACTORY,
    STOREHOUSE,
    TILE_KINDS,
    TOBACCO,
    TRADER_CARD,
    TRADING_POST,
    UNION_HALL,
    UNIVERSITY,
    VILLA,
    VIOLET_BUILDINGS,
    WHARF,
    ship_size,
    size_of,
)
from games.engine.puertorico.craftsman import FACTORY_INCOME
from games.engine.puertorico.position import State

PER_BARREL_AND_ROUND: Final = 0.5
"""One more barrel of production: shipped in about every second round."""
SALES_PER_ROUND: Final = 0.4
"""How often in a round somebody with goods to sell gets to sell one."""


def chain_worth(good: i64, first: bool, rounds: float) -> float:
    """A plantation with a plant for it: barrels to ship, and with the first of its kind one to sell."""
    worth = PER_BARREL_AND_ROUND * rounds
    if first:
        worth += SALES_PER_ROUND * rounds * float(GOOD_PRICE[good]) * doubloon_worth(rounds) * 0.8
    return worth


def tile_worth(state: State, seat: i64, tile: i64, rounds: float) -> float:
    """A tile more on the seat's island."""
    owned = state.island[seat * TILE_KINDS + tile]
    if tile == QUARRY:
        return 0.5 * rounds * doubloon_worth(rounds) * (1.0 if owned < 2 else 0.7 if owned < 4 else 0.1)
    if tile == CORN:
        return chain_worth(tile, owned == 0, rounds) * 0.9
    if plant_circles(state, seat, tile) > owned:
        return chain_worth(tile, owned == 0, rounds)
    # Without a plant yet: worth something while there is time to build one.
    return chain_worth(tile, owned == 0, max(0.0, rounds - 4.0)) * 0.45


def plant_worth(state: State, seat: i64, building: i64, good: i64, rounds: float) -> float:
    """A production building: for plantations that lie idle, and a little for those to come."""
    fields = state.island[seat * TILE_KINDS + good]
    circles = plant_circles(state, seat, good)
    idle = fields - circles
    if idle > CIRCLES[building]:
        idle = CIRCLES[building]
    worth = 0.0
    for count in range(idle):
        worth += chain_worth(good, circles == 0 and count == 0, max(0.0, rounds - 1.0))
    to_come = CIRCLES[building] - (idle if idle > 0 else 0)
    if to_come > 0:
        worth += (
            min(1.5, float(to_come)) * chain_worth(good, circles == 0 and fields == 0, max(0.0, rounds - 5.0)) * 0.25
        )
    return worth


def tiles_of(state: State, seat: i64) -> i64:
    return ISLAND_SPACES - state.island_free(seat)


def bonus_worth(state: State, seat: i64, building: i64, rounds: float) -> float:
    """The end bonus that a large building may bring the seat (docs/rules §5), with what is still to come."""
    if building > CITY_HALL:
        return new_bonus(state, seat, building, rounds)
    places = state.owned_places[seat]
    if building == GUILD_HALL:
        small = size_of(places & SMALL_PRODUCTION_BUILDINGS)
        others = size_of(places & PRODUCTION_BUILDINGS) - small
        return float(small + 2 * others) + min(2.0, 0.3 * rounds)
    if building == RESIDENCE:
        tiles = min(12.0, float(tiles_of(state, seat)) + 0.7 * rounds)
        return 4.0 + max(0.0, tiles - 9.0)
    if building == FORTRESS:
        return (float(state.colonists_of(seat)) + 1.2 * rounds) / 3.0
    if building == CUSTOMS_HOUSE:
        return (float(state.vp(seat)) + 0.5 * rounds * float(barrels_in_reach(state, seat))) / 4.0
    return float(size_of(places & VIOLET_BUILDINGS)) + 1.0 + min(2.0, 0.3 * rounds)


def violet_worth(state: State, seat: i64, building: i64, rounds: float) -> float:
    """The use of a small violet building, or the jeweler, until the end, its printed points not counted."""
    if building > CITY_HALL:
        return new_violet_worth(state, seat, building, rounds)
    doubloon = doubloon_worth(rounds)
    barrels = float(barrels_in_reach(state, seat))
    kinds = float(production_kinds(state, seat))
    early = max(0.0, rounds - 4.0)
    if building == SMALL_MARKET:
        return SALES_PER_ROUND * rounds * doubloon if kinds > 0.0 else 0.3 * rounds * doubloon
    if building == LARGE_MARKET:
        return SALES_PER_ROUND * rounds * 2.0 * doubloon * (1.0 if kinds > 1.0 else 0.6)
    if building == OFFICE:
        return 0.25 * rounds * doubloon if kinds <= 2.0 else 0.12 * rounds * doubloon
    if building == HACIENDA:
        return 0.22 * early
    if building == CONSTRUCTION_HUT:
        return 0.3 * early * doubloon if state.island[seat * TILE_KINDS + QUARRY] < 3 else 0.0
    if building == HOSPICE:
        return 0.28 * early
    if building == UNIVERSITY:
        return 0.25 * early
    if building == SMALL_WAREHOUSE:
        return 0.12 * rounds * min(3.0, barrels / 2.0)
    if building == LARGE_WAREHOUSE:
        return 0.15 * rounds * min(4.0, barrels / 2.0)
    if building == FACTORY:
        now = float(FACTORY_INCOME[i64(kinds)])
        next_one = float(FACTORY_INCOME[i64(min(5.0, kinds + 1.0))])
        return 0.6 * rounds * doubloon * (now if rounds < 4.0 else 0.5 * (now + next_one))
    if building == HARBOR:
        return 0.5 * rounds * min(3.0, 0.5 + kinds * 0.6 + barrels * 0.1)
    if building == WHARF:
        return 0.5 * rounds * min(4.0, 0.5 + barrels * 0.4)
    return 0.0


def building_worth(state: State, seat: i64, building: i64, rounds: float) -> float:
    """A building in the seat's city, printed points included, its price not."""
    worth = float(PRINTED_VP[building])
    good = MADE_IN[building]
    if good != NO_GOOD:
        worth += plant_worth(state, seat, building, good, rounds)
    elif (LARGE_BUILDINGS >> building) & 1:
        # Unmanned there is no bonus: with no round to come, a colonist must be at hand.
        manned = 1.0 if rounds >= 1.0 or state.san_juan[seat] > 0 else 0.5
        worth += bonus_worth(state, seat, building, rounds) * manned
    else:
        worth += violet_worth(state, seat, building, max(0.0, rounds - 0.7))
    return worth


def purchase_worth(state: State, seat: i64, building: i64, price: i64, rounds: float) -> float:
    """What is won by paying so much for the building."""
    if state.has_expansions:
        return (
            building_worth(state, seat, building, rounds)
            + church_points(state, seat, building)
            - price_worth(state, seat, price, rounds)
        )
    return building_worth(state, seat, building, rounds) - float(price) * doubloon_worth(rounds)


def church_points(state: State, seat: i64, building: i64) -> float:
    """What the church pays for building this (docs/rules §7)."""
    if not state.works(seat, CHURCH) or COLUMN[building] == 1:
        return 0.0
    return 2.0 if COLUMN[building] == HIGHEST_COLUMN else 1.0


SHORTAGE: Final = 0.9
"""What is returned to the black market instead of a doubloon: a barrel, a colonist or a point."""


def price_worth(state: State, seat: i64, price: i64, rounds: float) -> float:
    """What is given for a building: doubloons, and what the black market takes for those that are missing."""
    short = price - state.doubloons[seat]
    if short <= 0:
        return float(price) * doubloon_worth(rounds)
    return float(price - short) * doubloon_worth(rounds) + float(short) * SHORTAGE


def barrel_worth(state: State, seat: i64, good: i64, rounds: float) -> float:
    """A barrel kept: to be shipped, or the first of a dear kind to be sold."""
    worth = 0.8
    if state.trading_house[good] == 0 and state.trading_house_barrels() < HOUSE_SPACES:
        worth += 0.5 * float(GOOD_PRICE[good]) * doubloon_worth(rounds)
    elif state.barrels_of(seat, good) <= 1:
        worth += 0.3 * float(GOOD_PRICE[good]) * doubloon_worth(rounds)
    return worth


# --- role cards -------------------------------------------------------------------------------------------------------

OTHERS_SHARE: Final = 0.6
"""How much of the mean gain of the others counts against a role."""


def role_worth(state: State, seat: i64, card: i64, rounds: float) -> float:
    """Picking a card now: its doubloons, what its action brings, less part of what it brings the others."""
    worth = float(state.card_doubloons[card]) * doubloon_worth(rounds)
    if card > CAPTAIN_CARD:
        return worth + doubloon_worth(rounds) * (2.0 if state.works(seat, LIBRARY) else 1.0)
    others = 0.0
    for other in range(state.seats):
        if other != seat:
            others += action_worth(state, other, card, False, rounds)
    worth += action_worth(state, seat, card, True, rounds)
    return worth - OTHERS_SHARE * others / float(state.seats - 1)


def action_worth(state: State, seat: i64, card: i64, privileged: bool, rounds: float) -> float:
    if card == SETTLER_CARD:
        worth = settling_worth(state, seat, privileged, rounds)
        return worth + new_settling_worth(state, seat, privileged, rounds) if state.has_expansions else worth
    if card == MAYOR_CARD:
        return colonists_worth(state, seat, privileged, rounds)
    if card == BUILDER_CARD:
        return building_chance(state, seat, privileged, rounds)
    if card == CRAFTSMAN_CARD:
        worth = harvest_worth(state, seat, privileged, rounds)
        return worth + new_harvest_worth(state, seat, privileged, rounds) if state.has_expansions else worth
    if card == TRADER_CARD:
        return sale_worth(state, seat, privileged, rounds)
    return shipping_worth(state, seat, privileged)


def new_settling_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    """What the expansions add for a seat when settlers come: forests, the library's second tile, the lodge's noble."""
    worth = 0.0
    if state.island_free(seat) > 0:
        if state.works(seat, FOREST_HOUSE):
            worth += 0.3 * forest_worth(state, seat, rounds)
        if privileged and state.works(seat, LIBRARY):
            worth += 0.25 * rounds
    if state.works_by_noble(seat, HUNTING_LODGE) and most_space(state, seat):
        worth += 1.5
    return worth


def new_harvest_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    """What the expansions add to a seat's harvest."""
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


def settling_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    if state.island_free(seat) == 0:
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
    # It still needs a colonist.
    return best * 0.55


def colonists_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    empty = state.circles_of(seat) - state.colonists_of(seat)
    share = state.colonist_ship // state.seats
    if state.has_expansions:
        return newcomers_worth(state, seat, privileged, rounds, empty)
    if privileged:
        share += 1
        if state.colonist_supply > 0:
            share += 1
    useful = share if share < empty else empty
    if useful < 0:
        useful = 0
    return 0.22 * rounds * float(useful) + 0.1 * float(share - useful)


def newcomers_worth(state: State, seat: i64, privileged: bool, rounds: float, empty: i64) -> float:
    """The same where nobles come too, and buildings bring more of them."""
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


def building_chance(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    """The best purchase in reach."""
    best = 0.0
    privilege: i64 = 1 if privileged else 0
    if privileged and state.works(seat, LIBRARY):
        privilege = 2
    free = state.city_free(seat)
    if free == 0:
        return 0.0
    barred = state.owned_places[seat] | (LARGE_BUILDINGS if free == 1 else 0)
    rest = payable(state, seat, means(state, seat), privilege, barred) >> FIRST_BUILDING
    building: i64 = FIRST_BUILDING
    while rest:
        if rest & 1:
            worth = purchase_worth(state, seat, building, state.price(seat, building, privilege), rounds)
            if worth > best:
                best = worth
        rest >>= 1
        building += 1
    return best


def harvest_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    barrels: i64 = 0
    kinds: i64 = 0
    dearest: i64 = NO_GOOD
    for good in range(GOODS):
        made = state.production(seat, good)
        if made > state.goods_supply[good]:
            made = state.goods_supply[good]
        if made > 0:
            barrels += made
            kinds += 1
            dearest = good
    if kinds == 0:
        return 0.0
    doubloon = doubloon_worth(rounds)
    worth = 0.6 * float(barrels) + 0.25 * float(GOOD_PRICE[dearest]) * doubloon
    if privileged:
        worth += 0.7
    if state.works(seat, FACTORY):
        worth += float(FACTORY_INCOME[kinds]) * doubloon
    return worth


def sale_price(state: State, seat: i64, good: i64) -> i64:
    """What the seat gets for a good, the trader's privilege not counted."""
    price = GOOD_PRICE[good]
    if state.works(seat, SMALL_MARKET):
        price += 1
    if state.works(seat, LARGE_MARKET):
        price += 2
    return price


def best_price(state: State, seat: i64) -> i64:
    """What the trading house would pay the seat at most, without the privilege; -1: it can sell nothing there."""
    best: i64 = -1
    if state.trading_house_barrels() >= HOUSE_SPACES:
        return best
    for good in range(GOODS):
        if state.barrels_of(seat, good) == 0:
            continue
        if state.trading_house[good] > 0 and not state.works(seat, OFFICE):
            continue
        price = sale_price(state, seat, good)
        if price > best:
            best = price
    return best


def best_price_of_all(state: State, seat: i64, in_the_house: i64, privileged: bool) -> i64:
    """The best of the trading house's price and the trading post's, with the privilege; -1: nothing can be sold."""
    price = in_the_house
    if state.works(seat, TRADING_POST):
        for good in range(GOODS):
            if state.barrels_of(seat, good) > 0 and GOOD_PRICE[good] > price:
                price = GOOD_PRICE[good]
    if price >= 0 and privileged:
        price += 2 if state.works(seat, LIBRARY) else 1
    return price


def sale_worth(state: State, seat: i64, privileged: bool, rounds: float) -> float:
    price = best_price(state, seat)
    if state.has_expansions:
        price = best_price_of_all(state, seat, price, privileged)
    elif privileged and price >= 0:
        price += 1
    if price < 0:
        return 0.0
    # A barrel less to ship.
    return max(0.0, float(price) * doubloon_worth(rounds) - 0.4)


def shipping_worth(state: State, seat: i64, privileged: bool) -> float:
    """Points for what the seat could load, less what it would have to throw away."""
    points: i64 = 0
    loadings: i64 = 0
    stranded: i64 = 0
    largest_stranded: i64 = 0
    empty_ships: i64 = 0
    largest_empty: i64 = 0
    for ship in range(len(state.ship_good)):
        if state.ship_good[ship] == NO_GOOD:
            empty_ships += 1
            largest_empty = ship_size(state.seats, ship)
    for good in range(GOODS):
        barrels = state.barrels_of(seat, good)
        if barrels == 0:
            continue
        room: i64 = -1
        for ship in range(len(state.ship_good)):
            if state.ship_good[ship] == good:
                room = ship_size(state.seats, ship) - state.ship_barrels[ship]
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
        stranded += rest
        if rest > largest_stranded:
            largest_stranded = rest
    if state.works(seat, WHARF) and largest_stranded > 0:
        points += largest_stranded
        loadings += 1
        stranded -= largest_stranded
    if loadings > 0:
        if privileged:
            points += 1
        if state.works(seat, HARBOR):
            points += loadings
    # One barrel may stay, whole kinds with warehouses.
    kept: i64 = 1
    extra = 0.0
    if state.has_expansions:
        extra = new_shipping_worth(state, seat, privileged, loadings, stranded)
        if state.works(seat, STOREHOUSE):
            kept += 3
        if state.works(seat, SMALL_WHARF):
            stranded = 0
    if state.works(seat, SMALL_WAREHOUSE):
        kept += 2
    if state.works(seat, LARGE_WAREHOUSE):
        kept += 4
    lost = stranded - kept
    return float(points) * 0.95 - 0.5 * float(lost if lost > 0 else 0) + extra


def new_shipping_worth(state: State, seat: i64, privileged: bool, loadings: i64, stranded: i64) -> float:
    """What the expansions' buildings add to a seat's shipping; stranded: barrels that no ship takes."""
    worth = 0.0
    if state.works(seat, UNION_HALL):
        for good in range(GOODS):
            worth += float(state.barrels_of(seat, good) // 2)
    if state.works(seat, SMALL_WHARF) and stranded > 0:
        worth += float(stranded // 2)
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
