"""Somebody's own finished games: a list that can be narrowed, and statistics. Only they see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from datetime import time as clock_time
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Avg, Case, Count, Exists, F, OuterRef, Q, QuerySet, When

from games.models import PlayedGame, SeatHolder
from games.people.models import User

MAX_OPPONENTS: Final = 20
"""The people whom somebody has met most often."""
RECENT: Final = 500
"""Games from whose newest ones picks are counted."""

MIN_DAY: Final = date(2000, 1, 1)
MAX_DAY: Final = date(2200, 1, 1)
"""Of days that a list can be narrowed by."""
TOLD_AT: Final = Case(When(left="", then=F("ended_at")), default=F("to_at"))
"""When a game ended; of one that the person had left, when they left it, as they may not know more."""
RESULTS: Final = ("won", "lost", "none")
"""What a list can be narrowed to. "none": no result counts, as they had left or the game was called off."""


@dataclass(frozen=True)
class Narrowing:
    """Which games of somebody are wanted; whatever is empty does not matter."""

    kind: str = ""
    players: int | None = None
    against: str = ""
    """The name of somebody who played in them, too."""
    result: str = ""
    """One of RESULTS."""
    since: date | None = None
    """The first day on which they ended, or the person left them, in their zone; the last one is `until`."""
    until: date | None = None


def games_of(person: User, wanted: Narrowing | None = None) -> QuerySet[PlayedGame]:
    """The games that somebody has played in and that are over for them, the latest first, with `told_at`."""
    wanted = wanted or Narrowing()
    found = PlayedGame.objects.filter(person=person).annotate(told_at=TOLD_AT)
    if wanted.kind:
        found = found.filter(kind=wanted.kind)
    if wanted.players is not None:
        found = found.filter(players=wanted.players)
    if wanted.against:
        # Who came into a game after they had left is nobody that they have played against, nor who had left before.
        there = {"game": OuterRef("game"), "from_at__lt": OuterRef("to_at")}
        stayed = Q(to_at=None) | Q(to_at__gt=OuterRef("from_at"))
        counted = PlayedGame.objects.filter(stayed, person__username__iexact=wanted.against, **there)
        # The others of a game that goes on have no such rows yet, and its end must not add it to the list.
        held = SeatHolder.objects.filter(stayed, user__username__iexact=wanted.against, user__owner=None, **there)
        found = found.filter(Exists(counted.exclude(person=person)) | Exists(held.exclude(user=person)))
    if wanted.result:
        found = found.filter(_RESULTS[wanted.result])
    if wanted.since is not None:
        found = found.filter(told_at__gte=_start_of(wanted.since, person))
    if wanted.until is not None:
        found = found.filter(told_at__lt=_start_of(wanted.until + timedelta(days=1), person))
    return found.order_by("-told_at", "-pk")


_RESULTS: Final = {"won": Q(rank=1), "lost": Q(rank__gt=1), "none": Q(rank=None)}


def _start_of(day: date, person: User) -> datetime:
    return datetime.combine(day, clock_time(), ZoneInfo(person.time_zone))


# --- statistics --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatScores:
    """The scores of one seat at tables of one size."""

    players: int
    seat: int
    """Its index."""
    games: int
    mean_score: float
    mean_rank: float
    won: int


@dataclass(frozen=True)
class PickFigures:
    """How often something was picked (a role), or games began with it."""

    key: str
    """As games.engine.chronicle names it."""
    times: int
    """Picks; of openings, games."""
    won: int
    """Of openings: games that were won. Of picks 0."""


@dataclass(frozen=True)
class KindStatistics:
    """Somebody's games of one kind."""

    kind: str
    games: int
    """Finished ones, with a result."""
    seats: Sequence[SeatScores]
    picks: Sequence[PickFigures]
    openings: Sequence[PickFigures]
    """By the first pick of each game that they played from its start."""


@dataclass(frozen=True)
class OpponentFigures:
    """Games against one person, with results for both."""

    person: User
    games: int
    ahead: int
    """Games in which the rank of whoever asks was better."""
    level: int
    behind: int


@dataclass(frozen=True)
class OwnStatistics:
    """All that somebody is told of their own games."""

    kinds: Sequence[KindStatistics]
    opponents: Sequence[OpponentFigures]


def statistics_of(person: User) -> OwnStatistics:
    """Four queries, however much somebody has played."""
    seats, picks, openings = _seats(person), *_picks(person)
    games = {kind: sum(one.games for one in rows) for kind, rows in seats.items()}
    return OwnStatistics(
        kinds=[
            KindStatistics(kind, games[kind], seats[kind], picks.get(kind, []), openings.get(kind, []))
            for kind in sorted(games, key=lambda kind: (-games[kind], kind))
        ],
        opponents=_opponents(person),
    )


def _seats(person: User) -> dict[str, list[SeatScores]]:
    rows = (
        PlayedGame.objects.filter(person=person, rank__isnull=False)
        .order_by("kind", "players", "seat")
        .values("kind", "players", "seat")
        .annotate(games=Count("pk"), score=Avg("score"), place=Avg("rank"), victories=Count("pk", filter=Q(rank=1)))
    )
    found: dict[str, list[SeatScores]] = {}
    for row in rows:
        scores = SeatScores(row["players"], row["seat"], row["games"], row["score"], row["place"], row["victories"])
        found.setdefault(row["kind"], []).append(scores)
    return found


def _picks(person: User) -> tuple[dict[str, list[PickFigures]], dict[str, list[PickFigures]]]:
    """What was picked, and what games began with, by kind, from the newest games."""
    newest = PlayedGame.objects.filter(person=person, rank__isnull=False).order_by("-ended_at", "-pk")
    # Whoever took a seat over has not begun the game.
    rows = newest.annotate(begun=Q(from_at__lte=F("game__started_at"))).values_list("kind", "picks", "rank", "begun")
    picked: dict[str, Counter[str]] = {}
    begun: dict[str, Counter[str]] = {}
    won: Counter[tuple[str, str]] = Counter()
    for kind, picks, rank, from_start in rows[:RECENT]:
        if picks:
            picked.setdefault(kind, Counter()).update(picks)
        if picks and from_start:
            begun.setdefault(kind, Counter())[picks[0]] += 1
            won[kind, picks[0]] += rank == 1
    return (
        {kind: [PickFigures(key, times, 0) for key, times in counts.most_common()] for kind, counts in picked.items()},
        {
            kind: [PickFigures(key, times, won[kind, key]) for key, times in counts.most_common()]
            for kind, counts in begun.items()
        },
    )


def _opponents(person: User) -> list[OpponentFigures]:
    theirs = PlayedGame.objects.filter(
        rank__isnull=False, game__played__person=person, game__played__rank__isnull=False, person__closed_at=None
    ).exclude(person=person)
    own = F("game__played__rank")
    rows = list(
        theirs.order_by()
        .values("person")
        .annotate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(rank__gt=own)),
            behind=Count("pk", filter=Q(rank__lt=own)),
        )
        .order_by("-games", "person")[:MAX_OPPONENTS]
    )
    people = User.objects.in_bulk([row["person"] for row in rows])
    return [
        OpponentFigures(
            people[row["person"]],
            row["games"],
            row["ahead"],
            row["games"] - row["ahead"] - row["behind"],
            row["behind"],
        )
        for row in rows
    ]
