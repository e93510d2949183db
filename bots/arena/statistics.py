"""How sure a measured win rate is."""

from __future__ import annotations

from math import sqrt

Z_95 = 1.959963984540054
"""The normal distribution's two-sided 95 % point."""


def wilson(wins: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval for a win rate (E. B. Wilson 1927); `wins` may hold halves of shared games.

    Shared games make the true interval a little narrower, so it errs on the safe side.
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    weight = 1 + z * z / games
    centre = (rate + z * z / (2 * games)) / weight
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / weight
    return max(0.0, centre - spread), min(1.0, centre + spread)
