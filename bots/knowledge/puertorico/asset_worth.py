"""The worth of tiles, buildings and barrels until the end of the game, in victory points, by rule of thumb."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bots.knowledge.puertorico.expansion_buildings import (
    expansion_bonus,
    expansion_building_worth,
)
from bots.knowledge.puertorico.production import GOOD_OF_BUILDING, current_production, plant_circles, production_kinds
from bots.knowledge.puertorico.rounds import doubloon_worth
from games.engine.puertorico.components import (
    CHURCH,
    CIRCLES,
    COLUMN,
    CONSTRUCTION_HUT,
    CORN,
    CUSTOMS_HOUSE,
    FACTORY,
    FIRST_OF_EXPANSIONS,
    FORTRESS,
    GOOD_PRICE,
    GUILD_HALL,
    HACIENDA,
    HARBOR,
    HOSPICE,
    ISLAND_SPACES,
    LARGE_BUILDINGS,
    LARGE_MARKET,
    LARGE_WAREHOUSE,
    MAX_COLUMN,
    NO_GOOD,
    OFFICE,
    PRINTED_VP,
    PRODUCTION_BUILDINGS,
    QUARRY,
    RESIDENCE,
    SMALL_MARKET,
    SMALL_PRODUCTION_BUILDINGS,
    SMALL_WAREHOUSE,
    TILE_KINDS,
    TRADING_HOUSE_SPACES,
    UNIVERSITY,
    VIOLET_BUILDINGS,
    WHARF,
    bit_count,
)
from games.engine.puertorico.craftsman import FACTORY_INCOME
from games.engine.puertorico.position import State

WORTH_PER_BARREL_AND_ROUND: Final = 0.5
"""The worth of one more barrel of production: about every second round it is shipped."""
SALES_PER_ROUND: Final = 0.4
"""How often in a round a seat with goods can sell one."""


def chain_worth(good: i64, first: bool, rounds: float) -> float:
    """A plantation with a plant for it: barrels to ship, and with the first of its kind, one to sell."""
    worth = WORTH_PER_BARREL_AND_ROUND * rounds
    if first:
        worth += SALES_PER_ROUND * rounds * float(GOOD_PRICE[good]) * doubloon_worth(rounds) * 0.8
    return worth


def tile_worth(state: State, seat: i64, tile: i64, rounds: float) -> float:
    """The worth of another tile on the seat's island."""
    owned = state.island[seat * TILE_KINDS + tile]
    if tile == QUARRY:
        return 0.5 * rounds * doubloon_worth(rounds) * (1.0 if owned < 2 else 0.7 if owned < 4 else 0.1)
    if tile == CORN:
        return chain_worth(tile, owned == 0, rounds) * 0.9
    if plant_circles(state, seat, tile) > owned:
        return chain_worth(tile, owned == 0, rounds)
    # There is no plant yet, so it is worth something only while there is time to build one.
    return chain_worth(tile, owned == 0, max(0.0, rounds - 4.0)) * 0.45


def plant_worth(state: State, seat: i64, building: i64, good: i64, rounds: float) -> float:
    """The worth of a production building: for plantations that are idle, and a little for those to come."""
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
    return ISLAND_SPACES - state.free_island_spaces(seat)


def bonus_worth(state: State, seat: i64, building: i64, rounds: float) -> float:
    """The end bonus that a large building will bring the seat, as expected for the end (docs/rules §5 Buildings)."""
    if building >= FIRST_OF_EXPANSIONS:
        return expansion_bonus(state, seat, building, rounds)
    places = state.owned_places[seat]
    if building == GUILD_HALL:
        small = bit_count(places & SMALL_PRODUCTION_BUILDINGS)
        others = bit_count(places & PRODUCTION_BUILDINGS) - small
        return float(small + 2 * others) + min(2.0, 0.3 * rounds)
    if building == RESIDENCE:
        tiles = min(12.0, float(tiles_of(state, seat)) + 0.7 * rounds)
        return 4.0 + max(0.0, tiles - 9.0)
    if building == FORTRESS:
        return (float(state.colonists_of(seat)) + 1.2 * rounds) / 3.0
    if building == CUSTOMS_HOUSE:
        return (float(state.vp(seat)) + 0.5 * rounds * float(current_production(state, seat))) / 4.0
    return float(bit_count(places & VIOLET_BUILDINGS)) + 1.0 + min(2.0, 0.3 * rounds)


def violet_worth(state: State, seat: i64, building: i64, rounds: float) -> float:
    """The worth of a small violet building or the jeweler until the end, without its printed points."""
    if building >= FIRST_OF_EXPANSIONS:
        return expansion_building_worth(state, seat, building, rounds)
    doubloon = doubloon_worth(rounds)
    barrels = float(current_production(state, seat))
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
    """The worth of a building in the seat's city, with its printed points, without its price."""
    worth = float(PRINTED_VP[building])
    good = GOOD_OF_BUILDING[building]
    if good != NO_GOOD:
        worth += plant_worth(state, seat, building, good, rounds)
    elif (LARGE_BUILDINGS >> building) & 1:
        # There is a bonus only if it is occupied. With no round to come a colonist must be in San Juan.
        manned = 1.0 if rounds >= 1.0 or state.san_juan[seat] > 0 else 0.5
        worth += bonus_worth(state, seat, building, rounds) * manned
    else:
        worth += violet_worth(state, seat, building, max(0.0, rounds - 0.7))
    return worth


def purchase_worth(state: State, seat: i64, building: i64, price: i64, rounds: float) -> float:
    """The gain from buying the building at this price."""
    if state.has_expansions:
        return (
            building_worth(state, seat, building, rounds)
            + church_points(state, seat, building)
            - price_worth(state, seat, price, rounds)
        )
    return building_worth(state, seat, building, rounds) - float(price) * doubloon_worth(rounds)


def church_points(state: State, seat: i64, building: i64) -> float:
    """The victory points that the church pays for this building (docs/rules §7 Church)."""
    if not state.works(seat, CHURCH) or COLUMN[building] == 1:
        return 0.0
    return 2.0 if COLUMN[building] == MAX_COLUMN else 1.0


PAYMENT_WORTH: Final = 0.9
"""The worth of what the black market takes instead of a doubloon: a barrel, a colonist or a victory point."""


def price_worth(state: State, seat: i64, price: i64, rounds: float) -> float:
    """The cost of a building: doubloons, and what the black market takes instead of missing ones."""
    short = price - state.doubloons[seat]
    if short <= 0:
        return float(price) * doubloon_worth(rounds)
    return float(price - short) * doubloon_worth(rounds) + float(short) * PAYMENT_WORTH


def barrel_worth(state: State, seat: i64, good: i64, rounds: float) -> float:
    """The worth of a barrel kept: it can be shipped, or as the first of an expensive good be sold."""
    worth = 0.8
    if state.trading_house[good] == 0 and state.trading_house_barrels() < TRADING_HOUSE_SPACES:
        worth += 0.5 * float(GOOD_PRICE[good]) * doubloon_worth(rounds)
    elif state.barrels_of(seat, good) <= 1:
        worth += 0.3 * float(GOOD_PRICE[good]) * doubloon_worth(rounds)
    return worth
