"""Absences: days on which people are away, announced by themselves, and what happens at their tables then.

For each game a person chooses: the clock stands still for them, as far as the host allows it; it runs on, and their
plans and standing orders play; or a bot plays for them (games.table.deputies). Who sits at a table with somebody sees
until when they are away; nobody else does. The budget of a year bounds what one person can announce
(settings.ABSENCE_DAYS), the host of a game how much of it stops the clock there (TimeControl.absence_days). A day on
which an absence ended before its time counts for both. Turns that run lose and gain nothing by the announcement itself.

An absence and the deadlines that move by it are written in one transaction, which holds the locks of the person and of
all their tables: no turn is opened meanwhile by the days of before.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Permission
from games.bot_levels import LEVELS_FOR_PEOPLE
from games.live.announcements import bump_version
from games.models import Game, Seat, SiteClock, Turn
from games.people.models import Absence, User
from games.person_calendar import Announced
from games.table import audit, deadlines, deputies, permission_check
from games.table.days_away import announced_by, today_of
from games.table.errors import BadAbsence, NoSuchAbsence, NotAllowed, NotRunning, NotSeated
from games.table.locks import lock_game, lock_person
from games.table.personal_deadlines import lock_tables_of, move_deadlines_of

ABSENCE: Final = "absence"
"""The audit word for an announced absence, and for one that ends before its time."""
MAX_AHEAD: Final = timedelta(days=366)
WAYS: Final = ("", Seat.CLOCK_RUNS, *(level.name for level in LEVELS_FOR_PEOPLE))
"""What a person can choose for a table: values of Seat.when_away."""
WAYS_IN_RATED_GAMES: Final = ("", Seat.CLOCK_RUNS)
"""There people play themselves."""


def announce(person: User, first: date, last: date) -> Absence:
    """Let a person be away from one day to another, both included, by the days of their zone.

    Raises NotAllowed, Suspended, BadAbsence.
    """
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    with transaction.atomic():
        person = lock_person(person)
        before = announced_by(person)
        _check(person, first, last, before)
        absence = Absence.objects.create(person=person, first=first, last=last)
        _keep(person)
        audit.note(ABSENCE, by=person, person=person)
        _move_deadlines(person, before)
    deputies.change_over(person)
    return absence


def end(person: User, absence_id: int) -> None:
    """Let an absence end now: the clock runs again from this moment on; one that has not begun is forgotten.

    Today counts for the budgets, because the clock has stood until now. It can be announced again. Raises NotAllowed,
    Suspended, NoSuchAbsence.
    """
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    with transaction.atomic():
        person = lock_person(person)
        today = today_of(person)
        absence = Absence.objects.filter(pk=absence_id, person=person, ended_at=None, last__gte=today).first()
        if absence is None:
            raise NoSuchAbsence
        before = announced_by(person)
        if absence.first > today or _counts_already(absence, today):
            absence.delete()
        else:
            absence.last, absence.ended_at = today, timezone.now()
            absence.save(update_fields=["last", "ended_at"])
        _keep(person)
        audit.note(ABSENCE, by=person, person=person, details={"ended": True})
        _move_deadlines(person, before)
    deputies.change_over(person)


def end_present(person: User) -> None:
    """Let the absence in which a person is now end. Raises as `end` does; NoSuchAbsence if they are not away."""
    today = today_of(person)
    now = Absence.objects.filter(person=person, ended_at=None, first__lte=today, last__gte=today).first()
    if now is None:
        raise NoSuchAbsence(_("You are not away now."))
    end(person, now.pk)


def seats_of(person: User) -> Sequence[Seat]:
    """A person's seats in games that go on, where they choose what happens while they are away; with their games."""
    seats = Seat.objects.filter(user=person, game__status__in=Game.UNFINISHED).select_related("game", "user")
    return [seat for seat in seats.order_by("game__name", "pk") if not seat.is_given_up]


def choose(game_id: str, person: User, when_away: str) -> None:
    """Say what happens at one table while this person is away.

    when_away: one of WAYS. It holds at once, also for an absence that has begun. Raises NoSuchGame, NotSeated,
    Suspended, NotRunning if the game is over, BadAbsence for anything else.
    """
    if when_away not in WAYS:
        raise BadAbsence(_("There is no such bot."))
    with transaction.atomic():
        game = lock_game(game_id)
        seat = game.seats.select_related("user").filter(user=person).first()
        if seat is None or seat.is_given_up:
            raise NotSeated
        permission_check.require_permission(Permission.SET_PREFERENCES, person, NotSeated(), game, seat)
        if game.status not in Game.UNFINISHED:
            raise NotRunning
        if game.rated and when_away not in WAYS_IN_RATED_GAMES:
            raise BadAbsence(_("No bot plays for you in a rated game."))
        if seat.when_away == when_away:
            return
        clock = SiteClock.read(timezone.now())
        calendar = deadlines.calendar_of(seat, game.time_control)
        seat.when_away = when_away
        seat.save(update_fields=["when_away"])
        audit.note(ABSENCE, by=person, game=game, seat=seat.index, person=person, details={"when away": when_away})
        turn = game.turns.filter(seat=seat, status=Turn.Status.OPEN).first()
        if turn is not None and deadlines.fit_calendar(turn.pk, game, calendar, clock):
            bump_version(game)
            game.save(update_fields=["version"])
    deputies.change_over(person)


def lock_for_absence(person: User, game_id: str) -> None:
    """Lock a person and all their tables, as an absence does, before something else in the transaction locks a game.

    game_id: of a game that will be locked, too.
    """
    lock_tables_of(lock_person(person), game_id)


def _counts_already(absence: Absence, today: date) -> bool:
    """Whether all days of an absence until today count by another one that has ended. So there is a row for a day."""
    ended = Absence.objects.filter(person=absence.person_id, ended_at__isnull=False)
    return ended.filter(first__lte=absence.first, last__gte=today).exists()


def _keep(person: User) -> None:
    """Keep the last day of all, by which others see quickly that somebody has no absence."""
    rows = Absence.objects.filter(person=person).values_list("last", "ended_at")
    days = (last if ended is None else last - timedelta(days=1) for last, ended in rows)
    person.away_until = max(days, default=None)
    person.save(update_fields=["away_until"])


def _check(person: User, first: date, last: date, known: Announced) -> None:
    today = today_of(person)
    if last < first:
        raise BadAbsence(_("The last day is before the first one."))
    if first < today:
        raise BadAbsence(_("An absence begins today or later."))
    if last > today + MAX_AHEAD:
        raise BadAbsence(_("An absence ends within a year."))
    if any(first <= end and begin <= last for begin, end in known.ranges):
        raise BadAbsence(_("You have announced an absence for some of these days already."))
    used = known.with_one(first, last).days_by_year()
    if any(used[year] > settings.ABSENCE_DAYS for year in (first.year, last.year)):
        reason = ngettext(
            "You can be away for %(days)s day a year; you have announced more than that.",
            "You can be away for %(days)s days a year; you have announced more than that.",
            settings.ABSENCE_DAYS,
        )
        raise BadAbsence(reason % {"days": settings.ABSENCE_DAYS})


def _move_deadlines(person: User, before: Announced) -> None:
    """Move the deadlines that run. before: the absences as they were until now."""
    move_deadlines_of(person, lambda turn_id, game, clock: deadlines.fit_absences(turn_id, game, before, clock))
