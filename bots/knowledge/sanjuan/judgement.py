"""How an unfinished game stands: every seat's final score foreseen, and from the scores the chances to win.

Foreseen is the score that the seat would have now, and a sum over what is said of its position below (weights).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.chances import chances_to_win, weighted
from bots.knowledge.sanjuan.outlook import rounds_left
from bots.knowledge.sanjuan.trade import goods_held, trade_income
from bots.knowledge.sanjuan.weights import (
    AT_ONCE,
    BEST_CARD,
    EVERYBODY,
    FEATURES,
    FULL_HAND,
    GOODS_HELD,
    HAND,
    NEXT_CARD,
    ORDER,
    PER_ROUND,
    PLANTS,
    SPACES_FREE,
    TRADE,
    VIOLET,
)
from bots.knowledge.sanjuan.worth import card_gain
from games.engine.sanjuan.components import FIRST_VIOLET, KINDS, NO_CARD, SPACES
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.position import State
from games.engine.sanjuan.scoring import plants

SPREAD_AT_ONCE: Final = 1.2
SPREAD_PER_ROUND: Final = 0.15
"""A lead of so many victory points makes a seat e times as likely to win."""
COMFORTABLE_HAND: Final = 6


def prospects(position: SanJuanPosition) -> vec[float]:
    """Every seat's chance to win."""
    rounds = rounds_left(position)
    scores = position.scores()
    foreseen = vec[float]()
    for seat in range(position.seats):
        foreseen = append(foreseen, float(scores[seat]) + gain_to_come(position, seat, rounds))
    return chances_to_win(foreseen, SPREAD_AT_ONCE + SPREAD_PER_ROUND * rounds)


def gain_to_come(state: State, seat: i64, rounds: float) -> float:
    """Points from now to the end."""
    return weighted(features(state, seat, rounds), AT_ONCE, PER_ROUND, rounds)


def features(state: State, seat: i64, rounds: float) -> vec[float]:
    """The seat's position in numbers, in the order of WEIGHTS; taken between two phases."""
    kind: i64
    described = vec[float]([0.0] * FEATURES)
    hand = state.hand_count[seat]
    described[TRADE] = trade_income(state, seat, NO_CARD)
    described[PLANTS] = float(plants(state, seat))
    described[HAND] = float(hand)
    if hand > COMFORTABLE_HAND:
        described[FULL_HAND] = float(hand - COMFORTABLE_HAND)
    described[GOODS_HELD] = goods_held(state, seat)
    _describe_cards(state, seat, rounds, described)
    described[SPACES_FREE] = float(SPACES - state.building_count[seat])
    described[ORDER] = float((seat - state.governor + state.seats) % state.seats) / float(state.seats - 1)
    described[EVERYBODY] = 1.0
    first = seat * KINDS
    for kind in range(FIRST_VIOLET, KINDS):
        if state.owned_count[first + kind]:
            described[VIOLET + kind - FIRST_VIOLET] = 1.0
    return described


def _describe_cards(state: State, seat: i64, rounds: float, described: vec[float]) -> None:
    """The two cards that promise most."""
    kind: i64
    best = 0.0
    following = 0.0
    for kind in range(KINDS):
        if state.hands[seat * KINDS + kind]:
            gain = card_gain(state, seat, kind, rounds)
            if gain > best:
                following = best
                best = gain
            elif gain > following:
                following = gain
    described[BEST_CARD] = best
    described[NEXT_CARD] = following
