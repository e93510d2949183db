"""The moves worth searching, and of every line of plies the plan that one follows without a search."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.sanjuan.naming import CLOSE, dearest_goods, namings, to_give, to_keep
from bots.knowledge.sanjuan.trade import MEAN_PRICE, goods_held
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

BUILDINGS: Final = 6
"""So many of the ways to build that look best are searched."""
GOOD_SHARE: Final = 0.8
"""Part of its price that a good on its plant is worth: it has yet to be sold."""
EXACTLY: Final = 0.0


def sensible_moves(position: SanJuanPosition, legal: vec[i64], rounds: float) -> vec[i64]:
    """Some of the legal moves, in their order, at least one."""
    stage = position.stage
    moves = legal
    if stage == STAGE_ROLE:
        moves = _picks(position, legal)
    elif stage == STAGE_BUILDER:
        moves = _buildings(position, legal, rounds)
    elif stage == STAGE_PAYMENT:
        moves = _payments(position, legal, rounds)
    elif stage in (STAGE_DEAL, STAGE_LIMIT, STAGE_ARCHIVE):
        moves = _discards(position, legal, CLOSE, rounds)
    elif stage == STAGE_COUNCILLOR:
        moves = _keeps(position, legal, CLOSE, rounds)
    elif stage == STAGE_TRADER:
        moves = _sales(position)
    elif stage == STAGE_STRIKE:
        moves = vec[i64]([best_take(position, legal, rounds)])
    elif stage == STAGE_CHAPEL:
        moves = vec[i64]([PASS, TUCK + least_card(position, rounds)])
    elif stage in (STAGE_PRODUCER, STAGE_GOLD_MINE):
        moves = vec[i64]([planned_move(position, legal, rounds)])
    return moves if len(moves) else legal


def planned_move(position: SanJuanPosition, legal: vec[i64], rounds: float) -> i64:
    """The next ply of what one does by rule of thumb where cards or goods are named; NO_MOVE at other questions."""
    stage = position.stage
    if stage == STAGE_PAYMENT:
        return _planned_payment(position, legal, rounds)
    if stage in (STAGE_DEAL, STAGE_LIMIT, STAGE_ARCHIVE):
        return _discards(position, legal, EXACTLY, rounds)[0]
    if stage == STAGE_COUNCILLOR:
        return _keeps(position, legal, EXACTLY, rounds)[0]
    if stage == STAGE_TRADER:
        return _sale_of(position, trader.capacity(position, position.actor) - position.goods_so_far)
    if stage == STAGE_PRODUCER:
        return _planned_production(position)
    if stage == STAGE_GOLD_MINE:
        return USE_GOLD_MINE
    if stage == STAGE_STRIKE:
        return best_take(position, legal, rounds)
    if stage == STAGE_CHAPEL:
        card = least_card(position, rounds)
        return TUCK + card if tucking_gain(position, card, rounds) > 0.0 else PASS
    return NO_MOVE


# --- roles and buildings ----------------------------------------------------------------------------------------------


def _picks(position: SanJuanPosition, legal: vec[i64]) -> vec[i64]:
    """With two players the library is kept for a later pick only by who will pick again in this round."""
    if legal[len(legal) - 1] < PICK_WITH_LIBRARY:
        return legal
    last_own_pick = position.picks + position.seats > picks_in_round(position.seats)
    moves = vec[i64]()
    for move in legal:
        if move >= PICK_WITH_LIBRARY or not last_own_pick:
            moves = append(moves, move)
    return moves


def _buildings(position: SanJuanPosition, legal: vec[i64], rounds: float) -> vec[i64]:
    if len(legal) <= BUILDINGS + 1:
        return legal
    gains = vec[float]()
    for move in legal:
        gains = append(gains, move_gain(position, move, rounds))
    moves = vec[i64]([PASS])
    for index in range(1, len(legal)):
        better: i64 = 0
        for other in range(1, len(legal)):
            if gains[other] > gains[index] or (gains[other] == gains[index] and other < index):
                better += 1
        if better < BUILDINGS:
            moves = append(moves, legal[index])
    return moves


def move_gain(state: State, move: i64, rounds: float) -> float:
    """What the actor gains by a move of the builder's question."""
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


# --- cards given and kept ---------------------------------------------------------------------------------------------


def _payments(position: SanJuanPosition, legal: vec[i64], rounds: float) -> vec[i64]:
    """The cheapest good, and the cards that promise least."""
    moves = vec[i64]()
    if legal[0] < PAY:
        moves = append(moves, legal[0])
    for move in _paying_cards(position, legal, CLOSE, rounds):
        moves = append(moves, move)
    return moves


