"""Which cards to give up and which to keep, and which goods to name. Plies name them one by one in ascending order."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.sanjuan.worth import ONLY_TO_PAY, card_gain
from games.engine.sanjuan.components import FIRST_VIOLET, GOODS, KINDS
from games.engine.sanjuan.position import State

CLOSE_GAIN: Final = 0.5
"""Two cards whose gains differ by fewer victory points may both be worth searching."""
SECOND_COPY_LOSS: Final = 0.6
"""How much less the second card of a production building promises than the first."""


def least_promising_cards(state: State, seat: i64, count: i64, slack: float, rounds: float) -> vec[i64]:
    """The `count` least promising cards of the hand, by kind; one more if it is within `slack` of the last.

    Only cards that may still be named are counted (`smallest_card`).
    """
    return _chosen(state, seat, state.hands, count, slack, rounds, keeping=False)


def most_promising_cards(state: State, seat: i64, count: i64, slack: float, rounds: float) -> vec[i64]:
    """The `count` most promising of the drawn cards, by kind; one more if it is within `slack` of the last."""
    return _chosen(state, seat, state.drawn, count, slack, rounds, keeping=True)


def _chosen(
    state: State, seat: i64, cards: vec[i64], count: i64, slack: float, rounds: float, keeping: bool
) -> vec[i64]:
    kind: i64
    kinds = vec[i64](capacity=24)
    worths = vec[float](capacity=24)
    for kind in range(state.smallest_card, i64(KINDS)):
        held = cards[seat * KINDS + kind]
        if held == 0:
            continue
        gain = card_gain(state, seat, kind, rounds)
        if keeping and state.hands[seat * KINDS + kind]:
            gain = _gain_of_further_copy(kind, gain)
        for _card in range(held):
            kinds = append(kinds, kind)
            worths = append(worths, gain if keeping else -gain)
            gain = _gain_of_further_copy(kind, gain)
    chosen = vec[i64]([0] * KINDS)
    last = 0.0
    for number in range(count + 1):
        best: i64 = -1
        for place in range(len(kinds)):
            if kinds[place] >= 0 and (best < 0 or worths[place] > worths[best]):
                best = place
        if best < 0 or (number == count and worths[best] < last - slack):
            break
        chosen[kinds[best]] += 1
        kinds[best] = -1
        last = worths[best]
        if slack == 0.0 and number + 1 == count:
            break
    return chosen


def _gain_of_further_copy(kind: i64, gain: float) -> float:
    """What a further card of the kind promises, when the one before promises `gain`."""
    return ONLY_TO_PAY if kind >= FIRST_VIOLET else gain - SECOND_COPY_LOSS


def moves_for_cards(chosen: vec[i64], count: i64, base: i64, legal: vec[i64]) -> vec[i64]:
    """The legal moves `base + kind` that name a chosen card so that `count` chosen cards can be named in all."""
    kind: i64
    left: i64 = 0
    for kind in range(KINDS):
        left += chosen[kind]
    moves = vec[i64]()
    for kind in range(KINDS):
        if chosen[kind] and left >= count:
            move = base + kind
            if move in legal:
                moves = append(moves, move)
        left -= chosen[kind]
    return moves


def best_goods_move(available: vec[i64], smallest_good: i64, count: i64, last_base: i64, more_base: i64) -> i64:
    """The first ply of naming the `count` most expensive goods, from `smallest_good` on.

    It is `more_base + good` if another good must be named after it, else `last_base + good`; -1 if there is no good.
    """
    named: i64 = -1
    number: i64 = 0
    good: i64 = GOODS - 1
    while good >= smallest_good and number < count:
        if available[good]:
            named = good
            number += available[good]
        good -= 1
    if named < 0:
        return -1
    return more_base + named if number > 1 and count > 1 else last_base + named
