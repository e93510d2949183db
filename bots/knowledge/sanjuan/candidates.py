"""Candidate moves, and for questions that take several plies the plan that is followed without a search."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.sanjuan.card_choice import (
    CLOSE_GAIN,
    best_goods_move,
    least_promising_cards,
    most_promising_cards,
    moves_for_cards,
)
from bots.knowledge.sanjuan.trade import MEAN_PRICE, cards_from_goods
from bots.knowledge.sanjuan.worth import building_gain, card_gain, card_worth
from games.engine.contract import NO_MOVE
from games.engine.sanjuan import producer, trader
from games.engine.sanjuan.components import (
    GOODS,
    KINDS,
    NO_CARD,
    PALACE,
    picks_in_round,
)
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.moves import (
    BUILD,
    BUILD_OVER,
    BUILD_OVER_FULL,
    DISCARD,
    KEEP,
    OVER_SLOTS,
    PASS,
    PAY,
    PAY_GOOD,
    PICK_WITH_LIBRARY,
    PRODUCE,
    PRODUCE_MORE,
    SELL,
    SELL_MORE,
    TAKE,
    TUCK,
    USE_GOLD_MINE,
)
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import (
    STAGE_ARCHIVE,
    STAGE_BUILDER,
    STAGE_CHAPEL,
    STAGE_COUNCILLOR,
    STAGE_DEAL,
    STAGE_GOLD_MINE,
    STAGE_LIMIT,
    STAGE_PAYMENT,
    STAGE_PRODUCER,
    STAGE_ROLE,
    STAGE_STRIKE,
    STAGE_TRADER,
)

MAX_BUILDS: Final = 6
"""So many ways to build are searched, the best by gain."""
GOOD_SHARE: Final = 0.8
"""The share of its price that a good on its plant is worth: it is still to be sold."""
NO_SLACK: Final = 0.0
"""Exactly as many cards as are asked for (card_choice)."""


def candidate_moves(position: SanJuanPosition, legal: vec[i64], rounds: float) -> vec[i64]:
    """Some of the legal moves, in their order, at least one."""
    stage = position.stage
    moves = legal
    if stage == STAGE_ROLE:
        moves = _candidate_picks(position, legal)
    elif stage == STAGE_BUILDER:
        moves = _candidate_builds(position, legal, rounds)
    elif stage == STAGE_PAYMENT:
        moves = _candidate_payments(position, legal, rounds)
    elif stage in (STAGE_DEAL, STAGE_LIMIT, STAGE_ARCHIVE):
        moves = _candidate_discards(position, legal, CLOSE_GAIN, rounds)
    elif stage == STAGE_COUNCILLOR:
        moves = _candidate_keeps(position, legal, CLOSE_GAIN, rounds)
    elif stage == STAGE_TRADER:
        moves = _candidate_sales(position)
    elif stage == STAGE_STRIKE:
        moves = vec[i64]([best_card_to_take(position, legal, rounds)])
    elif stage == STAGE_CHAPEL:
        moves = vec[i64]([PASS, TUCK + least_promising_card(position, rounds)])
    elif stage in (STAGE_PRODUCER, STAGE_GOLD_MINE):
        moves = vec[i64]([planned_move(position, legal, rounds)])
    return moves if len(moves) else legal


def planned_move(position: SanJuanPosition, legal: vec[i64], rounds: float) -> i64:
    """The next ply by rule of thumb where the answer is some cards or goods; NO_MOVE for other questions."""
    stage = position.stage
    if stage == STAGE_PAYMENT:
        return _planned_payment(position, legal, rounds)
    if stage in (STAGE_DEAL, STAGE_LIMIT, STAGE_ARCHIVE):
        return _candidate_discards(position, legal, NO_SLACK, rounds)[0]
    if stage == STAGE_COUNCILLOR:
        return _candidate_keeps(position, legal, NO_SLACK, rounds)[0]
    if stage == STAGE_TRADER:
        return _sale_move(position, trader.capacity(position, position.actor) - position.goods_sold)
    if stage == STAGE_PRODUCER:
        return _planned_production(position)
    if stage == STAGE_GOLD_MINE:
        return USE_GOLD_MINE
    if stage == STAGE_STRIKE:
        return best_card_to_take(position, legal, rounds)
    if stage == STAGE_CHAPEL:
        card = least_promising_card(position, rounds)
        return TUCK + card if tucking_gain(position, card, rounds) > 0.0 else PASS
    return NO_MOVE


# --- roles and buildings ----------------------------------------------------------------------------------------------


def _candidate_picks(position: SanJuanPosition, legal: vec[i64]) -> vec[i64]:
    """With two players, the library is kept for a later pick only by a seat that will pick again in this round."""
    if legal[len(legal) - 1] < PICK_WITH_LIBRARY:
        return legal
    last_own_pick = position.picks + position.seats > picks_in_round(position.seats)
    moves = vec[i64]()
    for move in legal:
        if move >= PICK_WITH_LIBRARY or not last_own_pick:
            moves = append(moves, move)
    return moves


def _candidate_builds(position: SanJuanPosition, legal: vec[i64], rounds: float) -> vec[i64]:
    if len(legal) <= MAX_BUILDS + 1:
        return legal
    gains = vec[float]()
    for move in legal:
        gains = append(gains, building_move_gain(position, move, rounds))
    moves = vec[i64]([PASS])
    for index in range(1, len(legal)):
        better: i64 = 0
        for other in range(1, len(legal)):
            if gains[other] > gains[index] or (gains[other] == gains[index] and other < index):
                better += 1
        if better < MAX_BUILDS:
            moves = append(moves, legal[index])
    return moves


def building_move_gain(state: State, move: i64, rounds: float) -> float:
    """The actor's gain by an answer to the builder's question."""
    if move == PASS:
        return 0.0
    if move >= BUILD_OVER_FULL:
        over = move - BUILD_OVER_FULL
        good = over % OVER_SLOTS
        lost = MEAN_PRICE[good] * GOOD_SHARE * card_worth(rounds)
        return building_gain(state, state.actor, over // OVER_SLOTS, good, rounds) - lost
    if move >= BUILD_OVER:
        over = move - BUILD_OVER
        return building_gain(state, state.actor, over // OVER_SLOTS, over % OVER_SLOTS, rounds)
    return building_gain(state, state.actor, move - BUILD, NO_CARD, rounds)


# --- cards to pay, discard and keep -----------------------------------------------------------------------------------


def _candidate_payments(position: SanJuanPosition, legal: vec[i64], rounds: float) -> vec[i64]:
    """The cheapest good, and the least promising cards."""
    moves = vec[i64]()
    if legal[0] < PAY:
        moves = append(moves, legal[0])
    for move in _paying_cards(position, legal, CLOSE_GAIN, rounds):
        moves = append(moves, move)
    return moves


def _paying_cards(position: SanJuanPosition, legal: vec[i64], slack: float, rounds: float) -> vec[i64]:
    seat = position.actor
    chosen = least_promising_cards(position, seat, position.owed, slack, rounds)
    return moves_for_cards(chosen, position.owed, PAY, legal)


def _planned_payment(position: SanJuanPosition, legal: vec[i64], rounds: float) -> i64:
    cards = _paying_cards(position, legal, NO_SLACK, rounds)
    if legal[0] < PAY:
        if len(cards) == 0:
            return legal[0]
        card = card_worth(rounds)
        good = MEAN_PRICE[legal[0] - PAY_GOOD] * GOOD_SHARE * card
        gain = card_gain(position, position.actor, cards[len(cards) - 1] - PAY, rounds)
        if good < card + (gain if gain > 0.0 else 0.0):
            return legal[0]
    return cards[0]


def _candidate_discards(position: SanJuanPosition, legal: vec[i64], slack: float, rounds: float) -> vec[i64]:
    seat = position.actor
    count = position.cards_to_choose[seat]
    return moves_for_cards(least_promising_cards(position, seat, count, slack, rounds), count, DISCARD, legal)


def _candidate_keeps(position: SanJuanPosition, legal: vec[i64], slack: float, rounds: float) -> vec[i64]:
    seat = position.actor
    count = position.cards_to_choose[seat]
    return moves_for_cards(most_promising_cards(position, seat, count, slack, rounds), count, KEEP, legal)


def least_promising_card(position: SanJuanPosition, rounds: float) -> i64:
    """The least promising kind of card in the actor's hand."""
    kind: i64
    chosen = least_promising_cards(position, position.actor, 1, NO_SLACK, rounds)
    for kind in range(KINDS):
        if chosen[kind]:
            return kind
    return NO_CARD


