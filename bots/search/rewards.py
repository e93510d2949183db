"""The reward of every seat for a finished (or abandoned) game."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import Position

# Winning counts most. The margin still makes a difference when the search is sure to win or to lose.
WIN_SHARE: Final = 0.8
MARGIN_SHARE: Final = 0.2
# A lead of this many points earns half of what the largest lead can earn.
MARGIN_SCALE: Final = 12.0


def final_rewards(position: Position) -> vec[float]:
    """Every seat's reward, 0 to 1: its share of the win, and a little for its distance to the best other score."""
    scores = position.scores()
    ranks = position.ranks()
    winners = 0.0
    for seat in range(position.seats):
        if ranks[seat] == 1:
            winners += 1.0
    rewards = vec[float]()
    for seat in range(position.seats):
        best_other: i64 = 0
        found = False
        for other in range(position.seats):
            if other != seat and (not found or scores[other] > best_other):
                best_other = scores[other]
                found = True
        lead = float(scores[seat] - best_other)
        margin = 0.5 + 0.5 * lead / (abs(lead) + MARGIN_SCALE)
        win = 1.0 / winners if ranks[seat] == 1 else 0.0
        rewards = append(rewards, WIN_SHARE * win + MARGIN_SHARE * margin)
    return rewards
