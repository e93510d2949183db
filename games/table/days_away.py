"""On which days people are away, as they have announced it (games.table.absences). Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import Game, Seat
from games.people.models import Absence, User
from games.person_calendar import Announced


def announced(person: User) -> Sequence[Absence]:
    """A person's absences that are not over, the first one first."""
    lasting = Absence.objects.filter(person=person, ended_at=None, last__gte=today_of(person))
    return list(lasting.order_by("first"))


def announced_by(person: User) -> Announced:
    """All days on which a person was or is away. One query at most."""
    if person.away_until is None:
        return Announced()
    rows = list(Absence.objects.filter(person=person).order_by("first").values_list("first", "last", "ended_at"))
    return Announced(
        tuple((first, last) for first, last, ended in rows if ended is None),
        tuple((first, last) for first, last, ended in rows if ended is not None),
    )


def away_until(person: User | None) -> date | None:
    """The last day of the absence that a person is in now; None if they are there."""
    return None if person is None else all_away([person]).get(person.pk)


def away_at(game: Game, own: Seat | None) -> Mapping[int, date]:
    """Until when people at a table are away, as one of them may know it: by the ids of those who are away now.

    own: the seat of who looks. Only who plays in one sees it, and only of those who still play. One query at most.
    """
    if own is None or own.is_given_up or game.status not in Game.UNFINISHED:
        return {}
    return all_away([seat.user for seat in game.seats.all() if seat.user is not None and not seat.is_given_up])


def all_away(people: Iterable[User]) -> Mapping[int, date]:
    """The last days of the absences of those of some people who are away now, by their ids. One query at most."""
    today: dict[int, date] = {}
    for person in people:
        if person.away_until is not None and person.away_until >= (day := today_of(person)):
            today[person.pk] = day
    if not today:
        return {}
    rows = Absence.objects.filter(person__in=today, ended_at=None, last__gte=min(today.values()))
    found = rows.values_list("person_id", "first", "last")
    return {pk: last for pk, first, last in found if first <= today[pk] <= last}


def today_of(person: User) -> date:
    return timezone.now().astimezone(ZoneInfo(person.time_zone)).date()