def tucking_gain(position: SanJuanPosition, kind: i64, rounds: float) -> float:
    """The gain from putting this card under the chapel: a point for a card that might have to be discarded anyway."""
    seat = position.actor
    gain = 1.25 if position.owns(seat, PALACE) else 1.0
    if position.hand_count[seat] > position.hand_limit(seat):
        return gain
    promise = card_gain(position, seat, kind, rounds)
    return gain - card_worth(rounds) - (promise if promise > 0.0 else 0.0)


def best_card_to_take(position: SanJuanPosition, legal: vec[i64], rounds: float) -> i64:
    """The most promising of the cards that a gold mine turned up."""
    best = legal[0]
    best_gain = -1.0e9
    for move in legal:
        gain = card_gain(position, position.actor, move - TAKE, rounds)
        if position.hands[position.actor * KINDS + move - TAKE]:
            gain -= 1.0
        if gain > best_gain:
            best = move
            best_gain = gain
    return best


# --- goods ------------------------------------------------------------------------------------------------------------


def _planned_production(position: SanJuanPosition) -> i64:
    """The first ply of producing the most expensive goods, as many as possible."""
    good: i64
    seat = position.actor
    empty = vec[i64]([0] * GOODS)
    for good in range(GOODS):
        empty[good] = position.empty_plants(seat, good)
    count = producer.remaining_production(position, seat)
    return best_goods_move(empty, position.smallest_good, count, PRODUCE, PRODUCE_MORE)


