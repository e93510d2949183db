"""Who sits where in which deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

Seating = tuple[str, ...]
"""The level's name at every seat."""


@dataclass(frozen=True)
class Match:
    """One game to be played. All seatings play the same deals, so that the luck of the deal evens out."""

    number: int
    deal: int
    seating: Seating


def seatings(levels: Sequence[str], seats: int, pairs: bool) -> list[Seating]:
    """Every seating that one deal is played with.

    pairs: two levels with half of the seats each, all ways (four seats: six). Else two levels: the first on each seat
    in turn against the second on all others. Else one level per seat, moved around the table. Raises ValueError.
    """
    if pairs:
        if len(levels) != 2 or seats % 2:
            raise ValueError("pairs need two levels and an even number of seats")
        return [
            tuple(levels[0] if seat in mine else levels[1] for seat in range(seats))
            for mine in combinations(range(seats), seats // 2)
        ]
    if len(levels) == 2:
        return [tuple(levels[0] if seat == mine else levels[1] for seat in range(seats)) for mine in range(seats)]
    if len(levels) == seats:
        return [tuple(levels[(seat + turn) % seats] for seat in range(seats)) for turn in range(seats)]
    raise ValueError(f"{len(levels)} levels cannot share {seats} seats: name two, or one for each seat")


def schedule(levels: Sequence[str], seats: int, pairs: bool, games: int) -> list[Match]:
    """The first so many games: all seatings of the first deal, then of the next."""
    ways = seatings(levels, seats, pairs)
    return [Match(number, number // len(ways), ways[number % len(ways)]) for number in range(games)]
