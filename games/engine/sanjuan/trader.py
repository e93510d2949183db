"""The trader: everybody may sell a good at the prices of the tile turned up (docs/rules §2 Trader)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.sanjuan.components import GOOD_NAMES, GOODS, MARKET_HALL, MARKET_STAND, TILES, TRADING_POST
from games.engine.sanjuan.moves import PASS, SELL, SELL_MORE
from games.engine.sanjuan.ordered_choice import good_choice_moves
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_SEAT_DONE, STAGE_TRADER

STAND_GOODS: Final = 2
"""With so many goods sold the market stand draws a card."""


def turn_tile(state: State) -> None:
    """Turn the next price tile up, and count it as seen."""
    if state.tiles_seen < TILES:
        state.tiles_seen += 1
        state.revealed += 1
    if state.listener is not None:
        state.emit("turns_tile", state.picker, {"prices": [int(state.good_price(good)) for good in range(GOODS)]})


def tuck_tile(state: State) -> None:
    """Put the open tile below the others."""
    state.tile_index += 1
    if state.tile_index == TILES:
        state.tile_index = 0


def capacity(state: State, seat: i64) -> i64:
    """Goods that the seat may sell in this phase."""
    goods = 1 + state.privilege_count(seat)
    if state.owns(seat, TRADING_POST):
        goods += 1
    return goods


def bonus(state: State, seat: i64, sold: i64) -> i64:
    """Cards besides the prices: market hall and market stand (docs/rules §3 Market hall, Market stand)."""
    cards: i64 = 0
    if sold >= 1 and state.owns(seat, MARKET_HALL):
        cards += 1
    if sold >= STAND_GOODS and state.owns(seat, MARKET_STAND):
        cards += 1
    return cards


def ask(state: State, seat: i64) -> bool:
    """Whether the seat has anything to sell."""
    if state.goods_count[seat] == 0:
        return False
    state.stage = STAGE_TRADER
    state.actor = seat
    state.goods_sold = 0
    state.cards_earned = 0
    state.smallest_good = 0
    return True


def legal_sales(state: State) -> vec[i64]:
    """Goods as the last one to sell, and as one before another, in ascending order."""
    seat = state.actor
    first = seat * GOODS
    most = capacity(state, seat) - state.goods_sold
    return good_choice_moves(state, state.goods[first : first + GOODS], state.goods_sold, most, SELL, SELL_MORE)


def play(state: State, move: i64) -> None:
    """Sell a good. After the last one the cards for all of them are drawn."""
    seat = state.actor
    if move == PASS:
        if state.listener is not None:
            state.emit("passes", seat, {"stage": "trader"})
        state.stage = STAGE_SEAT_DONE
        return
    follows = move >= SELL_MORE
    good = move - SELL_MORE if follows else move - SELL
    cards = state.good_price(good)
    state.discard_good(seat, good)
    state.goods_sold += 1
    state.cards_earned += cards
    state.smallest_good = good
    if state.listener is not None:
        state.emit("sells", seat, {"good": GOOD_NAMES[good], "cards": int(cards)})
    if follows:
        return
    state.draw_to_hand(seat, state.cards_earned + bonus(state, seat, state.goods_sold), "trader")
    state.goods_sold = 0
    state.cards_earned = 0
    state.smallest_good = 0
    state.stage = STAGE_SEAT_DONE


def income(state: State, seat: i64, sold: vec[i64]) -> i64:
    """Cards that a whole sale brings: for these goods, and those that the seat has sold already in its turn."""
    cards = state.cards_earned
    for good in sold:
        cards += state.good_price(good)
    return cards + bonus(state, seat, state.goods_sold + len(sold))
