"""Cards earned with goods: by what stands, and by what lies there."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.sanjuan.components import AQUEDUCT, FIRST_VIOLET, GOODS, KINDS, LIBRARY, NO_CARD, TRADING_POST
from games.engine.sanjuan.position import State

MEAN_PRICE: Final = vec[float]([1.0, 1.4, 1.8, 2.0, 2.6])
"""Of a good over the five tiles."""
IN_A_ROUND: Final = 0.75
"""Production and sale that a round brings: some rounds go without a producer or without a trader."""


def trade_income(state: State, seat: i64, built: i64) -> float:
    """Cards a round, roughly, if the seat also had the building `built` (NO_CARD: as it stands)."""
    owned = state.owned_count
    first = seat * KINDS
    # The privilege comes with every pick of one's own.
    share = 1.0 / float(state.seats)
    flow = 1.0 + share
    if owned[first + LIBRARY] or built == LIBRARY:
        flow += share
    produced = flow
    if owned[first + AQUEDUCT] or built == AQUEDUCT:
        produced += 1.0
    sold = flow
    if owned[first + TRADING_POST] or built == TRADING_POST:
        sold += 1.0
    left = produced if produced < sold else sold
    if produced != sold:
        # What one cannot use in a round is sometimes of use in the next.
        left += 0.25
    income = 0.0
    good: i64 = GOODS - 1
    while good >= 0 and left > 0.0:
        plants = owned[first + good]
        if good == built:
            plants += 1
        goods = float(plants)
        if goods > left:
            goods = left
        income += goods * MEAN_PRICE[good]
        left -= goods
        good -= 1
    return income * IN_A_ROUND


def growth_of_trade(state: State, seat: i64, kind: i64) -> float:
    """Cards a round more with this building."""
    if kind >= FIRST_VIOLET and kind not in (LIBRARY, AQUEDUCT, TRADING_POST):
        return 0.0
    return trade_income(state, seat, kind) - trade_income(state, seat, NO_CARD)


def goods_held(state: State, seat: i64) -> float:
    """Cards that the goods before the seat will bring, at mean prices."""
    goods = state.goods
    cards = 0.0
    for good in range(GOODS):
        cards += float(goods[seat * GOODS + good]) * MEAN_PRICE[good]
    return cards


def sale(state: State, seat: i64, count: i64) -> float:
    """Cards for the best `count` goods on the tile that lies open or comes next."""
    cards = 0.0
    good: i64 = GOODS - 1
    while good >= 0 and count > 0:
        sold = state.goods[seat * GOODS + good]
        if sold > count:
            sold = count
        cards += float(sold * state.good_price(good))
        count -= sold
        good -= 1
    return cards


def production(state: State, seat: i64, count: i64) -> float:
    """Cards that the best `count` goods to be produced now will bring, at mean prices."""
    cards = 0.0
    good: i64 = GOODS - 1
    while good >= 0 and count > 0:
        made = state.empty_plants(seat, good)
        if made > count:
            made = count
        cards += float(made) * MEAN_PRICE[good]
        count -= made
        good -= 1
    return cards
