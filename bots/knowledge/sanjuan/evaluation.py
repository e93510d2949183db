"""The value of an unfinished game: every seat's expected final score, and the win probabilities that follow from it.

The expected score is the score that the seat would have now, and a weighted sum over features of its position
(weights).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.probabilities import weighted_sum, win_probabilities
from bots.knowledge.sanjuan.rounds import rounds_left
from bots.knowledge.sanjuan.trade import cards_from_goods, trade_income
from bots.knowledge.sanjuan.weights import (
    AT_ONCE,
    BEST_CARD,
    FEATURES,
    FULL_HAND,
    GOODS_HELD,
    HAND,
    INTERCEPT,
    NEXT_CARD,
    PER_ROUND,
    PICKING_ORDER,
    PLANTS,
    SPACES_FREE,
    TRADE,
    VIOLET,
)
from bots.knowledge.sanjuan.worth import card_gain
from games.engine.sanjuan.components import FIRST_VIOLET, KINDS, MAX_BUILDINGS, NO_CARD
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.position import State
from games.engine.sanjuan.scoring import plants

SPREAD_AT_ONCE: Final = 1.2
SPREAD_PER_ROUND: Final = 0.15
"""A lead of so many victory points makes a seat e times as likely to win."""
COMFORTABLE_HAND: Final = 6
"""Cards beyond these have a weight of their own."""


def evaluate(position: SanJuanPosition) -> vec[float]:
    """Every seat's win probability."""
    rounds = rounds_left(position)
    scores = position.scores()
    expected_scores = vec[float]()
    for seat in range(position.seats):
        expected_scores = append(expected_scores, float(scores[seat]) + future_gain(position, seat, rounds))
    return win_probabilities(expected_scores, SPREAD_AT_ONCE + SPREAD_PER_ROUND * rounds)


def future_gain(state: State, seat: i64, rounds: float) -> float:
    """The points that a seat will add to its score until the end."""
    return weighted_sum(features(state, seat, rounds), AT_ONCE, PER_ROUND, rounds)


def features(state: State, seat: i64, rounds: float) -> vec[float]:
    """The features of the seat's position, in the order of WEIGHTS. They hold between two phases."""
    kind: i64
    vector = vec[float]([0.0] * FEATURES)
    hand = state.hand_count[seat]
    vector[TRADE] = trade_income(state, seat, NO_CARD)
    vector[PLANTS] = float(plants(state, seat))
    vector[HAND] = float(hand)
    if hand > COMFORTABLE_HAND:
        vector[FULL_HAND] = float(hand - COMFORTABLE_HAND)
    vector[GOODS_HELD] = cards_from_goods(state, seat)
    _set_card_features(state, seat, rounds, vector)
    vector[SPACES_FREE] = float(MAX_BUILDINGS - state.building_count[seat])
    vector[PICKING_ORDER] = float((seat - state.governor + state.seats) % state.seats) / float(state.seats - 1)
    vector[INTERCEPT] = 1.0
    first = seat * KINDS
    for kind in range(FIRST_VIOLET, KINDS):
        if state.owned_count[first + kind]:
            vector[VIOLET + kind - FIRST_VIOLET] = 1.0
    return vector


def _set_card_features(state: State, seat: i64, rounds: float, vector: vec[float]) -> None:
    """Set the gains of the two most promising cards."""
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
    vector[BEST_CARD] = best
    vector[NEXT_CARD] = following
