"""What those wish who seek a game and could be seated now, with all that the matching is to know of people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Count, Q
from django.db.models.functions import Coalesce

from games.access.blocks import pairs_apart
from games.matching.seeks import MET_LATELY, Pair, Wish
from games.matching.weekly_limit import WEEK, games_left, waits_since
from games.models import Game, Rating, Seat, Seek, SeekFind
from games.people.models import User
from games.table.caps import KEPT_SEATS, hosts_at_limit
from games.table.days_away import all_away
from games.table.profiles import reliability_of
from games.table.shared_traces import pairs_who_share

CALLED_OFF: Final = Q(game__status=Game.Status.ABORTED, game__started_at=None)
"""Finds of games that did not begin: they do not count."""


def wishes_of(seeks: Iterable[Seek], now: datetime) -> list[Wish]:
    """What those wish who may be seated now."""
    rows = [seek for seek in seeks if _may_be_seated(seek.person)]
    people = {seek.person_id for seek in rows}
    away = all_away({seek.person_id: seek.person for seek in rows}.values())
    own, all_seats = _seats(people)
    ratings, reliability = ratings_of(people), reliability_where_asked((seek.kind, seek.person) for seek in rows)
    found, full_hosts = _finds(rows, now), hosts_at_limit(people)
    return [
        _wish(
            seek,
            found.get(seek.pk, []),
            now,
            ratings,
            reliability.get((seek.kind, seek.person_id)),
            may_host=seek.person_id not in full_hosts,
        )
        for seek in rows
        if seek.person_id not in away
        and own[seek.person_id] < seek.most_games
        and all_seats[seek.person_id] < settings.SEATS_PER_PERSON
    ]


def ratings_of(people: Collection[int]) -> dict[tuple[int, str], dict[int, int]]:
    """Ratings as people see them: of somebody in a kind of game, by the number of players."""
    found: dict[tuple[int, str], dict[int, int]] = {}
    rows = Rating.objects.filter(person__in=people).order_by()
    for person, kind, players, shown in rows.values_list("person", "kind", "players", "shown"):
        found.setdefault((person, kind), {})[players] = shown
    return found


def reliability_where_asked(people: Iterable[tuple[str, User]]) -> dict[tuple[str, int], int | None]:
    """Per cent of turns in time, of people by kinds of games. Only for kinds where some seek asks for it, or has asked
    for it and found a seat at an open game: it is counted anew for each person."""
    found_seats = Game.objects.filter(status=Game.Status.OPEN, seek_finds__least_reliability__gt=0)
    asking = (Seek.objects.filter(least_reliability__gt=0), found_seats)
    asked = {kind for rows in asking for kind in rows.order_by().values_list("kind", flat=True).distinct()}
    known: dict[int, int | None] = {}
    found: dict[tuple[str, int], int | None] = {}
    for kind, person in people:
        if kind in asked:
            if person.pk not in known:
                known[person.pk] = reliability_of(person).percent_in_time
            found[kind, person.pk] = known[person.pk]
    return found


def pairs_kept_apart(people: Collection[int]) -> set[Pair]:
    """Pairs who have nothing to do with each other, and pairs who may be one person."""
    return pairs_apart(people) | pairs_who_share(people)


def pairs_met(people: Collection[int], now: datetime) -> set[Pair]:
    """Pairs at tables to which a seek has brought one of them lately."""
    rows = SeekFind.objects.filter(person__in=people, at__gt=now - MET_LATELY, game__seats__user__isnull=False)
    pairs = rows.exclude(CALLED_OFF).order_by().values_list("person", "game__seats__user")
    return {frozenset(pair) for pair in pairs if pair[0] != pair[1]}


def _finds(seeks: Collection[Seek], now: datetime) -> dict[int, list[datetime]]:
    """When each seek has found games in the last two weeks; without those that were called off."""
    found: dict[int, list[datetime]] = {}
    rows = SeekFind.objects.filter(seek__in=[seek.pk for seek in seeks], at__gt=now - 2 * WEEK)
    for seek, at in rows.exclude(CALLED_OFF).order_by().values_list("seek", "at"):
        found.setdefault(seek, []).append(at)
    return found


def _wish(
    seek: Seek,
    found_at: Collection[datetime],
    now: datetime,
    ratings: Mapping[tuple[int, str], Mapping[int, int]],
    reliability: int | None,
    *,
    may_host: bool,
) -> Wish:
    return Wish(
        seek=seek.pk,
        person=seek.person_id,
        since=waits_since(seek.waiting_since, found_at, seek.per_week),
        kind=seek.kind,
        players=frozenset(seek.players),
        shortest=seek.shortest,
        longest=seek.longest,
        options=seek.options,
        rated=seek.rated,
        lowest=seek.lowest,
        highest=seek.highest,
        ratings=ratings.get((seek.person_id, seek.kind), {}),
        least_reliability=seek.least_reliability,
        reliability=reliability,
        games_left=games_left(found_at, seek.per_week, now),
        may_host=may_host,
    )


def _may_be_seated(person: User) -> bool:
    return person.is_active and person.suspended_at is None and person.reads_mail


def _seats(people: Collection[int]) -> tuple[Counter[int], Counter[int]]:
    """How many seats each has in games that are not over: their own, and those with those of their bot accounts."""
    seats = Seat.objects.filter(KEPT_SEATS, game__status__in=Game.UNFINISHED)
    rows = (
        seats.filter(Q(user__in=people) | Q(user__owner__in=people))
        .annotate(principal=Coalesce("user__owner", "user"))
        .order_by()
        .values_list("principal")
        .annotate(own=Count("pk", filter=Q(user__owner=None)), all=Count("pk"))
    )
    own, everything = Counter[int](), Counter[int]()
    for person, theirs, number in rows:
        own[person], everything[person] = theirs, number
    return own, everything
