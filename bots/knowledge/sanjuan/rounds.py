"""How many rounds are to come."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.sanjuan.components import MAX_BUILDINGS
from games.engine.sanjuan.position import State

ROUNDS_PER_SPACE: Final = vec[float]([0.0, 0.0, 1.22, 1.22, 1.18])
"""By the number of seats, the rounds for each building that the largest city still lacks."""
SLOWER_AT_FIRST: Final = vec[float]([0.0, 0.0, 0.028, 0.028, 0.008])
"""What is added to ROUNDS_PER_SPACE for each space that is free: cards are scarce at first."""


def max_buildings(state: State) -> i64:
    """The largest number of buildings that a seat has."""
    most: i64 = 0
    for seat in range(state.seats):
        if state.building_count[seat] > most:
            most = state.building_count[seat]
    return most


def rounds_left(state: State) -> float:
    """An estimate of the rounds to come, until somebody has twelve buildings."""
    free = float(MAX_BUILDINGS - max_buildings(state))
    return free * (ROUNDS_PER_SPACE[state.seats] + SLOWER_AT_FIRST[state.seats] * free)
