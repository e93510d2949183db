"""The worth of the expansions' buildings until the end of the game, in victory points, by rule of thumb.

Printed points are not counted (docs/rules §7 Expansion I, §8 Expansion II). What counts is what a building needs: the
aqueduct large plants, shipping buildings barrels, other buildings nobles.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bots.knowledge.puertorico.production import current_production, plant_circles, production_kinds
from bots.knowledge.puertorico.rounds import doubloon_worth
from games.engine.puertorico.components import (
    AQUEDUCT,
    BLACK_MARKET,
    CHAPEL,
    CHURCH,
    CLOISTER,
    CORN,
    FOREST,
    FOREST_HOUSE,
    GOOD_PRICE,
    GOODS,
    GUESTHOUSE,
    HUNTING_LODGE,
    INDIGO_PLANT,
    JEWELER,
    LAND_OFFICE,
    LIBRARY,
    LIGHTHOUSE,
    PICKS,
    PRICE,
    QUARRY,
    ROYAL_GARDEN,
    ROYAL_SUPPLIER,
    SMALL_WHARF,
    SPECIALTY_FACTORY,
    STOREHOUSE,
    SUGAR_MILL,
    TILE_KINDS,
    TRADING_POST,
    UNION_HALL,
    VILLA,
    ZONING_OFFICE,
)
from games.engine.puertorico.position import State
from games.engine.puertorico.production import production
from games.engine.puertorico.scoring import CLOISTER_VP

BUILDINGS_PER_ROUND: Final = 0.45
"""How often in a round a seat builds."""
NOBLES_PER_ROUND: Final = 0.3
"""How many nobles a seat takes from the ship in a round."""
WORTH_BY_PRICE: Final = 0.04
"""The worth of a building of which nothing is said here: by round and doubloon of its price."""
SHIPPING_BUILDINGS: Final = (1 << STOREHOUSE) | (1 << SMALL_WHARF) | (1 << LIGHTHOUSE) | (1 << UNION_HALL)
"""Buildings whose use depends on barrels."""


def expansion_bonus(state: State, seat: i64, building: i64, rounds: float) -> float:
    """The end bonus that a large building of an expansion will bring the seat, as expected for the end."""
    if building == CLOISTER:
        return cloister_bonus(state, seat, rounds)
    if building == ROYAL_GARDEN:
        return float(nobles_of(state, seat)) + nobles_to_come(state, seat, rounds)
    return 0.0


def cloister_bonus(state: State, seat: i64, rounds: float) -> float:
    """The bonus for sets of three tiles; a tile to come counts as about a fourth of a set."""
    base = seat * TILE_KINDS
    sets = 0.0
    for tile in range(FOREST + 1):
        sets += float(state.island[base + tile] // 3)
    free = float(state.free_island_spaces(seat))
    sets = min(4.0, sets + 0.25 * min(free, 0.7 * rounds))
    whole = i64(sets)
    if whole >= 4:
        return float(CLOISTER_VP[4])
    return float(CLOISTER_VP[whole]) + (sets - float(whole)) * float(CLOISTER_VP[whole + 1] - CLOISTER_VP[whole])


def nobles_of(state: State, seat: i64) -> i64:
    return state.noble_count[seat] if state.nobles_on else 0


def nobles_to_come(state: State, seat: i64, rounds: float) -> float:
    if not state.nobles_on:
        return 0.0
    villa = 0.7 if state.owns(seat, VILLA) else 0.0
    return min(float(state.noble_supply), (NOBLES_PER_ROUND + villa) * rounds)


def expansion_building_worth(state: State, seat: i64, building: i64, rounds: float) -> float:
    """The worth of a small building of an expansion until the end."""
    doubloon = doubloon_worth(rounds)
    early = max(0.0, rounds - 4.0)
    if building == AQUEDUCT:
        plants = (1 if state.owns(seat, INDIGO_PLANT) else 0) + (1 if state.owns(seat, SUGAR_MILL) else 0)
        return 0.4 * rounds * float(plants) + 0.12 * early * float(2 - plants)
    if building == FOREST_HOUSE:
        return min(0.3 * float(state.free_island_spaces(seat)), 0.35 * early * doubloon)
    if building == BLACK_MARKET:
        return 0.18 * rounds
    if building == GUESTHOUSE:
        return 0.14 * rounds
    if building == TRADING_POST:
        return 0.3 * rounds * (0.3 + float(best_producible_price(state, seat))) * doubloon * 0.6
    if building == CHURCH:
        return min(1.1 * BUILDINGS_PER_ROUND * rounds, 0.9 * float(state.free_city_spaces(seat)))
    if building == LIBRARY:
        picks = float(PICKS[state.seats]) / float(state.seats)
        return picks * rounds * (0.25 + 0.6 * doubloon)
    if building == ZONING_OFFICE:
        return BUILDINGS_PER_ROUND * rounds * doubloon
    if building == LAND_OFFICE:
        return 0.13 * early if state.free_island_spaces(seat) > 2 else 0.08 * rounds * doubloon
    if building == SPECIALTY_FACTORY:
        return 0.6 * rounds * doubloon * (0.5 + float(specialty_income(state, seat)))
    if (SHIPPING_BUILDINGS >> building) & 1:
        return shipping_building_worth(state, seat, building, rounds)
    return noble_building_worth(state, seat, building, rounds)


def shipping_building_worth(state: State, seat: i64, building: i64, rounds: float) -> float:
    """The worth of a building whose use depends on barrels."""
    barrels = float(current_production(state, seat))
    if building == STOREHOUSE:
        return 0.15 * rounds * min(3.0, 0.3 + barrels / 2.0)
    if building == SMALL_WHARF:
        return 0.5 * rounds * min(2.5, 0.3 + barrels * 0.22)
    kinds = float(production_kinds(state, seat))
    if building == LIGHTHOUSE:
        return 0.5 * rounds * doubloon_worth(rounds) * (min(3.0, 0.5 + kinds * 0.6) + 0.3)
    return 0.5 * rounds * min(4.5, 0.3 + barrels * 0.4)


def noble_building_worth(state: State, seat: i64, building: i64, rounds: float) -> float:
    """The worth of a building whose use depends on nobles."""
    doubloon = doubloon_worth(rounds)
    nobles = float(nobles_of(state, seat))
    later = nobles_to_come(state, seat, rounds)
    if building == CHAPEL:
        return 0.6 * rounds * (1.0 if nobles + 0.5 * later >= 1.0 else doubloon)
    if building == HUNTING_LODGE:
        return 0.8 * rounds if nobles + 0.5 * later >= 1.0 and has_most_island_space(state, seat) else 0.08 * rounds
    if building == ROYAL_SUPPLIER:
        kinds = float(production_kinds(state, seat))
        return 0.35 * rounds * min(kinds + 0.5, nobles + 0.5 * later)
    if building == VILLA:
        return min(float(state.noble_supply), 0.7 * rounds) * 1.3
    if building == JEWELER:
        return 0.65 * rounds * doubloon * (nobles + 0.5 * later)
    return WORTH_BY_PRICE * rounds * float(PRICE[building])


def best_producible_price(state: State, seat: i64) -> i64:
    """The highest price of the trading house for a good that the seat can produce."""
    highest: i64 = 0
    for good in range(GOODS):
        if state.island[seat * TILE_KINDS + good] > 0 and good != CORN and plant_circles(state, seat, good) > 0:
            highest = GOOD_PRICE[good]
    return highest


def specialty_income(state: State, seat: i64) -> i64:
    """What a specialty factory would pay the seat now."""
    most: i64 = 1
    for good in range(CORN + 1, GOODS):
        made = production(state, seat, good)
        if made > most:
            most = made
    return most - 1


def has_most_island_space(state: State, seat: i64) -> bool:
    """Whether the seat alone has the most empty island spaces."""
    own = state.free_island_spaces(seat)
    return all(other == seat or state.free_island_spaces(other) < own for other in range(state.seats))


def discount_worth(rounds: float) -> float:
    """The worth of a discount of one doubloon on every building."""
    return BUILDINGS_PER_ROUND * rounds * doubloon_worth(rounds)


def forest_worth(state: State, seat: i64, rounds: float) -> float:
    """The worth of another forest: a pair makes every building cheaper, and forests need no colonist."""
    base = seat * TILE_KINDS
    forests = state.island[base + FOREST]
    pairs = forests // 2
    saved = discount_worth(rounds) * (1.0 if state.island[base + QUARRY] + pairs < 4 else 0.5)
    worth = saved * (0.95 if forests % 2 else 0.5)
    if state.owns(seat, CLOISTER):
        worth += 2.0 if forests % 3 == 2 else 0.6
    return worth
