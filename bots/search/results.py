"""What a finished (or abandoned) game is worth to every seat."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import Position

# Winning is what counts; the margin only keeps a search awake that is sure to win or to lose.
WIN_SHARE: Final = 0.8
MARGIN_SHARE: Final = 0.2
# A lead of this many points is worth half of all that a lead can be worth.
MARGIN_SCALE: Final = 12.0


def results(position: Position) -> vec[float]:
    """Every seat's result, 0 to 1: its share of the win, and a little for its distance to the best other score."""
    scores = position.scores()
    ranks = position.ranks()
    winners = 0.0
    for seat in range(position.seats):
        if ranks[seat] == 1:
            winners += 1.0
    worth = vec[float]()
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
        worth = append(worth, WIN_SHARE * win + MARGIN_SHARE * margin)
    return worth
