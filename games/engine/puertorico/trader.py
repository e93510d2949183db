"""The trader: everybody may sell one good to the trading house (docs/rules §3 Trader).

With the expansions a good may be sold to the trading post instead, and the land office trades a plantation once in its
owner's turn, before or after the sale (docs/rules §7 Trading post, §8 Land office).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico.components import (
    FOREST_HOUSE,
    GOOD_NAMES,
    GOOD_PRICE,
    GOODS,
    GUESTHOUSE,
    LAND_OFFICE,
    LARGE_MARKET,
    LIBRARY,
    OFFICE,
    SMALL_MARKET,
    TILE_KINDS,
    TILE_NAMES,
    TRADING_HOUSE_SPACES,
    TRADING_POST,
    bit,
)
from games.engine.puertorico.guests import guest_count, guest_targets, move_guest, with_guest_moves
from games.engine.puertorico.moves import BUY_FOREST, BUY_LAND, PASS, SELL, SELL_AT_POST, SELL_LAND, is_guest
from games.engine.puertorico.position import State, goods_by_name
from games.engine.puertorico.stages import STAGE_PHASE_END, STAGE_TRADER, TRADED_GOOD, TRADED_LAND

LAND_PRICE: Final = 1
"""What the land office takes or pays for a plantation."""


def begin(state: State) -> None:
    state.actor = state.picker
    _ask_from_actor(state)


def legal_sales(state: State) -> vec[i64]:
    good: i64
    seat = state.actor
    moves = vec[i64]([PASS], capacity=6)
    offered = _sellable(state, seat)
    for good in range(GOODS):
        if (offered >> good) & 1:
            moves = append(moves, SELL + good)
    if state.has_expansions:
        return _with_expansions(state, seat, moves)
    return moves


def sale_price(state: State, seat: i64, good: i64) -> i64:
    """What the seat gets for a good from the trading house: its price, the markets, and the trader's privilege."""
    price = trading_post_price(state, seat, good)
    if state.works(seat, SMALL_MARKET):
        price += 1
    if state.works(seat, LARGE_MARKET):
        price += 2
    return price


def trading_post_price(state: State, seat: i64, good: i64) -> i64:
    """What the seat gets for a good at its trading post: with the privilege, without the markets."""
    price = GOOD_PRICE[good]
    if seat == state.picker:
        price += 2 if state.works(seat, LIBRARY) else 1
    return price


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move == PASS:
        if state.listener is not None:
            state.emit_pass(seat, "trader", state.traded != 0)
    else:
        if is_guest(move):
            move_guest(state, move)
        elif move >= BUY_LAND:
            _deal_in_land(state, seat, move)
            state.traded |= TRADED_LAND
        else:
            _sell(state, seat, move)
            state.traded |= TRADED_GOOD
        if state.has_expansions and _has_decision(state, seat):
            return
    state.traded = 0
    state.actor = state.next_seat(seat)
    if state.actor == state.picker:
        _end_phase(state)
    else:
        _ask_from_actor(state)


def _sell(state: State, seat: i64, move: i64) -> None:
    if move >= SELL_AT_POST:
        good = move - SELL_AT_POST
        price = trading_post_price(state, seat, good)
        state.goods_supply[good] += 1
    else:
        good = move - SELL
        price = sale_price(state, seat, good)
        state.trading_house[good] += 1
    state.goods[seat * GOODS + good] -= 1
    state.doubloons[seat] += price
    if state.listener is not None:
        kind = "sells_at_post" if move >= SELL_AT_POST else "sells"
        state.emit(kind, seat, {"good": GOOD_NAMES[good], "doubloons": int(price)})


def _deal_in_land(state: State, seat: i64, move: i64) -> None:
    """A colonist in the land office buys a face-up plantation, a noble sells one (docs/rules §8 Land office)."""
    if move >= SELL_LAND:
        tile = move - SELL_LAND
        state.discard_tile(seat, tile)
        state.doubloons[seat] += LAND_PRICE
        kind = "sells_land"
    else:
        state.doubloons[seat] -= LAND_PRICE
        if move >= BUY_FOREST:
            tile = move - BUY_FOREST
            state.lay_forest(seat, tile, 0)
            kind = "buys_forest"
        else:
            tile = move - BUY_LAND
            state.lay_tile(seat, tile)
            kind = "buys_land"
        state.face_up[tile] -= 1
    if state.listener is not None:
        state.emit(kind, seat, {"tile": TILE_NAMES[tile]})


def _with_expansions(state: State, seat: i64, moves: vec[i64]) -> vec[i64]:
    good: i64
    if _may_use_post(state, seat):
        for good in range(GOODS):
            if state.barrels_of(seat, good) > 0:
                moves = append(moves, SELL_AT_POST + good)
    if state.works(seat, LAND_OFFICE) and not state.traded & TRADED_LAND:
        if state.works_by_noble(seat, LAND_OFFICE):
            for good in range(GOODS):
                if state.island[seat * TILE_KINDS + good]:
                    moves = append(moves, SELL_LAND + good)
        elif _can_buy_land(state, seat):
            for good in range(GOODS):
                if state.face_up[good]:
                    moves = append(moves, BUY_LAND + good)
            if state.works(seat, FOREST_HOUSE):
                for good in range(GOODS):
                    if state.face_up[good]:
                        moves = append(moves, BUY_FOREST + good)
    return with_guest_moves(state, seat, moves, _useful_guest_targets(state, seat))


