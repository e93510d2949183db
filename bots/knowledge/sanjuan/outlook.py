"""How long the game still goes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.sanjuan.components import SPACES
from games.engine.sanjuan.position import State

ROUNDS_A_SPACE: Final = vec[float]([0.0, 0.0, 1.22, 1.22, 1.18])
"""By the number of seats, rounds for every building that the fullest seat still lacks,"""
SLOWER_AT_FIRST: Final = vec[float]([0.0, 0.0, 0.028, 0.028, 0.008])
"""and how many more for each while others are lacking: cards are scarce at first."""


def fullest(state: State) -> i64:
    """The most buildings that a seat has."""
    most: i64 = 0
    for seat in range(state.seats):
        if state.building_count[seat] > most:
            most = state.building_count[seat]
    return most


def rounds_left(state: State) -> float:
    """Rounds to come, roughly, until somebody has twelve buildings."""
    free = float(SPACES - fullest(state))
    return free * (ROUNDS_A_SPACE[state.seats] + SLOWER_AT_FIRST[state.seats] * free)
