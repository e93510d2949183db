"""Absences: days on which people are away, announced by themselves. No time runs for them then, in games that allow it.

Who sits at a table with somebody sees until when they are away; nobody else does. The budget of a year bounds what one
person can announce (settings.ABSENCE_DAYS), the host of a game how much of it stops the clock there
(TimeControl.absence_days). Turns that run lose and gain nothing by the announcement itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.access import Permission
from games.people.models import Absence, User
from games.person_calendar import DayRange, first_days
from games.table import audit, deadlines, permission_check
from games.table.errors import NotAllowed, Refused
from games.table.locks import lock_person
from games.table.personal_deadlines import move_deadlines_of

ABSENCE: Final = "absence"
"""The audit word for an announced absence, and for one that ends before its time."""
MAX_AHEAD: Final = timedelta(days=366)


class BadAbsence(Refused):
    """An absence cannot be announced like this; the message says why."""

    default = gettext_lazy("This absence cannot be announced.")


class NoSuchAbsence(Refused):
    default = gettext_lazy("This absence is over or was never announced.")


def announce(person: User, first: date, last: date) -> Absence:
    """Let a person be away from one day to another, both included, by the days of their zone.

    Raises NotAllowed, Suspended, BadAbsence.
    """
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    with transaction.atomic():
        person = lock_person(person)
        before = ranges_of(person)
        _check(person, first, last, before)
        absence = Absence.objects.create(person=person, first=first, last=last)
        _keep(person)
        audit.note(ABSENCE, by=person, person=person)
    _move_deadlines(person, before)
    return absence


def end(person: User, absence_id: int) -> None:
    """Let an absence end now: today is a day like any other again; one that has not begun is forgotten.

    Raises NotAllowed, Suspended, NoSuchAbsence.
    """
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    today = today_of(person)
    with transaction.atomic():
        person = lock_person(person)
        absence = Absence.objects.filter(pk=absence_id, person=person, last__gte=today).first()
        if absence is None:
            raise NoSuchAbsence
        before = ranges_of(person)
        if absence.first >= today:
            absence.delete()
        else:
            absence.last = today - timedelta(days=1)
            absence.save(update_fields=["last"])
        _keep(person)
        audit.note(ABSENCE, by=person, person=person, details={"ended": True})
    _move_deadlines(person, before)


def announced(person: User) -> Sequence[Absence]:
    """A person's absences that are not over, the first one first."""
    return list(Absence.objects.filter(person=person, last__gte=today_of(person)).order_by("first"))


def ranges_of(person: User) -> list[DayRange]:
    """All days on which a person was or is away. One query at most."""
    if person.away_until is None:
        return []
    return list(Absence.objects.filter(person=person).order_by("first").values_list("first", "last"))


def away_until(person: User | None) -> date | None:
    """The last day of the absence that a person is in now; None if they are there."""
    if person is None or person.away_until is None or person.away_until < (today := today_of(person)):
        return None
    now = Absence.objects.filter(person=person, first__lte=today, last__gte=today)
    return now.values_list("last", flat=True).first()


def today_of(person: User) -> date:
    return timezone.now().astimezone(ZoneInfo(person.time_zone)).date()


def _keep(person: User) -> None:
    """Keep the last day of all, by which others see quickly that somebody has no absence."""
    days = Absence.objects.filter(person=person).order_by("-last").values_list("last", flat=True)
    person.away_until = days.first()
    person.save(update_fields=["away_until"])


def _check(person: User, first: date, last: date, known: Iterable[DayRange]) -> None:
    today = today_of(person)
    if last < first:
        raise BadAbsence(_("The last day is before the first one."))
    if first < today:
        raise BadAbsence(_("An absence begins today or later."))
    if last > today + MAX_AHEAD:
        raise BadAbsence(_("An absence ends within a year."))
    if any(first <= end and begin <= last for begin, end in known):
        raise BadAbsence(_("You have announced an absence for some of these days already."))
    used = _days_by_year([*known, (first, last)])
    if any(used[year] > settings.ABSENCE_DAYS for year in (first.year, last.year)):
        reason = ngettext(
            "You can be away for %(days)s day a year; you have announced more than that.",
            "You can be away for %(days)s days a year; you have announced more than that.",
            settings.ABSENCE_DAYS,
        )
        raise BadAbsence(reason % {"days": settings.ABSENCE_DAYS})


def _days_by_year(ranges: Iterable[DayRange]) -> Counter[int]:
    return Counter(day.year for day in first_days(ranges, None))


def _move_deadlines(person: User, before: Sequence[DayRange]) -> None:
    """before: the absences as they were until now."""
    move_deadlines_of(person, lambda turn_id, game, clock: deadlines.fit_absences(turn_id, game, before, clock))