def _may_use_post(state: State, seat: i64) -> bool:
    return state.works(seat, TRADING_POST) and not state.traded & TRADED_GOOD


def _can_buy_land(state: State, seat: i64) -> bool:
    if state.doubloons[seat] < LAND_PRICE or state.free_island_spaces(seat) == 0:
        return False
    return any(state.face_up[tile] > 0 for tile in range(GOODS))


def _has_goods(state: State, seat: i64) -> bool:
    return any(state.barrels_of(seat, good) > 0 for good in range(GOODS))


def _has_land(state: State, seat: i64) -> bool:
    return any(state.island[seat * TILE_KINDS + tile] > 0 for tile in range(GOODS))


def _has_decision(state: State, seat: i64) -> bool:
    """Whether the seat has anything left to decide in its trader turn."""
    if _sellable(state, seat):
        return True
    if not state.has_expansions:
        return False
    if _may_use_post(state, seat) and _has_goods(state, seat):
        return True
    if state.works(seat, LAND_OFFICE) and not state.traded & TRADED_LAND:
        if state.works_by_noble(seat, LAND_OFFICE):
            if _has_land(state, seat):
                return True
        elif _can_buy_land(state, seat):
            return True
    return _useful_guest_targets(state, seat) != 0


def _useful_guest_targets(state: State, seat: i64) -> i64:
    """Places where guests would change what the seat can sell or earns by selling."""
    if guest_count(state, seat) == 0:
        return 0
    wanted: i64 = 0
    if not state.traded & TRADED_GOOD and _has_goods(state, seat):
        wanted |= 1 << TRADING_POST
        to_house = _sellable(state, seat) != 0
        if not to_house and state.trading_house_barrels() < TRADING_HOUSE_SPACES:
            wanted |= 1 << OFFICE
            to_house = guest_targets(state, seat, 1 << OFFICE) != 0
        elif to_house:
            wanted |= 1 << OFFICE
        if to_house:
            wanted |= (1 << SMALL_MARKET) | (1 << LARGE_MARKET)
        if seat == state.picker and (
            to_house or _may_use_post(state, seat) or guest_targets(state, seat, 1 << TRADING_POST)
        ):
            wanted |= 1 << LIBRARY
    if state.owns(seat, LAND_OFFICE) and not state.traded & TRADED_LAND:
        wanted |= _land_office_targets(state, seat)
    return guest_targets(state, seat, wanted)


def _land_office_targets(state: State, seat: i64) -> i64:
    """Places where guests would make the land office useful: a colonist there buys, a noble sells."""
    buys = _can_buy_land(state, seat)
    if state.works(seat, LAND_OFFICE):
        return 1 << FOREST_HOUSE if buys and not state.works_by_noble(seat, LAND_OFFICE) else 0
    guests = state.ordinary_colonists_on(seat, GUESTHOUSE)
    wanted: i64 = 0
    if buys and guests > 0:
        wanted |= 1 << LAND_OFFICE
        if guest_count(state, seat) > 1:
            wanted |= 1 << FOREST_HOUSE
    if state.nobles_at(seat, GUESTHOUSE) > 0 and _has_land(state, seat):
        wanted |= 1 << LAND_OFFICE
    return wanted


def _sellable(state: State, seat: i64) -> i64:
    """Set of the goods that the seat could sell to the trading house now."""
    good: i64
    if state.traded & TRADED_GOOD:
        return 0
    base = seat * GOODS
    goods = state.goods
    house = state.trading_house
    office = state.works(seat, OFFICE)
    sellable: i64 = 0
    filled: i64 = 0
    for good in range(GOODS):
        filled += house[good]
        if goods[base + good] and (office or house[good] == 0):
            sellable |= bit(good)
    if filled == TRADING_HOUSE_SPACES:
        sellable = 0
    return sellable


def foresee_turn(state: State, seat: i64) -> bool:
    """In a copy, ask a seat whose turn is still to come what it sells; False if there is nothing that it could do."""
    if not state.comes_after_actor(seat):
        return False
    state.traded = 0
    state.actor = seat
    return _has_decision(state, seat)


def _ask_from_actor(state: State) -> None:
    """Ask the actor, or the next seat after the actor that can do anything."""
    while not _has_decision(state, state.actor):
        state.actor = state.next_seat(state.actor)
        if state.actor == state.picker:
            _end_phase(state)
            return
    state.stage = STAGE_TRADER


def _end_phase(state: State) -> None:
    """The trading house is emptied if, and only if, it is full."""
    good: i64
    if state.trading_house_barrels() == TRADING_HOUSE_SPACES:
        if state.listener is not None:
            state.emit("house_emptied", NOBODY, {"goods": goods_by_name(state.trading_house, 0)})
        for good in range(GOODS):
            state.goods_supply[good] += state.trading_house[good]
            state.trading_house[good] = 0
    state.stage = STAGE_PHASE_END
