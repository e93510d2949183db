"""Finds games for those who seek them: the only one who opens games by seeks.

What a run plans, by reading, is one transaction for each table. It locks the people in the order of their numbers, then
their seeks, and looks again whether they still go together: so two runs at a time, or one that is killed, seat nobody
twice. The game itself is opened and joined as by its people, so that all rules for that hold.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from games.access.blocks import pairs_apart
from games.matching.seeks import MET_LATELY, Pair, Table, Wish, find_tables
from games.matching.weekly_limit import WEEK, games_left, waits_since
from games.models import Game, Rating, Seat, Seek, SeekFind, Submission
from games.people.models import User
from games.site_urls import absolute_url
from games.table import audit, notices, open_games
from games.table.caps import KEPT_SEATS, check_hosted_games
from games.table.days_away import all_away
from games.table.errors import Refused, TooMany
from games.table.locks import lock_people
from games.table.open_games import SeatPlan
from games.table.profiles import reliability_of
from games.table.seeks import can_be_opened
from games.table.shared_traces import pairs_who_share
from games.time_control import USUAL_MISSES_IN_ALL, USUAL_MISSES_IN_ROW, TimeControl

log = logging.getLogger(__name__)

FOUND: Final = "seeks found a game"
"""The audit word for a game that was opened for those who sought it."""
MAX_AT_ONCE: Final = 3000
"""Seeks that a run looks at, those that have waited longest."""


def match() -> int:
    """Open the games that can be opened for those who seek; how many."""
    now = timezone.now()
    waiting = Seek.objects.filter(paused="").order_by("waiting_since", "pk")
    wishes = _wishes(waiting.select_related("person")[:MAX_AT_ONCE], now)
    tables = find_tables(wishes, _apart(wishes), now, can_be_opened, _met(wishes, now))
    return sum(_open_for(table, now) for table in tables)


def pause_silent() -> int:
    """Pause the seeks of people of whom there was no sign for long, and tell them; how many."""
    now = timezone.now()
    long_ago = now - timedelta(days=settings.SEEK_SILENT_DAYS)
    paused = 0
    for seek in Seek.objects.filter(paused="", seen_at__lt=long_ago).select_related("person"):
        sign = _last_sign(seek.person)
        rows = Seek.objects.filter(pk=seek.pk, paused="", seen_at=seek.seen_at)
        if sign is not None and sign >= long_ago:
            rows.update(seen_at=sign)
            continue
        with transaction.atomic():
            if rows.update(paused=Seek.Pause.SILENT):
                paused += 1
                _tell_of_pause(seek, now)
    return paused


# --- what is known of those who seek -------------------------------------------------------------------------------


def _wishes(seeks: Iterable[Seek], now: datetime) -> list[Wish]:
    """What those wish who may be seated now."""
    rows = [seek for seek in seeks if _may_be_seated(seek.person)]
    people = {seek.person_id for seek in rows}
    away = all_away({seek.person_id: seek.person for seek in rows}.values())
    own, all_seats = _seats(people)
    ratings, reliability = _ratings(people), _reliability(rows)
    found = _finds(rows, now)
    return [
        _wish(seek, found.get(seek.pk, []), now, ratings, reliability.get(seek.person_id))
        for seek in rows
        if seek.person_id not in away
        and own[seek.person_id] < seek.most_games
        and all_seats[seek.person_id] < settings.SEATS_PER_PERSON
    ]


def _finds(seeks: Collection[Seek], now: datetime) -> dict[int, list[datetime]]:
    """When each seek has found games in the last two weeks."""
    found: dict[int, list[datetime]] = {}
    rows = SeekFind.objects.filter(seek__in=[seek.pk for seek in seeks], at__gt=now - 2 * WEEK).order_by()
    for seek, at in rows.values_list("seek", "at"):
        found.setdefault(seek, []).append(at)
    return found


def _wish(
    seek: Seek,
    found_at: Collection[datetime],
    now: datetime,
    ratings: Mapping[tuple[int, str], Mapping[int, int]],
    reliability: int | None,
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


def _ratings(people: Collection[int]) -> dict[tuple[int, str], dict[int, int]]:
    found: dict[tuple[int, str], dict[int, int]] = {}
    rows = Rating.objects.filter(person__in=people).order_by()
    for person, kind, players, shown in rows.values_list("person", "kind", "players", "shown"):
        found.setdefault((person, kind), {})[players] = shown
    return found


def _reliability(seeks: Collection[Seek]) -> dict[int, int | None]:
    """Only for kinds of games where somebody asks for it: it is counted anew for each person."""
    asked = {seek.kind for seek in seeks if seek.least_reliability}
    people = {seek.person_id: seek.person for seek in seeks if seek.kind in asked}
    return {pk: reliability_of(person).percent_in_time for pk, person in people.items()}


def _apart(wishes: Collection[Wish]) -> set[Pair]:
    """Pairs who have nothing to do with each other, and pairs who may be one person."""
    people = {wish.person for wish in wishes}
    return pairs_apart(people) | pairs_who_share(people)


def _met(wishes: Collection[Wish], now: datetime) -> set[Pair]:
    """Pairs whom seeks have brought together lately."""
    rows = SeekFind.objects.filter(person__in={wish.person for wish in wishes}, at__gt=now - MET_LATELY).order_by()
    tables: dict[str, list[int]] = {}
    for game, person in rows.values_list("game", "person"):
        tables.setdefault(game, []).append(person)
    return {frozenset(pair) for people in tables.values() for pair in combinations(people, 2)}


# --- a table -------------------------------------------------------------------------------------------------------


def _open_for(planned: Table, now: datetime) -> bool:
    """Open a game for these people; False (and nothing changes) if they do not go together any more."""
    try:
        with transaction.atomic():
            people = lock_people(wish.person for wish in planned.wishes)
            rows = Seek.objects.select_for_update(of=("self",)).filter(
                pk__in=[wish.seek for wish in planned.wishes], paused=""
            )
            seeks = list(rows.order_by("pk"))
            for seek in seeks:
                seek.person = people[seek.person_id]
            table = _planned_again(planned, seeks, now)
            if table is None:
                return False
            game = _open(table, people)
            _note_finds(game, table, seeks, now)
    except Refused as refused:
        log.info("No game was opened for the seeks %s: %s", [wish.seek for wish in planned.wishes], refused)
        return False
    log.info("Game %s was opened for %d who sought one.", game.pk, len(people))
    return True


def _planned_again(planned: Table, seeks: Collection[Seek], now: datetime) -> Table | None:
    """The table for these seeks as they are now; None if it is not the one that was planned."""
    wishes = _wishes(seeks, now)
    tables = find_tables(wishes, _apart(wishes), now, can_be_opened, _met(wishes, now))
    waited = {(wish.seek, wish.since) for wish in planned.wishes}
    if len(tables) == 1 and {(wish.seek, wish.since) for wish in tables[0].wishes} == waited:
        return tables[0]
    return None


def _open(table: Table, people: Mapping[int, User]) -> Game:
    host = _host_of(people[wish.person] for wish in table.wishes)
    others = [people[wish.person] for wish in table.wishes if wish.person != host.pk]
    with translation.override(host.reading_language):
        game = open_games.open_game(
            host,
            name="",
            kind=table.kind,
            options=table.options,
            seats=[SeatPlan("me"), *(SeatPlan("free") for _other in others)],
            time_control=TimeControl(
                table.per_turn, misses_in_row=USUAL_MISSES_IN_ROW, misses_in_all=USUAL_MISSES_IN_ALL
            ),
            rated=table.rated,
        )
    for other in others:
        open_games.join(game.pk, other, game.invitation_code)
    return game


def _host_of(people: Iterable[User]) -> User:
    """The first who may be the host of one more game. Raises TooMany if nobody may."""
    refusal: TooMany | None = None
    for person in people:
        try:
            check_hosted_games(person)
        except TooMany as refused:
            refusal = refused
        else:
            return person
    assert refusal is not None
    raise refusal


def _note_finds(game: Game, table: Table, seeks: Collection[Seek], now: datetime) -> None:
    SeekFind.objects.bulk_create(
        SeekFind(seek_id=wish.seek, game=game, person_id=wish.person, at=now, waited_since=wish.since)
        for wish in table.wishes
    )
    for seek in seeks:
        if seek.per_week is None:
            seek.delete()
        else:
            seek.waiting_since = now
            seek.save(update_fields=["waiting_since"])
    audit.note(FOUND, by=None, game=game, details={"seeks": len(seeks)})


# --- signs of life -------------------------------------------------------------------------------------------------


def _last_sign(person: User) -> datetime | None:
    """When they were last here or answered a turn, as far as it is known."""
    sessions = UserSession.objects.filter(user=person).aggregate(last=Max("last_seen_at"))["last"]
    answers = Submission.objects.filter(by=person).aggregate(last=Max("created_at"))["last"]
    return max((sign for sign in (person.last_login, sessions, answers) if sign is not None), default=None)


def _tell_of_pause(seek: Seek, now: datetime) -> None:
    notices.tell(
        f"seek:{seek.pk}:{now:%Y-%m-%d}",
        seek.person,
        gettext_lazy("your seek is paused"),
        gettext_lazy(
            "You were not here for a long time, so we seek no games for you for now. If you still want to play, take "
            "the seek up again: %(link)s"
        ),
        link=absolute_url(reverse("seeks")),
    )
