"""Cards and goods chosen one by one, in ascending order: to keep, discard, produce or sell.

Choosing seven of fourteen cards is then a short sequence of small choices, with exactly one sequence for each result.
The number of goods is free: every ply says whether another good follows.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.sanjuan.components import CARD_NAMES, GOODS, KINDS
from games.engine.sanjuan.moves import DISCARD, PASS
from games.engine.sanjuan.position import State


def choice_moves(cards: vec[i64], seat: i64, least: i64, count: i64, base: i64) -> vec[i64]:
    """Moves `base + kind` for the kinds from `least` on, as long as enough cards are left to choose `count` in all.

    count: at least 1.
    """
    kind: i64
    first = seat * KINDS
    moves = vec[i64](capacity=16)
    for kind in range(least, last_choosable(cards, seat, least, count) + 1):
        if cards[first + kind]:
            moves = append(moves, base + kind)
    return moves


def last_choosable(cards: vec[i64], seat: i64, least: i64, count: i64) -> i64:
    """The highest kind such that it and the kinds after it have `count` cards; below `least` if there is none."""
    first = seat * KINDS
    kind: i64 = KINDS
    left: i64 = 0
    while left < count:
        kind -= 1
        if kind < least:
            break
        left += cards[first + kind]
    return kind


def good_choice_moves(state: State, goods: vec[i64], chosen: i64, most: i64, last: i64, more: i64) -> vec[i64]:
    """Moves `last + good` for every good from `smallest_good` on, `more + good` if another one can follow; at first
    also PASS.

    goods: by good, how many can be chosen. chosen: how many have been. most: how many may still be chosen, at least 1.
    """
    good: i64
    moves = vec[i64](capacity=12)
    if chosen == 0:
        moves = append(moves, PASS)
    left: i64 = 0
    for good in range(state.smallest_good, i64(GOODS)):
        if goods[good]:
            moves = append(moves, last + good)
            left += goods[good]
    if most > 1:
        for good in range(state.smallest_good, i64(GOODS)):
            if goods[good] and left > 1:
                moves = append(moves, more + good)
            left -= goods[good]
    return moves


def legal_discards(state: State) -> vec[i64]:
    seat = state.actor
    return choice_moves(state.hands, seat, state.smallest_card, state.cards_to_choose[seat], DISCARD)


def discard_chosen(state: State, seat: i64, kind: i64) -> bool:
    """Discard one of the cards that the seat has to discard. Returns whether it was the last."""
    state.discard_from_hand(seat, kind)
    if state.listener is not None:
        state.emit("discards", seat, {"card": CARD_NAMES[kind]}, seat)
    state.cards_to_choose[seat] -= 1
    state.smallest_card = kind
    if state.cards_to_choose[seat]:
        return False
    state.smallest_card = 0
    return True
