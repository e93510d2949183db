"""Random games: to measure the engine's speed, and for tests."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.contract import Position
from games.engine.random import Random


def play_at_random(position: Position, random: Random, limit: i64) -> i64:
    """Play uniformly random moves until the game is over or `limit` plies are played; returns the plies played."""
    plies: i64 = 0
    while plies < limit and not position.is_over():
        moves = position.legal_moves()
        position.play(moves[random.below(len(moves))])
        plies += 1
    return plies