def _paying_cards(position: SanJuanPosition, legal: vec[i64], slack: float, rounds: float) -> vec[i64]:
    seat = position.actor
    least = position.smallest_choice
    if position.goods_payable:
        # Until the first card pays, `least` is a good.
        position.smallest_choice = 0
    chosen = to_give(position, seat, position.owed, slack, rounds)
    position.smallest_choice = least
    return namings(chosen, position.owed, PAY, legal)


def _planned_payment(position: SanJuanPosition, legal: vec[i64], rounds: float) -> i64:
    cards = _paying_cards(position, legal, EXACTLY, rounds)
    if legal[0] < PAY:
        if len(cards) == 0:
            return legal[0]
        card = card_worth(rounds)
        good = MEAN_PRICE[legal[0] - PAY_GOOD] * GOOD_SHARE * card
        gain = card_gain(position, position.actor, cards[len(cards) - 1] - PAY, rounds)
        if good < card + (gain if gain > 0.0 else 0.0):
            return legal[0]
    return cards[0]


def _discards(position: SanJuanPosition, legal: vec[i64], slack: float, rounds: float) -> vec[i64]:
    seat = position.actor
    count = position.cards_to_choose[seat]
    return namings(to_give(position, seat, count, slack, rounds), count, DISCARD, legal)


def _keeps(position: SanJuanPosition, legal: vec[i64], slack: float, rounds: float) -> vec[i64]:
    seat = position.actor
    count = position.cards_to_choose[seat]
    return namings(to_keep(position, seat, count, slack, rounds), count, KEEP, legal)


def least_card(position: SanJuanPosition, rounds: float) -> i64:
    """The kind in the actor's hand that promises least."""
    kind: i64
    chosen = to_give(position, position.actor, 1, EXACTLY, rounds)
    for kind in range(KINDS):
        if chosen[kind]:
            return kind
    return NO_CARD


def tucking_gain(position: SanJuanPosition, kind: i64, rounds: float) -> float:
    """What it brings to put this card under the chapel: a point, for a card that one may have to discard anyway."""
    seat = position.actor
    gain = 1.25 if position.owns(seat, PALACE) else 1.0
    if position.hand_count[seat] > position.hand_limit(seat):
        return gain
    promise = card_gain(position, seat, kind, rounds)
    return gain - card_worth(rounds) - (promise if promise > 0.0 else 0.0)


def best_take(position: SanJuanPosition, legal: vec[i64], rounds: float) -> i64:
    """Of the cards that a gold mine turned up the one that promises most."""
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
    """The dearest goods, as many as possible."""
    good: i64
    seat = position.actor
    empty = vec[i64]([0] * GOODS)
    for good in range(GOODS):
        empty[good] = position.empty_plants(seat, good)
    count = producer.left_to_make(position, seat)
    return dearest_goods(empty, position.smallest_choice, count, PRODUCE, PRODUCE_MORE)


def _sale_of(position: SanJuanPosition, count: i64) -> i64:
    """The first ply of selling so many goods, the dearest ones."""
    first = position.actor * GOODS
    return dearest_goods(position.goods[first : first + GOODS], position.smallest_choice, count, SELL, SELL_MORE)


def _sales(position: SanJuanPosition) -> vec[i64]:
    """As much as possible; one good less; nothing, where it sells badly or the hand would be too full."""
    seat = position.actor
    count = trader.capacity(position, seat) - position.goods_so_far
    moves = vec[i64]()
    if position.goods_so_far == 0 and _may_wait(position, seat, count):
        moves = append(moves, PASS)
    most = _sale_of(position, count)
    number = position.goods_count[seat]
    fewer: i64 = most
    if position.goods_so_far == 0 and count > 1 and number > 1:
        fewer = _sale_of(position, (count if count < number else number) - 1)
    if fewer < most:
        moves = append(moves, fewer)
    moves = append(moves, most)
    if fewer > most:
        moves = append(moves, fewer)
    return moves


def _may_wait(position: SanJuanPosition, seat: i64, count: i64) -> bool:
    good: i64 = GOODS - 1
    while good > 0 and position.goods[seat * GOODS + good] == 0:
        good -= 1
    if float(position.good_price(good)) < MEAN_PRICE[good]:
        return True
    coming = goods_held(position, seat)
    most = float(count) * MEAN_PRICE[good]
    if coming > most:
        coming = most
    return float(position.hand_count[seat]) + coming > float(position.hand_limit(seat))
