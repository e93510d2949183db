"""The worth of the expansions' moves for the actor, in victory points, by rule of thumb (docs/rules §7, §8).

Some of them are free moves, after which the actor still has the action: moving a guest, buying or selling land, barrels
for the royal supplier. The worth of a free move is added to that of the action after it. The others compare with it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bots.knowledge.puertorico.asset_worth import barrel_worth, tile_worth
from bots.knowledge.puertorico.expansion_buildings import forest_worth, has_most_island_space, specialty_income
from bots.knowledge.puertorico.plans import unshippable_barrels, worker_loss
from bots.knowledge.puertorico.production import plant_circles
from bots.knowledge.puertorico.rounds import doubloon_worth
from games.engine.puertorico.components import (
    AQUEDUCT,
    BLACK_MARKET,
    CHAPEL,
    CHURCH,
    CONSTRUCTION_HUT,
    CORN,
    FACTORY,
    FIRST_BUILDING,
    FIRST_LARGE,
    FIRST_OF_EXPANSIONS,
    FIRST_VIOLET,
    FOREST,
    FOREST_HOUSE,
    GOOD_PRICE,
    GOODS,
    HACIENDA,
    HARBOR,
    HOSPICE,
    HUNTING_LODGE,
    INDIGO,
    JEWELER,
    LAND_OFFICE,
    LARGE_MARKET,
    LARGE_WAREHOUSE,
    LIBRARY,
    LIGHTHOUSE,
    OFFICE,
    PLACES,
    QUARRY,
    ROYAL_GARDEN,
    ROYAL_SUPPLIER,
    SMALL_MARKET,
    SMALL_WAREHOUSE,
    SMALL_WHARF,
    SPECIALTY_FACTORY,
    STATUE,
    STOREHOUSE,
    TILE_KINDS,
    TRADING_POST,
    UNION_HALL,
    UNIVERSITY,
    VILLA,
    WHARF,
    ZONING_OFFICE,
)
from games.engine.puertorico.moves import (
    AS_FOREST,
    AS_PLANTATION,
    BUY_FOREST,
    BUY_LAND,
    BY_SMALL_WHARF,
    CARGO,
    CHOOSE,
    DISCARD,
    DISCARD_FOREST,
    GUEST,
    NOBLE_GUEST,
    PAY_COLONIST,
    PAY_GOOD,
    PAY_NOBLE,
    PAY_VP,
    PLACE_NOBLES,
    SELL_AT_POST,
    SELL_LAND,
    SUPPLY,
    TAKE_AS_FOREST,
    guest_target,
)
from games.engine.puertorico.position import State
from games.engine.puertorico.trader import LAND_PRICE, trading_post_price

LAST_KNOWN: Final = ROYAL_GARDEN
"""The last of the buildings of which these tables say something."""


def _by_place(worths: dict[int, float], others: float) -> vec[float]:
    """others: the worth of buildings that the table of weights does not know."""
    table = vec[float]([0.0] * (LAST_KNOWN + 1) + [others] * (PLACES - LAST_KNOWN - 1))
    for place, worth in worths.items():
        table[place] = worth
    return table


GUEST_WORTH: Final = _by_place(
    {
        # Settler.
        CONSTRUCTION_HUT: 0.7,
        HACIENDA: 0.8,
        HOSPICE: 0.8,
        FOREST_HOUSE: 0.35,
        # Builder.
        QUARRY: 0.5,
        UNIVERSITY: 0.7,
        BLACK_MARKET: 0.4,
        CHURCH: 1.0,
        ZONING_OFFICE: 0.5,
        # Craftsman: a plantation or a plant alone waits for the other.
        **dict.fromkeys(range(GOODS), 0.7),
        **dict.fromkeys(range(FIRST_BUILDING, FIRST_VIOLET), 0.7),
        AQUEDUCT: 0.7,
        CHAPEL: 0.6,
        FACTORY: 1.0,
        # Trader.
        SMALL_MARKET: 0.5,
        LARGE_MARKET: 0.9,
        OFFICE: 0.9,
        TRADING_POST: 1.0,
        LAND_OFFICE: 0.4,
        # Captain, storing.
        HARBOR: 1.3,
        WHARF: 1.5,
        SMALL_WHARF: 0.9,
        LIGHTHOUSE: 0.7,
        ROYAL_SUPPLIER: 1.0,
        SMALL_WAREHOUSE: 0.8,
        LARGE_WAREHOUSE: 1.2,
        STOREHOUSE: 1.0,
        # Before a role is picked, and in the mayor phase.
        LIBRARY: 0.9,
        VILLA: 1.4,
    },
    others=0.7,
)
"""By place, the worth of a guest who moves there when it is offered: only then can it change anything."""
UNMOVED_GUEST_WORTH: Final = 0.45
"""The worth of a guest who can still go anywhere."""

DRAFT_WORTH: Final = _by_place(
    {
        **dict.fromkeys(range(FIRST_LARGE, FIRST_OF_EXPANSIONS), 2.0),
        STATUE: 2.0,
        HARBOR: 3.0,
        FACTORY: 3.0,
        WHARF: 2.5,
        LIBRARY: 3.5,
        VILLA: 3.5,
        SPECIALTY_FACTORY: 2.5,
        UNION_HALL: 2.5,
        TRADING_POST: 2.0,
        LARGE_MARKET: 2.0,
        CHURCH: 2.0,
        SMALL_WHARF: 2.0,
        LIGHTHOUSE: 2.0,
        AQUEDUCT: 1.5,
        SMALL_MARKET: 1.5,
        JEWELER: 1.5,
        ZONING_OFFICE: 1.5,
    },
    others=1.5,
)
"""By building, its worth in a draft: highest for buildings that reward good play."""
SUITS_CORN: Final = (
    (1 << HARBOR) | (1 << WHARF) | (1 << SMALL_WHARF) | (1 << LIGHTHOUSE) | (1 << UNION_HALL) | (1 << ROYAL_SUPPLIER)
)
SUITS_INDIGO: Final = (
    (1 << AQUEDUCT) | (1 << LIBRARY) | (1 << TRADING_POST) | (1 << OFFICE) | (1 << FACTORY) | (1 << SPECIALTY_FACTORY)
)
"""Buildings that suit a start with corn (early barrels to ship), and a start with indigo (early money)."""


def is_free_move(move: i64) -> bool:
    """Whether the actor still has the action after this move."""
    return BUY_LAND <= move < BY_SMALL_WHARF or GUEST <= move < PLACE_NOBLES


def expansion_move_worth(state: State, move: i64, rounds: float) -> float:
    """The worth of a move of the expansions, to be compared with the other answers to the same question."""
    seat = state.actor
    if move >= CARGO:
        return guest_worth(state, seat, move) if GUEST <= move < PLACE_NOBLES else 0.0
    if move >= SELL_AT_POST:
        return trading_worth(state, seat, move, rounds)
    if move >= PAY_COLONIST:
        return -payment_loss(state, seat, move, rounds)
    if move >= DISCARD:
        return discard_worth(state, seat, move, rounds)
    if move >= AS_PLANTATION:
        if move == AS_PLANTATION:
            return tile_worth(state, seat, state.drawn_tile, rounds)
        if move == AS_FOREST:
            return forest_worth(state, seat, rounds)
        # Another colonist, or even better a noble.
        return 12.0
    if move >= TAKE_AS_FOREST:
        return forest_worth(state, seat, rounds) + 0.1 * worth_to_next_seat(state, seat, move - TAKE_AS_FOREST, rounds)
    return draft_worth(state, seat, move - CHOOSE)


def draft_worth(state: State, seat: i64, building: i64) -> float:
    """The worth for a seat of having a building in play."""
    worth = DRAFT_WORTH[building]
    suited = SUITS_CORN if state.island[seat * TILE_KINDS + CORN] > 0 else SUITS_INDIGO
    if (suited >> building) & 1:
        worth += 1.0
    return worth


def worth_to_next_seat(state: State, seat: i64, tile: i64, rounds: float) -> float:
    """What a face-up plantation would be worth to the next seat."""
    return tile_worth(state, state.next_seat(seat), tile, rounds)


def guest_worth(state: State, seat: i64, move: i64) -> float:
    """The gain from moving a guest now rather than keeping it."""
    place = guest_target(move)
    noble = move >= NOBLE_GUEST
    worth = GUEST_WORTH[place]
    if place == JEWELER:
        worth = 0.4 * float(state.noble_count[seat])
    elif place == HUNTING_LODGE:
        worth = 2.0 if noble and has_most_island_space(state, seat) else 0.0
    elif place == UNION_HALL:
        for good in range(GOODS):
            worth += float(state.barrels_of(seat, good) // 2)
    elif place == SPECIALTY_FACTORY:
        worth = 0.5 * float(specialty_income(state, seat))
    elif place in (WHARF, SMALL_WHARF):
        barrels: i64 = 0
        for good in range(GOODS):
            barrels += unshippable_barrels(state, seat, good)
        worth = float(barrels) * (0.8 if place == WHARF else 0.5)
    elif noble and place == CHAPEL:
        worth = 1.0
    elif noble and place == LAND_OFFICE:
        worth = 0.0
    return worth - UNMOVED_GUEST_WORTH


def trading_worth(state: State, seat: i64, move: i64, rounds: float) -> float:
    """The worth of moves with the trading post, land office, royal supplier and small wharf."""
    doubloon = doubloon_worth(rounds)
    if move < BUY_LAND:
        return float(trading_post_price(state, seat, move - SELL_AT_POST)) * doubloon - 0.3
    price = float(LAND_PRICE) * doubloon
    if move < BUY_FOREST:
        return 0.55 * tile_worth(state, seat, move - BUY_LAND, rounds) - price
    if move < SELL_LAND:
        return forest_worth(state, seat, rounds) - price
    if move < SUPPLY:
        return price - 0.2 - kept_tile_worth(state, seat, move - SELL_LAND, rounds)
    if move < BY_SMALL_WHARF:
        return supplying_worth(state, seat, move - SUPPLY, rounds)
    return small_wharf_worth(state, seat)


def supplying_worth(state: State, seat: i64, good: i64, rounds: float) -> float:
    """A victory point for a barrel that a ship might take as well, or that could be sold."""
    if unshippable_barrels(state, seat, good) > 0:
        return 0.9
    worth = 0.25
    if state.barrels_of(seat, good) == 1:
        if state.works(seat, HARBOR):
            worth -= 0.9
        if good != CORN:
            worth -= 0.3 * float(GOOD_PRICE[good]) * doubloon_worth(rounds)
    return worth


def small_wharf_worth(state: State, seat: i64) -> float:
    """A point for two barrels that no ship takes. Other barrels wait for a ship."""
    barrels: i64 = 0
    for good in range(GOODS):
        barrels += unshippable_barrels(state, seat, good)
    worth = float(barrels // 2)
    if state.works(seat, HARBOR):
        worth += 1.0
    if state.works(seat, LIGHTHOUSE):
        worth += 0.4
    if seat == state.picker and state.captain_bonus_due:
        worth += 1.0
    return worth - 0.6


def kept_tile_worth(state: State, seat: i64, tile: i64, rounds: float) -> float:
    """The remaining worth of a plantation that the seat has: less while nobody works on it or in its plant."""
    worth = tile_worth(state, seat, tile, rounds)
    if tile >= INDIGO and plant_circles(state, seat, tile) < state.island[seat * TILE_KINDS + tile]:
        return 0.5 * worth
    return worth if state.workers_on(seat, tile) == state.island[seat * TILE_KINDS + tile] else 0.7 * worth


def discard_worth(state: State, seat: i64, move: i64, rounds: float) -> float:
    """A space for something better, while there is time to fill it and no other is free."""
    space = 0.35 * max(0.0, rounds - 2.0) if state.free_island_spaces(seat) == 0 else 0.0
    if move >= DISCARD_FOREST:
        pairs_break = state.island[seat * TILE_KINDS + FOREST] % 2 == 0
        return space - 0.1 - forest_worth(state, seat, rounds) * (1.0 if pairs_break else 0.3)
    return space - 0.1 - kept_tile_worth(state, seat, move - DISCARD, rounds)


def payment_loss(state: State, seat: i64, move: i64, rounds: float) -> float:
    """The loss by a payment to the black market, in victory points."""
    if move == PAY_VP:
        return 1.0
    if move >= PAY_GOOD:
        return barrel_worth(state, seat, move - PAY_GOOD, rounds)
    # The next mayor phase replaces them. A person less counts only while circles stay empty.
    missing = 0.2 * rounds if state.circles_of(seat) >= state.colonists_of(seat) else 0.2
    if move >= PAY_NOBLE:
        return 1.0 + missing + worker_loss(state, seat, move - PAY_NOBLE, rounds)
    return missing + worker_loss(state, seat, move - PAY_COLONIST, rounds)
