"""Fits the bots' ratings to the games of the arena, as they stand in games/ratings/bots.json.

One strength for each level and kind of game, by the likelihood of all final orders under the model of the ratings
(Plackett-Luce; two seats with equal points are each taken as chosen from both), with the prior of a newcomer. The
level in the middle is as strong as a newcomer is taken for; the others follow from it. `manage.py arena` gives both
sides the same playouts where it says so, so the differences are those of what the levels know.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import exp, sqrt
from pathlib import Path
from typing import Final

from games.ratings.arithmetic import NEWCOMER
from games.ratings.bots import ANCHOR, SIGMA

ARENA: Final = Path(__file__).resolve().parents[1] / "docs" / "reports" / "arena"
BETA: Final = 25 / 6
"""openskill's own: how much luck is in one game."""
STEPS: Final = 2_000
RATE: Final = 0.3
Placing = tuple[tuple[str, int], ...]
"""The levels at a table with their ranks, from the winner on."""


def main() -> None:
    strengths = {kind: {level: round(mu, 1) for level, mu in sorted(found.items())} for kind, found in fitted().items()}
    print(json.dumps(strengths, indent=2, sort_keys=True))


def fitted() -> dict[str, dict[str, float]]:
    """The strength of every level that has played, by kind of game."""
    return {kind: fit(games) for kind, games in read_games().items()}


def read_games() -> dict[str, list[Placing]]:
    games: dict[str, list[Placing]] = defaultdict(list)
    for path in sorted(ARENA.glob("*.jsonl")):
        terms, *lines = (json.loads(line) for line in path.read_text().splitlines())
        for line in lines:
            scores = line["scores"]
            ranks = [sum(other > points for other in scores) + 1 for points in scores]
            seats = zip(ranks, line["match"]["seating"], strict=True)
            games[terms["terms"]["game"]].append(tuple((level, rank) for rank, level in sorted(seats)))
    return games


def fit(games: Sequence[Placing]) -> dict[str, float]:
    """By gradient ascent; the anchor is moved to its place at the end."""
    counts: dict[Placing, int] = defaultdict(int)
    for game in games:
        counts[game] += 1
    found = dict.fromkeys(sorted({level for game in games for level, _rank in game}), NEWCOMER.mu)
    for _step in range(STEPS):
        slopes = {level: (NEWCOMER.mu - mu) / NEWCOMER.sigma**2 for level, mu in found.items()}
        for game, count in counts.items():
            for level, slope in _slopes(game, found).items():
                slopes[level] += count * slope
        for level, slope in slopes.items():
            found[level] += RATE * slope
    return {level: mu - found[ANCHOR] + NEWCOMER.mu for level, mu in found.items()}


def _slopes(game: Placing, strengths: Mapping[str, float]) -> dict[str, float]:
    """How the likelihood of an order grows with each strength."""
    spread = sqrt(len(game) * (SIGMA**2 + BETA**2))
    slopes: dict[str, float] = defaultdict(float)
    for level, rank in game:
        left = [other for other, theirs in game if theirs >= rank]
        if len(left) == 1:
            continue
        weights = [exp((strengths[other] - NEWCOMER.mu) / spread) for other in left]
        slopes[level] += 1 / spread
        for other, weight in zip(left, weights, strict=True):
            slopes[other] -= weight / sum(weights) / spread
    return slopes


if __name__ == "__main__":
    main()
