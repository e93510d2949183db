"""The trader: everybody may sell one good to the trading house (docs/rules §3 Trader)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico.components import (
    GOOD_NAMES,
    GOOD_PRICE,
    GOODS,
    HOUSE_SPACES,
    LARGE_MARKET,
    OFFICE,
    SMALL_MARKET,
)
from games.engine.puertorico.moves import PASS, SELL
from games.engine.puertorico.position import PHASE_END, TRADER, State, goods_by_name


def begin(state: State) -> None:
    state.actor = state.picker
    _come_to(state)


def legal_sales(state: State) -> vec[i64]:
    good: i64
    moves = vec[i64]([PASS], capacity=6)
    offered = _sellable(state, state.actor)
    for good in range(GOODS):
        if (offered >> good) & 1:
            moves = append(moves, SELL + good)
    return moves


def sale_price(state: State, seat: i64, good: i64) -> i64:
    """What the seat gets for a good: the house's price, the markets, and the trader's doubloon."""
    price = GOOD_PRICE[good]
    if seat == state.picker:
        price += 1
    if state.works(seat, SMALL_MARKET):
        price += 1
    if state.works(seat, LARGE_MARKET):
        price += 2
    return price


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move != PASS:
        good = move - SELL
        price = sale_price(state, seat, good)
        state.goods[seat * GOODS + good] -= 1
        state.house[good] += 1
        state.doubloons[seat] += price
        if state.listener is not None:
            state.tell("sells", seat, {"good": GOOD_NAMES[good], "doubloons": int(price)})
    elif state.listener is not None:
        state.tell("passes", seat, {"stage": "trader"})
    state.actor = state.after(seat)
    if state.actor == state.picker:
        _close(state)
    else:
        _come_to(state)


def _sellable(state: State, seat: i64) -> i64:
    """The set of goods that the seat could sell now."""
    good: i64
    base = seat * GOODS
    goods = state.goods
    house = state.house
    office = state.works(seat, OFFICE)
    sellable: i64 = 0
    filled: i64 = 0
    for good in range(GOODS):
        filled += house[good]
        if goods[base + good] and (office or house[good] == 0):
            sellable |= 1 << good
    if filled == HOUSE_SPACES:
        sellable = 0
    return sellable


def _come_to(state: State) -> None:
    """Ask the actor, or the next seat after him that can sell."""
    while not _sellable(state, state.actor):
        state.actor = state.after(state.actor)
        if state.actor == state.picker:
            _close(state)
            return
    state.stage = TRADER


def _close(state: State) -> None:
    """The trading house is emptied if, and only if, it is full."""
    good: i64
    if state.house_filled() == HOUSE_SPACES:
        if state.listener is not None:
            state.tell("house_emptied", NOBODY, {"goods": goods_by_name(state.house, 0)})
        for good in range(GOODS):
            state.goods_supply[good] += state.house[good]
            state.house[good] = 0
    state.stage = PHASE_END
