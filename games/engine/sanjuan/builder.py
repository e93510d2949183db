"""The builder: everybody may build one card of the hand and pays with others (docs/rules §2 Builder, §3)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.sanjuan.components import (
    BLACK_MARKET,
    CARD_NAMES,
    CARPENTER,
    COST,
    CRANE,
    FIRST_VIOLET,
    GOOD_NAMES,
    GOODS,
    KINDS,
    NO_CARD,
    POOR_HOUSE,
    QUARRY,
    RULES_CHOOSE_COVERED_PLANT,
    SMITHY,
    TWO_PLAYERS,
)
from games.engine.sanjuan.moves import BUILD, BUILD_OVER, BUILD_OVER_FULL, OVER_SLOTS, PASS, PAY, PAY_GOOD
from games.engine.sanjuan.ordered_choice import last_choosable
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_BUILDER, STAGE_PAYMENT, STAGE_SEAT_DONE

MAX_GOODS_PAID: Final = 2
"""Goods that the black market takes for one building."""
POOR_HOUSE_MAX_HAND: Final = 1
"""With at most so many cards left the poor house draws a card."""


def ask(state: State, seat: i64) -> bool:
    """Whether the seat has anything to decide: always, because others must not see what it could build."""
    state.stage = STAGE_BUILDER
    state.actor = seat
    return True


def reduction(state: State, seat: i64, kind: i64, below: i64) -> i64:
    """Cards taken off the cost of a kind. below: the kind that it will cover, which does not help any more."""
    # A covered library does not double. It need not be checked: no card costs so much more than the library.
    less = state.privilege_count(seat)
    helper: i64 = QUARRY
    if kind < FIRST_VIOLET:
        helper = SMITHY
    if helper != below and state.owns(seat, helper):
        less += 1
    return less


def price(state: State, seat: i64, kind: i64, below: i64) -> i64:
    """Cards to pay for a building; over another one only the difference, never below 0. below: NO_CARD for none."""
    cost = COST[kind]
    if below != NO_CARD:
        cost -= COST[below]
    cost -= reduction(state, seat, kind, below)
    if cost < 0:
        cost = 0
    return cost


def payable_goods(state: State, seat: i64, below: i64, full: i64) -> i64:
    """Goods that may pay instead of cards (docs/rules §3 Black market), without the good on the covered building.

    full: 1 if the covered plant has a good, although an equal plant has none.
    """
    if below == BLACK_MARKET or not state.owns(seat, BLACK_MARKET):
        return 0
    goods = state.goods_count[seat]
    if full or loses_good(state, seat, below):
        goods -= 1
    if goods > MAX_GOODS_PAID:
        goods = MAX_GOODS_PAID
    return goods


def loses_good(state: State, seat: i64, below: i64) -> bool:
    """Whether covering a building of this kind always loses a good, because all equal ones have one."""
    return below != NO_CARD and below < GOODS and state.empty_plants(seat, below) == 0


def may_choose_covered_plant(state: State, seat: i64, below: i64) -> bool:
    """Whether the seat chooses if the plant that it covers is one with a good or without (docs/rules §5 Crane)."""
    if state.rules_version < RULES_CHOOSE_COVERED_PLANT or below >= GOODS or below == NO_CARD:
        return False
    return state.goods[seat * GOODS + below] > 0 and state.empty_plants(seat, below) > 0


def legal_buildings(state: State) -> vec[i64]:
    kind: i64
    seat = state.actor
    hands = state.hands
    first = seat * KINDS
    spare = state.hand_count[seat] - 1
    with_goods = spare + payable_goods(state, seat, NO_CARD, 0)
    moves = vec[i64]([PASS], capacity=16)
    for kind in range(KINDS):
        if hands[first + kind] and may_own(state, seat, kind) and price(state, seat, kind, NO_CARD) <= with_goods:
            moves = append(moves, BUILD + kind)
    if state.owns(seat, CRANE):
        for kind in range(KINDS):
            if hands[first + kind] and may_own(state, seat, kind):
                moves = _with_covering(state, seat, kind, spare, 0, moves)
        if state.rules_version >= RULES_CHOOSE_COVERED_PLANT and _has_plant_choice(state, seat):
            for kind in range(KINDS):
                if hands[first + kind] and may_own(state, seat, kind):
                    moves = _with_covering(state, seat, kind, spare, 1, moves)
    return moves


def _has_plant_choice(state: State, seat: i64) -> bool:
    return any(may_choose_covered_plant(state, seat, below) for below in range(GOODS))


def may_own(state: State, seat: i64, kind: i64) -> bool:
    """Any number of equal production buildings, one of each violet kind (docs/rules §2 Builder)."""
    return kind < FIRST_VIOLET or state.owned_count[seat * KINDS + kind] == 0


def _with_covering(state: State, seat: i64, kind: i64, spare: i64, full: i64, moves: vec[i64]) -> vec[i64]:
    below: i64
    first: i64 = BUILD_OVER_FULL if full else BUILD_OVER
    for below in range(KINDS):
        if below in (kind, CRANE) or not state.owns(seat, below):
            continue
        if full and not may_choose_covered_plant(state, seat, below):
            continue
        if price(state, seat, kind, below) <= spare + payable_goods(state, seat, below, full):
            moves = append(moves, first + kind * OVER_SLOTS + below)
    return moves


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move == PASS:
        if state.listener is not None:
            state.emit("passes", seat, {"stage": "builder"})
        state.stage = STAGE_SEAT_DONE
    elif move >= BUILD_OVER:
        over = move - (BUILD_OVER_FULL if move >= BUILD_OVER_FULL else BUILD_OVER)
        _build(state, seat, over // OVER_SLOTS, over % OVER_SLOTS, 1 if move >= BUILD_OVER_FULL else 0)
    else:
        _build(state, seat, move - BUILD, NO_CARD, 0)


def _build(state: State, seat: i64, kind: i64, below: i64, full: i64) -> None:
    state.owed = price(state, seat, kind, below)
    state.goods_payable = payable_goods(state, seat, below, full)
    state.pays_carpenter = 1 if kind >= FIRST_VIOLET and below != CARPENTER and state.owns(seat, CARPENTER) else 0
    state.pays_poor_house = 1 if below != POOR_HOUSE and state.owns(seat, POOR_HOUSE) else 0
    if seat == state.picker and state.library_doubles and state.seats == TWO_PLAYERS:
        state.library_used[seat] = 1
    state.new_building = kind
    state.smallest_card = 0
    state.smallest_good = 0
    state.revealed += 1
    state.hands[seat * KINDS + kind] -= 1
    state.hand_count[seat] -= 1
    if state.shown_cards[seat * KINDS + kind]:
        state.shown_cards[seat * KINDS + kind] -= 1
    if state.listener is not None:
        data: dict[str, object] = {"building": CARD_NAMES[kind], "price": int(state.owed)}
        if below != NO_CARD:
            data["over"] = CARD_NAMES[below]
            if full or loses_good(state, seat, below):
                data["lost"] = GOOD_NAMES[below]
        state.emit("builds", seat, data)
    if below == NO_CARD:
        state.add_building(seat, kind)
    else:
        state.build_over(seat, kind, below, full)
    state.stage = STAGE_PAYMENT
    _continue_payment(state, seat)


def legal_payments(state: State) -> vec[i64]:
    """Goods first, then cards, each in ascending order, so that there is one sequence of plies for every payment."""
    kind: i64
    good: i64
    seat = state.actor
    moves = vec[i64](capacity=16)
    owed = state.owed
    hand = state.hand_count[seat]
    if state.goods_payable:
        goods = state.goods
        for good in range(state.smallest_good, i64(GOODS)):
            if goods[seat * GOODS + good] and _rest_is_payable(state, seat, good):
                moves = append(moves, PAY_GOOD + good)
        if hand < owed:
            return moves
    start = state.smallest_card
    hands = state.hands
    for kind in range(start, last_choosable(hands, seat, start, owed) + 1):
        if hands[seat * KINDS + kind]:
            moves = append(moves, PAY + kind)
    return moves


def _rest_is_payable(state: State, seat: i64, good: i64) -> bool:
    """Whether after this good the hand and the goods from this one on suffice."""
    later = _goods_from(state, seat, good) - 1
    more = state.goods_payable - 1
    if later < more:
        more = later
    return state.hand_count[seat] + more >= state.owed - 1


def play_payment(state: State, move: i64) -> None:
    seat = state.actor
    state.owed -= 1
    if move >= PAY:
        state.goods_payable = 0
        state.smallest_card = move - PAY
        state.smallest_good = 0
        _pay(state, seat, move - PAY)
    else:
        good = move - PAY_GOOD
        state.goods_payable -= 1
        state.discard_good(seat, good)
        state.smallest_good = good
        if state.listener is not None:
            state.emit("pays_good", seat, {"good": GOOD_NAMES[good]})
        if state.goods_payable == 0 or _goods_from(state, seat, good) == 0:
            state.goods_payable = 0
            state.smallest_good = 0
    _continue_payment(state, seat)


def _goods_from(state: State, seat: i64, good: i64) -> i64:
    other: i64
    left: i64 = 0
    for other in range(good, i64(GOODS)):
        left += state.goods[seat * GOODS + other]
    return left


def _continue_payment(state: State, seat: i64) -> None:
    """If the whole hand must pay and no goods can, there is visibly no choice: pay it. If all is paid, finish."""
    kind: i64
    if state.owed and not state.goods_payable and state.owed == state.hand_count[seat]:
        for kind in range(KINDS):
            for _card in range(state.hands[seat * KINDS + kind]):
                _pay(state, seat, kind)
        state.owed = 0
    if state.owed == 0:
        _finish(state, seat)


def _pay(state: State, seat: i64, kind: i64) -> None:
    state.discard_from_hand(seat, kind)
    if state.listener is not None:
        state.emit("pays", seat, {"card": CARD_NAMES[kind]}, seat)


def _finish(state: State, seat: i64) -> None:
    """The building is paid: carpenter, then poor house (docs/rules §3 Carpenter, Poor house)."""
    if state.pays_carpenter:
        state.draw_to_hand(seat, 1, "carpenter")
    if state.pays_poor_house and state.hand_count[seat] <= POOR_HOUSE_MAX_HAND:
        state.draw_to_hand(seat, 1, "poor house")
    state.new_building = NO_CARD
    state.smallest_card = 0
    state.smallest_good = 0
    state.goods_payable = 0
    state.pays_carpenter = 0
    state.pays_poor_house = 0
    state.stage = STAGE_SEAT_DONE


def visibly_cannot_build(state: State) -> bool:
    """Whether everybody can see, by the size of the actor's hand, that the actor cannot pay even for the cheapest
    card."""
    seat = state.actor
    hand = state.hand_count[seat]
    if hand == 0:
        return True
    if state.owns(seat, CRANE):
        return False
    less = state.privilege_count(seat)
    if state.owns(seat, SMITHY) or state.owns(seat, QUARRY):
        less += 1
    return hand - 1 + payable_goods(state, seat, NO_CARD, 0) < 1 - less
