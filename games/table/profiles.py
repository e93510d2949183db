"""What a profile tells of somebody: counted from PlayedGame, never from moves. Whoever shows it asks games.access."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Q

from games.models import ANSWER_TIMES, PlayedGame
from games.people.models import User

RECENT: Final = 200
"""Games from whose newest ones reliability is counted: people can mend it."""


@dataclass(frozen=True)
class Results:
    """Games that were played to the end."""

    played: int
    won: int
    """Those won alone."""
    shared: int
    """Those won together with others."""


@dataclass(frozen=True)
class KindFigures:
    """Somebody's results in one kind of game."""

    kind: str
    with_people: Results
    """Games at whose end at least one other person played."""
    with_bots: Results
    """Games against bots alone."""

    @property
    def played(self) -> int:
        return self.with_people.played + self.with_bots.played


@dataclass(frozen=True)
class Reliability:
    """How somebody plays by correspondence, in their newest games."""

    games: int
    asked: int
    """Turns in which their time ran."""
    in_time: int
    abandoned: int
    """Games that they left for others to play on without them."""
    half_within: timedelta | None
    """Half of the answers took at most so long. None: longer than the longest of ANSWER_TIMES, or there are none."""
    answers: int

    @property
    def percent_in_time(self) -> int | None:
        """Rounded down, so that 100 means all; None without turns."""
        return 100 * self.in_time // self.asked if self.asked else None


@dataclass(frozen=True)
class Profile:
    """All that a profile shows."""

    name: str
    member_since: datetime
    kinds: Sequence[KindFigures]
    """The kinds of games played most often first."""
    reliability: Reliability


def profile_of(person: User) -> Profile:
    """Two queries, however much somebody has played."""
    return Profile(
        name=person.username,
        member_since=person.date_joined,
        kinds=_by_kind(person),
        reliability=reliability_of(person),
    )


def _by_kind(person: User) -> list[KindFigures]:
    finished = PlayedGame.objects.filter(person=person, rank__isnull=False).order_by()
    people, bots = Q(other_people__gt=0), Q(other_people=0)
    alone, together = Q(rank=1, shared=False), Q(rank=1, shared=True)
    rows = finished.values("kind").annotate(
        people=Count("pk", filter=people),
        people_alone=Count("pk", filter=people & alone),
        people_together=Count("pk", filter=people & together),
        bots=Count("pk", filter=bots),
        bots_alone=Count("pk", filter=bots & alone),
        bots_together=Count("pk", filter=bots & together),
    )
    found = [
        KindFigures(
            row["kind"],
            Results(row["people"], row["people_alone"], row["people_together"]),
            Results(row["bots"], row["bots_alone"], row["bots_together"]),
        )
        for row in rows
    ]
    return sorted(found, key=lambda figures: (-figures.played, figures.kind))


def reliability_of(person: User) -> Reliability:
    """How somebody has played by correspondence lately. One query."""
    newest = PlayedGame.objects.filter(person=person).order_by("-ended_at", "-pk")
    rows = list(newest.only("asked", "in_time", "left", "answer_times")[:RECENT])
    times = [sum(column) for column in zip(*(row.answer_times for row in rows), strict=True)]
    return Reliability(
        games=len(rows),
        asked=sum(row.asked for row in rows),
        in_time=sum(row.in_time for row in rows),
        abandoned=sum(row.abandoned for row in rows),
        half_within=_half_within(times),
        answers=sum(times),
    )


def _half_within(times: Sequence[int]) -> timedelta | None:
    """The upper bound of the class that holds the median."""
    passed, half = 0, sum(times) / 2
    for bound, number in zip(ANSWER_TIMES, times, strict=False):
        passed += number
        if passed and passed >= half:
            return bound
    return None
