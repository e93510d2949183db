"""Naming cards and goods one by one, in ascending order: what is kept of a draw, goes out of the hand, is made or sold.

So eight cards of which one is kept, or fourteen of which seven go, are a short sequence of small choices with exactly
one way to say each result. Of goods one names as many as one likes: every one says whether another one follows.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.sanjuan.components import CARD_NAMES, GOODS, KINDS
from games.engine.sanjuan.moves import DISCARD, PASS
from games.engine.sanjuan.position import State


def choice_moves(cards: vec[i64], seat: i64, least: i64, count: i64, base: i64) -> vec[i64]:
    """Moves `base + kind` for every kind from `least` on after which enough cards are left to name `count` in all.

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
    """The last kind with which, and with what comes after it, `count` cards can still be named; below `least`: none."""
    first = seat * KINDS
    kind: i64 = KINDS
    left: i64 = 0
    while left < count:
        kind -= 1
        if kind < least:
            break
        left += cards[first + kind]
    return kind


def good_choice_moves(state: State, goods: vec[i64], most: i64, last: i64, more: i64) -> vec[i64]:
    """Moves `last + good` for every good from `least` on, `more + good` where another one can follow; or none of them.

    goods: how many of each there are. most: how many may still be named, at least 1.
    """
    good: i64
    moves = vec[i64](capacity=12)
    if state.goods_so_far == 0:
        moves = append(moves, PASS)
    left: i64 = 0
    for good in range(state.smallest_choice, i64(GOODS)):
        if goods[good]:
            moves = append(moves, last + good)
            left += goods[good]
    if most > 1:
        for good in range(state.smallest_choice, i64(GOODS)):
            if goods[good] and left > 1:
                moves = append(moves, more + good)
            left -= goods[good]
    return moves


def legal_discards(state: State) -> vec[i64]:
    seat = state.actor
    return choice_moves(state.hands, seat, state.smallest_choice, state.cards_to_choose[seat], DISCARD)


def discard_chosen(state: State, seat: i64, kind: i64) -> bool:
    """One of the cards that the seat has to discard out of its hand; whether it was the last."""
    state.discard_from_hand(seat, kind)
    if state.listener is not None:
        state.emit("discards", seat, {"card": CARD_NAMES[kind]}, seat)
    state.cards_to_choose[seat] -= 1
    state.smallest_choice = kind
    if state.cards_to_choose[seat]:
        return False
    state.smallest_choice = 0
    return True
