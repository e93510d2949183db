"""Standing seeks, matched: from what people wish to the tables at which all wishes are met.

Whoever waits longest is looked at first, and has the table that suits them best: as many players as they like, and
people of their strength. How far the ratings at a table may lie apart grows with the waiting time of whoever has waited
longest there, until it does not matter any more; so long those are kept apart, too, who have been brought together
lately. What somebody wishes is never relaxed. The same wishes at the same moment give the same tables; nobody gets two
tables at once. Before, seeks take free seats of open games (games.matching.open_seats).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Final

FIRST_SPREAD: Final = 150.0
"""How far the ratings at a table may lie apart at first, in points as people see them."""
SPREAD_PER_HOUR: Final = 50.0
"""By so much more after each hour of waiting."""
ANY_SPREAD_AFTER: Final = timedelta(hours=12)
"""From then on only the ranges that people have stated count."""
MET_LATELY: Final = timedelta(days=21)
"""People whom seeks have brought together so lately meet others first, if there are any."""
_CLOSEST_FIRST: Final = (1 / 3, 2 / 3)
"""Shares of the spread that is allowed, with which a table is looked for first."""
_WIDEST: Final = FIRST_SPREAD + SPREAD_PER_HOUR * (ANY_SPREAD_AFTER / timedelta(hours=1))
MAX_TRIES: Final = 2000
"""Combinations that are tried for one person, a number of players and a spread: it bounds the time of a run."""
UNRATED_AT_FIRST: Final = 1000
"""The rating of somebody of whom none is stated."""

Pair = frozenset[int]
Possible = Callable[[str, int, Mapping[str, str]], bool]
"""Whether a kind of game can be opened with a number of players and these options."""


@dataclass(frozen=True)
class Wish:
    """A seek that waits, with what is to be known of its person."""

    seek: int
    person: int
    since: datetime
    """Since when it waits and could find a game."""
    kind: str
    players: frozenset[int]
    """Numbers of players that suit."""
    shortest: timedelta
    longest: timedelta
    """Between which the time per turn lies."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options that matter, with the value that is wanted; all others may be anything."""
    rated: bool | None = None
    """None: either."""
    lowest: int | None = None
    highest: int | None = None
    """Between which the others' ratings lie; None: no bound."""
    ratings: Mapping[int, int] = field(default_factory=dict)
    """The person's own, by the number of players."""
    least_reliability: int = 0
    """Per cent of turns in time that each of the others has at least; 0: any, also who has answered no turn yet."""
    reliability: int | None = None
    """The person's own; None: they have answered no turn yet."""
    games_left: int = 1
    """How many games it may still find now."""
    may_host: bool = True
    """Whether its person may be the host of one more game; somebody at each table must be."""

    def rating(self, players: int) -> int:
        return self.ratings.get(players, UNRATED_AT_FIRST)


@dataclass(frozen=True)
class Table:
    """People who are to play together, the one who has waited longest first, and what they play."""

    wishes: tuple[Wish, ...]
    options: Mapping[str, str]
    """What those who care wish; the rest is as the game has it by itself."""
    per_turn: timedelta
    """The shortest time per turn that suits all."""
    rated: bool
    """Only if somebody wishes it."""

    @property
    def kind(self) -> str:
        return self.wishes[0].kind

    @property
    def spread(self) -> int:
        """How far the ratings of its people lie apart."""
        ratings = [wish.rating(len(self.wishes)) for wish in self.wishes]
        return max(ratings) - min(ratings)


def widest_spread(waited: timedelta) -> float:
    """How far ratings may lie apart at the table of somebody who has waited so long."""
    if waited >= ANY_SPREAD_AFTER:
        return math.inf
    return FIRST_SPREAD + SPREAD_PER_HOUR * max(waited / timedelta(hours=1), 0)


def is_within(rating: int, lowest: int | None, highest: int | None) -> bool:
    """Whether somebody's rating lies where another wants it."""
    return (lowest is None or rating >= lowest) and (highest is None or rating <= highest)


def is_reliable(reliability: int | None, least: int) -> bool:
    """Whether somebody of whom this is known is as reliable as another asks."""
    return not least or (reliability is not None and reliability >= least)


def in_line(wishes: Collection[Wish]) -> list[Wish]:
    """Those that may find a game now, the one that has waited longest first."""
    return sorted((wish for wish in wishes if wish.games_left > 0), key=lambda wish: (wish.since, wish.seek))


