"""How many sit at each table of a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

SIZES: Final = (3, 4, 5)
"""Of a table in a tournament."""


def sizes_of(players: int, wanted: int, possible: Iterable[int]) -> list[int]:
    """The sizes of the tables for so many: those of the wanted size first, as few others as can be.

    possible: the sizes that the game allows. Empty if no tables come to so many.
    """
    allowed = tuple(sorted(set(possible), key=lambda size: (abs(size - wanted), -size)))
    found = _split(players, wanted, allowed)
    return sorted(found, key=lambda size: (abs(size - wanted), -size)) if found else []


def byes_needed(players: int, wanted: int, possible: Iterable[int]) -> int:
    """How many of so many have to be left out, so that the others fill tables; all of them if they are too few."""
    sizes = tuple(possible)
    return next((left for left in range(players) if sizes_of(players - left, wanted, sizes)), players)


def _split(players: int, wanted: int, allowed: Sequence[int]) -> tuple[int, ...] | None:
    """The sizes with the least sum of differences from the wanted one, then the fewest tables."""

    @cache
    def best(left: int) -> tuple[int, int, tuple[int, ...]] | None:
        if left == 0:
            return 0, 0, ()
        rests = [(size, best(left - size)) for size in allowed if size <= left]
        options = [
            (abs(size - wanted) + rest[0], rest[1] + 1, (size, *rest[2])) for size, rest in rests if rest is not None
        ]
        return min(options) if options else None

    if players <= 0:
        return None
    for smaller in range(players):
        # Filled from below, so that no call goes deep.
        best(smaller)
    found = best(players)
    return found[2] if found else None