def _sale_move(position: SanJuanPosition, count: i64) -> i64:
    """The first ply of selling the `count` most expensive goods."""
    first = position.actor * GOODS
    return best_goods_move(position.goods[first : first + GOODS], position.smallest_good, count, SELL, SELL_MORE)


def _candidate_sales(position: SanJuanPosition) -> vec[i64]:
    """Selling as much as possible, or one good less; or nothing, if prices are low or the hand would get too large."""
    seat = position.actor
    count = trader.capacity(position, seat) - position.goods_sold
    moves = vec[i64]()
    if position.goods_sold == 0 and _may_pass(position, seat, count):
        moves = append(moves, PASS)
    most = _sale_move(position, count)
    number = position.goods_count[seat]
    fewer: i64 = most
    if position.goods_sold == 0 and count > 1 and number > 1:
        fewer = _sale_move(position, (count if count < number else number) - 1)
    if fewer < most:
        moves = append(moves, fewer)
    moves = append(moves, most)
    if fewer > most:
        moves = append(moves, fewer)
    return moves


def _may_pass(position: SanJuanPosition, seat: i64, count: i64) -> bool:
    good: i64 = GOODS - 1
    while good > 0 and position.goods[seat * GOODS + good] == 0:
        good -= 1
    if float(position.good_price(good)) < MEAN_PRICE[good]:
        return True
    coming = cards_from_goods(position, seat)
    most = float(count) * MEAN_PRICE[good]
    if coming > most:
        coming = most
    return float(position.hand_count[seat]) + coming > float(position.hand_limit(seat))
