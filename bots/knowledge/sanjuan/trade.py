"""Cards earned with goods: per round by the buildings, and by the goods that are there."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.sanjuan.components import AQUEDUCT, FIRST_VIOLET, GOODS, KINDS, LIBRARY, NO_CARD, TRADING_POST
from games.engine.sanjuan.position import State

MEAN_PRICE: Final = vec[float]([1.0, 1.4, 1.8, 2.0, 2.6])
"""By good, its mean price over the five price tiles."""
TRADES_PER_ROUND: Final = 0.75
"""How often in a round goods are produced and sold: some rounds have no producer or no trader."""


def trade_income(state: State, seat: i64, built: i64) -> float:
    """About how many cards per round trade brings, if the seat also had the building `built` (or NO_CARD)."""
    owned = state.owned_count
    first = seat * KINDS
    # The seat has the privilege when it picks the role itself.
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
        # What cannot be used in a round is sometimes of use in the next.
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
    return income * TRADES_PER_ROUND


def trade_growth(state: State, seat: i64, kind: i64) -> float:
    """How many more cards per round trade brings with this building."""
    if kind >= FIRST_VIOLET and kind not in (LIBRARY, AQUEDUCT, TRADING_POST):
        return 0.0
    return trade_income(state, seat, kind) - trade_income(state, seat, NO_CARD)


def cards_from_goods(state: State, seat: i64) -> float:
    """The cards that the goods of the seat will bring, at mean prices."""
    goods = state.goods
    cards = 0.0
    for good in range(GOODS):
        cards += float(goods[seat * GOODS + good]) * MEAN_PRICE[good]
    return cards


def cards_from_sale(state: State, seat: i64, count: i64) -> float:
    """The cards for the best `count` goods, at the prices of the open price tile, or else the next one."""
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


def cards_from_production(state: State, seat: i64, count: i64) -> float:
    """The cards that the best `count` goods to be produced now will bring, at mean prices."""
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
