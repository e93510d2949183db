"""The standings of a tournament.

In this order: points; the mean of the points of all opponents met; victory points by the average of the table, over all
games; first places; a draw from the tournament's seed. Whoever has dropped out comes after all who have not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.tournaments.results import MEAN, Place, RoundResult


@dataclass(frozen=True)
class Standing:
    """Where somebody stands."""

    entrant: int
    place: int
    """From 1; nobody shares one."""
    points: Fraction
    opponents: Fraction
    """The mean of the points of all whom they have met, each as often as they have met."""
    share: Fraction
    """Their victory points by the average of the table (1: the average), over all games that count for it."""
    firsts: int
    games: int
    byes: int
    drawn: bool = False
    """Whether only the draw has told them from a neighbour."""


def standings(
    entrants: Sequence[int], rounds: Iterable[RoundResult], seed: str, dropped: Collection[int] = ()
) -> list[Standing]:
    """All entrants from the first to the last. Tables that are not over count for nothing yet.

    dropped: those of them who have dropped out.
    """
    rounds = list(rounds)
    places: dict[int, list[Place]] = {one: [] for one in entrants}
    met: dict[int, list[int]] = {one: [] for one in entrants}
    byes = dict.fromkeys(entrants, 0)
    for round_ in rounds:
        for bye in round_.byes:
            byes[bye] += 1
        for table in round_.tables:
            for place in table.places:
                places[place.entrant].append(place)
                met[place.entrant] += [other for other in table.entrants if other != place.entrant]
    points = {one: sum((place.points for place in places[one]), Fraction(0)) + MEAN * byes[one] for one in entrants}
    found = [
        Standing(
            one,
            0,
            points[one],
            _mean([points[other] for other in met[one]]),
            _mean([place.share for place in places[one] if place.share is not None]),
            sum(place.first for place in places[one]),
            len(places[one]),
            byes[one],
        )
        for one in entrants
    ]
    return _in_order(found, seed, frozenset(dropped))


def _in_order(found: list[Standing], seed: str, dropped: frozenset[int]) -> list[Standing]:
    def merits_of(one: Standing) -> tuple[bool, Fraction, Fraction, Fraction, int]:
        return one.entrant not in dropped, one.points, one.opponents, one.share, one.firsts

    ordered = sorted(found, key=lambda one: (merits_of(one), drawn_number(seed, one.entrant)), reverse=True)
    merits = [merits_of(one) for one in ordered]
    return [
        Standing(
            **{
                **vars(one),
                "place": number + 1,
                "drawn": merits[number] in merits[max(number - 1, 0) : number] + merits[number + 1 : number + 2],
            }
        )
        for number, one in enumerate(ordered)
    ]


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def drawn_number(seed: str, entrant: int, purpose: str = "standings") -> bytes:
    """A number drawn for an entrant, the same whenever it is asked for."""
    return hashlib.sha256(f"{seed}:{purpose}:{entrant}".encode()).digest()
