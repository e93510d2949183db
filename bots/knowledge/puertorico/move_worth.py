"""The worth of a move for the actor, in victory points, by rule of thumb. Only answers to one question compare."""

from __future__ import annotations

from mypy_extensions import i64

from bots.knowledge.puertorico.asset_worth import barrel_worth, purchase_worth, tile_worth
from bots.knowledge.puertorico.expansion_moves import expansion_move_worth
from bots.knowledge.puertorico.role_worth import role_worth
from bots.knowledge.puertorico.rounds import doubloon_worth
from bots.knowledge.puertorico.sale_prices import sale_price
from games.engine.puertorico.builder import builder_privilege
from games.engine.puertorico.components import CORN, GOOD_PRICE, HARBOR, NO_GOOD, ship_size
from games.engine.puertorico.discounts import price_of
from games.engine.puertorico.moves import (
    BUILD,
    BY_WHARF,
    DRAW,
    EXTRA,
    FIRST_MOVE_OF_EXPANSIONS,
    KEEP,
    PASS,
    PICK,
    SELL,
    STORE,
    TAKE,
    loaded_good,
    loaded_ship,
)
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import (
    STAGE_BUILDER,
    STAGE_CAPTAIN,
    STAGE_CRAFTSMAN,
    STAGE_ROLE,
    STAGE_SETTLER,
    STAGE_STORING,
    STAGE_TRADER,
)


def move_worth(state: State, move: i64, rounds: float) -> float:
    seat = state.actor
    stage = state.stage
    if move >= FIRST_MOVE_OF_EXPANSIONS:
        return expansion_move_worth(state, move, rounds)
    if stage == STAGE_ROLE:
        return role_worth(state, seat, move - PICK, rounds)
    if stage == STAGE_CAPTAIN:
        return loading_worth(state, seat, move, rounds)
    if move == PASS:
        return 0.0
    if stage == STAGE_BUILDER:
        building = move - BUILD
        price = price_of(state, seat, building, builder_privilege(state, seat))
        return purchase_worth(state, seat, building, price, rounds)
    if stage == STAGE_SETTLER:
        return 10.0 if move == DRAW else tile_worth(state, seat, move - TAKE, rounds)
    if stage == STAGE_TRADER:
        return float(sale_price(state, seat, move - SELL)) * doubloon_worth(rounds) - 0.3
    if stage == STAGE_CRAFTSMAN:
        return barrel_worth(state, seat, move - EXTRA, rounds)
    if stage == STAGE_STORING:
        if move >= KEEP:
            return barrel_worth(state, seat, move - KEEP, rounds)
        good = move - STORE
        return barrel_worth(state, seat, good, rounds) * float(state.barrels_of(seat, good))
    # A colonist: mayor, hospice, university.
    return 10.0


def loading_worth(state: State, seat: i64, move: i64, rounds: float) -> float:
    if move == PASS:
        return 0.0
    good = loaded_good(move)
    ship = loaded_ship(move)
    barrels = state.barrels_of(seat, good)
    loaded = barrels
    worth = 0.0
    if ship != BY_WHARF:
        room = ship_size(state.seats, ship) - state.ship_barrels[ship]
        if barrels > room:
            loaded = room
        if state.ship_good[ship] == NO_GOOD:
            # An empty ship is taken from those who wanted it for another good.
            worth += 0.3
    worth += float(loaded)
    if state.works(seat, HARBOR):
        worth += 1.0
    if loaded == barrels and good != CORN:
        # The last barrel of an expensive good could have been sold.
        worth -= 0.35 * float(GOOD_PRICE[good]) * doubloon_worth(rounds)
    return worth
