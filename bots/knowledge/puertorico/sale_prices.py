"""What a seat gets for its goods in the trading house and the trading post."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.puertorico.components import (
    GOOD_PRICE,
    GOODS,
    LARGE_MARKET,
    LIBRARY,
    OFFICE,
    SMALL_MARKET,
    TRADING_HOUSE_SPACES,
    TRADING_POST,
)
from games.engine.puertorico.position import State


def sale_price(state: State, seat: i64, good: i64) -> i64:
    """What the seat gets for a good in the trading house, without the trader's privilege."""
    price = GOOD_PRICE[good]
    if state.works(seat, SMALL_MARKET):
        price += 1
    if state.works(seat, LARGE_MARKET):
        price += 2
    return price


def best_house_price(state: State, seat: i64) -> i64:
    """The highest price the trading house would pay the seat, without the privilege. -1: it can sell nothing there."""
    best: i64 = -1
    if state.trading_house_barrels() >= TRADING_HOUSE_SPACES:
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


def best_sale_price(state: State, seat: i64, house_price: i64, privileged: bool) -> i64:
    """The higher of `house_price` and the trading post's price, with the privilege. -1: nothing can be sold."""
    price = house_price
    if state.works(seat, TRADING_POST):
        for good in range(GOODS):
            if state.barrels_of(seat, good) > 0 and GOOD_PRICE[good] > price:
                price = GOOD_PRICE[good]
    if price >= 0 and privileged:
        price += 2 if state.works(seat, LIBRARY) else 1
    return price