def find_tables(
    wishes: Collection[Wish],
    apart: Collection[Pair],
    now: datetime,
    possible: Possible,
    met: Collection[Pair] = (),
) -> list[Table]:
    """The tables to be opened now. Each person gets one at most, whatever they wish.

    apart: pairs of people who must not sit together. met: pairs who have been brought together lately, and sit together
    again only if whoever waits longest there has waited for ANY_SPREAD_AFTER.
    """
    waiting = in_line(wishes)
    always_apart, can_be = frozenset(apart), _remembering(possible)
    apart_at_first = always_apart.union(met)
    tables: list[Table] = []
    seated: set[int] = set()
    for place, first in enumerate(waiting):
        if first.person in seated:
            continue
        kept_apart = always_apart if now - first.since >= ANY_SPREAD_AFTER else apart_at_first
        # Whoever has waited longer and is not seated has found no table among these already.
        others = [
            other for other in waiting[place + 1 :] if other.person not in seated and _suit(first, other, kept_apart)
        ]
        table = _find_table(first, others, kept_apart, widest_spread(now - first.since), can_be)
        if table is not None:
            tables.append(table)
            seated.update(wish.person for wish in table.wishes)
    return tables


def _remembering(possible: Possible) -> Callable[[str, int, frozenset[tuple[str, str]]], bool]:
    @cache
    def answer(kind: str, players: int, options: frozenset[tuple[str, str]]) -> bool:
        return possible(kind, players, dict(options))

    return answer


def _find_table(
    first: Wish,
    others: Sequence[Wish],
    apart: frozenset[Pair],
    spread: float,
    can_be: Callable[[str, int, frozenset[tuple[str, str]]], bool],
) -> Table | None:
    """The best table for somebody: the most players, then the closest ratings, then those who wait longest."""
    for players in sorted(first.players, reverse=True):
        suiting = [other for other in others if _suit_at(first, other, players, spread)]
        for within in (*(min(spread, _WIDEST) * share for share in _CLOSEST_FIRST), spread):
            close = [other for other in suiting if _distance(first, other, players) <= within]
            tables = _groups(first, close, players, within, apart)
            for _try, group in zip(range(MAX_TRIES), tables, strict=False):
                if group is None or not any(wish.may_host for wish in group):
                    continue
                if can_be(first.kind, players, frozenset(_options(group).items())):
                    return _table(group)
    return None


def _groups(
    first: Wish, others: Sequence[Wish], players: int, within: float, apart: frozenset[Pair]
) -> Iterator[tuple[Wish, ...] | None]:
    """All groups of so many who suit each other, those who wait longest first; None for each one tried in vain."""

    def grow(group: tuple[Wish, ...], left: Sequence[Wish]) -> Iterator[tuple[Wish, ...] | None]:
        if len(group) == players:
            yield group
            return
        missing = players - len(group)
        if len(left) < missing:
            yield None
            return
        for place in range(len(left) - missing + 1):
            newest = left[place]
            fitting = [
                other
                for other in left[place + 1 :]
                if _suit(newest, other, apart) and _suit_at(newest, other, players, within)
            ]
            yield from grow((*group, newest), fitting)

    return grow((first,), others)


def _suit(one: Wish, other: Wish, apart: frozenset[Pair]) -> bool:
    """Whether two could sit at one table, as far as the number of players does not matter."""
    return (
        one.kind == other.kind
        and one.person != other.person
        and not one.players.isdisjoint(other.players)
        and one.shortest <= other.longest
        and other.shortest <= one.longest
        and (one.rated is None or other.rated is None or one.rated == other.rated)
        and all(other.options.get(name, value) == value for name, value in one.options.items())
        and is_reliable(other.reliability, one.least_reliability)
        and is_reliable(one.reliability, other.least_reliability)
        and frozenset((one.person, other.person)) not in apart
    )


def _suit_at(one: Wish, other: Wish, players: int, within: float) -> bool:
    """Whether two who suit each other do at a table of so many, with ratings at most so far apart."""
    return (
        players in one.players
        and players in other.players
        and is_within(other.rating(players), one.lowest, one.highest)
        and is_within(one.rating(players), other.lowest, other.highest)
        and _distance(one, other, players) <= within
    )


def _distance(one: Wish, other: Wish, players: int) -> int:
    return abs(one.rating(players) - other.rating(players))


def _options(group: Sequence[Wish]) -> dict[str, str]:
    return {name: value for wish in group for name, value in wish.options.items()}


def _table(group: tuple[Wish, ...]) -> Table:
    return Table(
        wishes=group,
        options=_options(group),
        per_turn=max(wish.shortest for wish in group),
        rated=any(wish.rated for wish in group),
    )
