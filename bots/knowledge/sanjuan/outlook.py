"""How long the game still goes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.sanjuan.components import SPACES
from games.engine.sanjuan.position import State

BUILDINGS_A_ROUND: Final = vec[float]([0.0, 0.0, 0.8, 0.85, 0.9])
"""By the number of seats, how many the fullest seat builds in a round."""


def fullest(state: State) -> i64:
    """The most buildings that a seat has."""
    most: i64 = 0
    for seat in range(state.seats):
        if state.built[seat] > most:
            most = state.built[seat]
    return most


def rounds_left(state: State) -> float:
    """Rounds to come, roughly, until somebody has twelve buildings."""
    return float(SPACES - fullest(state)) / BUILDINGS_A_ROUND[state.seats]
