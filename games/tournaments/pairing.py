"""Who sits at which table in the next round, and in which order.

People meet others with about as many points. In this order of importance: those who are kept apart do not sit together;
nobody meets somebody again; the points at a table are close. What cannot be avoided is done as rarely as can be. The
same seed gives the same tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice, permutations
from random import Random
from typing import Final

from games.tournaments.results import RoundResult
from games.tournaments.standings import Standing, standings
from games.tournaments.table_sizes import byes_needed, sizes_of

MAX_STEPS: Final = 20_000
"""Of the search for tables at which nobody meets again. A number of steps, so that every machine finds the same."""
MAX_SWEEPS: Final = 30
MAX_BYES: Final = 10
"""So many ways to give the byes to equals are tried."""
LEAST_STARTS: Final = 6
"""From so many seatings at random swaps make better ones, where somebody has to meet somebody again."""
STARTED_PEOPLE: Final = 240
"""From more of them among few people: so many people are seated in all. There the best tables are found by it."""
Pair = frozenset[int]


@dataclass(frozen=True)
class Pairing:
    """A round that is about to begin."""

    tables: Sequence[Sequence[int]]
    """Who sits at each, in the order of the seats."""
    byes: Sequence[int]
    repeated: int
    """How many pairs meet who have met before."""
    together: Sequence[Pair]
    """The pairs that sit together although they are to be kept apart: there was no other way."""


def pair_round(
    entrants: Sequence[int],
    rounds: Iterable[RoundResult],
    *,
    wanted: int,
    possible: Collection[int],
    apart: Collection[Pair],
    seed: str,
) -> Pairing:
    """The tables of the next round.

    entrants: who plays on. rounds: those that were played. wanted: the size of the tables; possible: the sizes that
    there may be if the number does not divide. apart: who is not to sit with whom. If they are too few for a table, all
    have a bye.
    """
    rounds = list(rounds)
    lots = Random(f"{seed}:{len(rounds)}")
    everybody = {*entrants, *(one for round_ in rounds for table in round_.tables for one in table.entrants)}
    everybody |= {one for round_ in rounds for one in round_.byes}
    standing = {one.entrant: one for one in standings(sorted(everybody), rounds, seed)}
    drawn = lots.sample(sorted(entrants), len(entrants))
    order = sorted(drawn, key=lambda one: -standing[one].points)
    left_out = byes_needed(len(order), wanted, possible)
    if left_out == len(order):
        return Pairing([], order, 0, [])
    meetings = Counter(
        frozenset(pair) for round_ in rounds for table in round_.tables for pair in combinations(table.entrants, 2)
    )
    rules = _Rules(meetings, frozenset(apart), {one: standing[one].points for one in order})
    sizes = sizes_of(len(order) - left_out, wanted, possible)
    found = [
        (_best_tables([one for one in order if one not in byes], sizes, rules, lots), byes)
        for byes in _possible_byes(order, standing, left_out)
    ]
    tables, byes = min(found, key=lambda one: _total(one[0], rules))
    seats = Counter(
        (one, seat) for round_ in rounds for table in round_.tables for seat, one in enumerate(table.entrants)
    )
    pairs = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
    return Pairing(
        [_seated(table, seats, lots) for table in tables],
        byes,
        sum(meetings[pair] > 0 for pair in pairs),
        [pair for pair in pairs if pair in rules.apart],
    )


def _possible_byes(order: Sequence[int], standing: Mapping[int, Standing], number: int) -> list[tuple[int, ...]]:
    """Who may be left out: those with the fewest byes, of these those with the fewest points. Of equals any may."""

    def merits(one: int) -> tuple[int, Fraction]:
        return standing[one].byes, standing[one].points

    if not number:
        return [()]
    most = sorted(map(merits, order))[number - 1]
    sure = [one for one in order if merits(one) < most]
    equal = [one for one in order if merits(one) == most]
    return [(*sure, *some) for some in islice(combinations(equal, number - len(sure)), MAX_BYES)]


Cost = tuple[int, int, Fraction]


@dataclass(frozen=True)
class _Rules:
    meetings: Mapping[Pair, int]
    apart: frozenset[Pair]
    points: Mapping[int, Fraction]

    def clash(self, one: int, other: int) -> bool:
        pair = frozenset((one, other))
        return pair in self.apart or self.meetings[pair] > 0

    def cost(self, table: Sequence[int]) -> Cost:
        apart, again, spread = 0, 0, Fraction(0)
        for one, other in combinations(table, 2):
            pair = frozenset((one, other))
            apart += pair in self.apart
            # A third meeting is worse than two second ones.
            again += self.meetings[pair] ** 2
            spread += (self.points[one] - self.points[other]) ** 2
        return apart, again, spread


def _best_tables(order: Sequence[int], sizes: Sequence[int], rules: _Rules, lots: Random) -> list[list[int]]:
    found = _without_clashes(order, sizes, rules)
    starts = [found] if found else [_sliced(order, sizes)]
    if not found:
        number = max(LEAST_STARTS, STARTED_PEOPLE // len(order))
        starts += [_sliced(lots.sample(list(order), len(order)), sizes) for _start in range(number - 1)]
    better = [_improved(start, rules) for start in starts]
    return min(better, key=lambda tables: _total(tables, rules))


def _sliced(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    tables, first = [], 0
    for size in sizes:
        tables.append(list(order[first : first + size]))
        first += size
    return tables


def _without_clashes(order: Sequence[int], sizes: Sequence[int], rules: _Rules) -> list[list[int]] | None:
    """Tables at which nobody clashes, neighbours in the order together where that can be; None if none were found.

    The first who has no table yet opens the next one, and the next in the order who clashes with nobody joins.
    """
    clashes = {one: {other for other in order if other != one and rules.clash(one, other)} for one in order}
    tables: list[list[int]] = []
    steps = 0

    def fill(left: Sequence[int], table: list[int], after: int) -> bool:
        """Complete a table from those from `after` on, then those that follow."""
        nonlocal steps
        steps += 1
        if steps > MAX_STEPS:
            return False
        if len(table) == sizes[len(tables)]:
            tables.append(table)
            rest = [one for one in left if one not in table]
            if not rest or fill(rest, [rest[0]], 1):
                return True
            tables.pop()
            return False
        return any(
            fill(left, [*table, left[number]], number + 1)
            for number in range(after, len(left))
            if clashes[left[number]].isdisjoint(table)
        )

    return tables if fill(order, [order[0]], 1) else None


def _improved(tables: list[list[int]], rules: _Rules) -> list[list[int]]:
    """The tables after all swaps of two people that make them better, until there is none."""
    tables = [list(table) for table in tables]
    costs = [rules.cost(table) for table in tables]
    for _sweep in range(MAX_SWEEPS):
        swapped = False
        for one, other in combinations(range(len(tables)), 2):
            for first in range(len(tables[one])):
                for second in range(len(tables[other])):
                    left, right = list(tables[one]), list(tables[other])
                    left[first], right[second] = right[second], left[first]
                    new = rules.cost(left), rules.cost(right)
                    if _sum(new) < _sum((costs[one], costs[other])):
                        tables[one], tables[other] = left, right
                        costs[one], costs[other] = new
                        swapped = True
        if not swapped:
            break
    return tables


def _total(tables: Sequence[Sequence[int]], rules: _Rules) -> Cost:
    return _sum([rules.cost(table) for table in tables])


def _sum(costs: Iterable[Cost]) -> Cost:
    apart, again, spread = zip(*costs, strict=True)
    return sum(apart), sum(again), sum(spread, Fraction(0))


def _seated(table: Sequence[int], seats: Mapping[tuple[int, int], int], lots: Random) -> list[int]:
    """The order at a table: everybody where they have sat least; where that is the same, it is drawn."""
    drawn = lots.sample(sorted(table), len(table))
    return list(
        min(permutations(drawn), key=lambda order: sum(2 ** seats[one, seat] for seat, one in enumerate(order)))
    )
