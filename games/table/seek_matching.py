"""Finds games for those who seek them: free seats of open games (games.table.seek_seats), and then new games.

What a run plans, by reading, is one transaction for each table. It locks the people in the order of their numbers, then
their seeks, and looks again whether they still go together: so two runs at a time, or one that is killed, seat nobody
twice. The game itself is opened and joined as by its people, so that all rules for that hold.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from games.matching.seeks import Table, Wish, find_tables
from games.models import Game, Seek, Submission
from games.people.models import User
from games.site_urls import absolute_url
from games.table import notices, open_games
from games.table.errors import Refused
from games.table.one_of_many import one_of_many
from games.table.open_games import SeatPlan
from games.table.seek_finds import lock_seeks, note_finds
from games.table.seek_seats import take_free_seats
from games.table.seek_wishes import pairs_kept_apart, pairs_met, wishes_of
from games.table.seeks import can_be_opened
from games.time_control import USUAL_MISSES_IN_ALL, USUAL_MISSES_IN_ROW, TimeControl

log = logging.getLogger(__name__)

MAX_AT_ONCE: Final = 3000
"""Seeks that a run looks at, those that have waited longest."""


def match() -> int:
    """Seat those who seek, at open games and at new ones; how many seats and new games were found."""
    now = timezone.now()
    waiting = Seek.objects.filter(paused="").order_by("waiting_since", "pk")
    wishes = wishes_of(waiting.select_related("person")[:MAX_AT_ONCE], now)
    seated = take_free_seats(wishes, now)
    tables = _plan([wish for wish in wishes if wish.person not in seated], now)
    opened = 0
    for table in tables:
        with one_of_many(f"of the seeks {[wish.seek for wish in table.wishes]}", "it is not opened"):
            opened += _open_for(table, now)
    return len(seated) + opened


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


# --- a table -------------------------------------------------------------------------------------------------------


def _plan(wishes: Collection[Wish], now: datetime) -> list[Table]:
    people = {wish.person for wish in wishes}
    return find_tables(wishes, pairs_kept_apart(people), now, can_be_opened, pairs_met(people, now))


def _open_for(planned: Table, now: datetime) -> bool:
    """Open a game for these people; False (and nothing changes) if they do not go together any more."""
    try:
        with transaction.atomic():
            people, seeks = lock_seeks(planned.wishes)
            table = _planned_again(planned, seeks, now)
            if table is None:
                return False
            game = _open(table, people)
            note_finds(game, table.wishes, seeks, now)
    except Refused as refused:
        log.info("No game was opened for the seeks %s: %s", [wish.seek for wish in planned.wishes], refused)
        return False
    log.info("Game %s was opened for %d who sought one.", game.pk, len(people))
    return True


def _planned_again(planned: Table, seeks: Collection[Seek], now: datetime) -> Table | None:
    """The table for these seeks as they are now; None if it is not the one that was planned."""
    tables = _plan(wishes_of(seeks, now), now)
    waited = {(wish.seek, wish.since) for wish in planned.wishes}
    if len(tables) == 1 and {(wish.seek, wish.since) for wish in tables[0].wishes} == waited:
        return tables[0]
    return None


def _open(table: Table, people: Mapping[int, User]) -> Game:
    host = next(people[wish.person] for wish in table.wishes if wish.may_host)
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
