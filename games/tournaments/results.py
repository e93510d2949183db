"""What the tables of a tournament have given, as standings and pairings read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

FIRST_PLACE: Final = 24
"""What the first place gives at a table of any size; the last one gives 0, and those between lie evenly apart. So a
table gives half of it on average, whatever its size, and ties never need halves."""
MEAN: Final = FIRST_PLACE // 2
"""What a table gives on average: so much a bye gives, and a game that was called off."""


@dataclass(frozen=True)
class Place:
    """What somebody has had from one table."""

    entrant: int
    seat: int
    """Their place in the order at the table."""
    points: Fraction
    share: Fraction | None = None
    """Their victory points by the average of the table; None where they do not count."""
    first: bool = False
    """Whether nobody was before them, which they may share."""


@dataclass(frozen=True)
class TableResult:
    """A table of a round: who sat there, and what it gave if it is over."""

    entrants: Sequence[int]
    """In the order of their seats."""
    places: Sequence[Place] = field(default_factory=tuple)
    """Empty while it is not over."""


@dataclass(frozen=True)
class Outcome:
    """How a seat has ended: the place there and the victory points, or that its entrant had left it."""

    rank: int
    score: int
    left: bool = False


def points_of_rank(first: int, sharing: int, players: int) -> Fraction:
    """What a place gives at a table of so many: the mean of the places that those share who have it.

    first: the best of these places, from 1. sharing: how many have it.
    """
    step = Fraction(FIRST_PLACE, players - 1)
    return FIRST_PLACE - step * (2 * first + sharing - 3) / 2


def finished_table(entrants: Sequence[int], outcomes: Sequence[Outcome]) -> TableResult:
    """A table that was played to its end. Whoever had left their seat gets nothing; the others stand as they stood."""
    ranks = [one.rank for one in outcomes]
    scored = sum(one.score for one in outcomes)
    places = []
    for seat, (entrant, one) in enumerate(zip(entrants, outcomes, strict=True)):
        if one.left:
            places.append(Place(entrant, seat, Fraction(0), Fraction(0)))
            continue
        points = points_of_rank(1 + sum(rank < one.rank for rank in ranks), ranks.count(one.rank), len(entrants))
        share = Fraction(one.score * len(entrants), scored) if scored > 0 else Fraction(1)
        places.append(Place(entrant, seat, points, share, first=one.rank == min(ranks)))
    return TableResult(entrants, places)


def called_off_table(entrants: Sequence[int], left: Sequence[bool]) -> TableResult:
    """A table whose game ended without a result: the mean for everybody who had not left their seat."""
    return TableResult(
        entrants,
        [
            Place(entrant, seat, Fraction(0 if gone else MEAN))
            for seat, (entrant, gone) in enumerate(zip(entrants, left, strict=True))
        ],
    )


@dataclass(frozen=True)
class RoundResult:
    """A round: its tables, and who had a bye."""

    tables: Sequence[TableResult]
    byes: Sequence[int] = ()
