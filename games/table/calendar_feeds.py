"""The deadlines of a person as a calendar that other programs read (iCalendar, RFC 5545), by a secret address.

Whoever knows the address learns the names of the games and when answers are due, and nothing else.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event

from games.access import Permission
from games.models import Turn
from games.models.turns import new_reply_token
from games.people.models import User
from games.site_urls import absolute_url
from games.table import audit, permission_check, queries
from games.table.errors import NotAllowed

CALENDAR: Final = "calendar address"
"""The audit word for a new secret address, or none."""
_LENGTH: Final = timedelta(minutes=15)
"""Of an event in the calendar: it ends at the deadline."""
_ALARM: Final = timedelta(hours=-12)


def new_address(person: User) -> None:
    """Give a person a new secret address; the one before leads nowhere. Raises NotAllowed."""
    _keep(person, new_reply_token())


def revoke_address(person: User) -> None:
    """Let a person's secret address lead nowhere. Raises NotAllowed."""
    _keep(person, None)


def _keep(person: User, key: str | None) -> None:
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    User.objects.filter(pk=person.pk, is_active=True).update(calendar_key=key)
    person.calendar_key = key
    audit.note(CALENDAR, by=person, person=person, details={"made": key is not None})


def owner_of(key: str) -> User | None:
    """The person whose secret address this is; None if it leads nowhere."""
    return User.objects.filter(calendar_key=key, is_active=True).first()


def calendar_of(person: User) -> bytes:
    """The open turns of a person that have a deadline, in the active language."""
    calendar = Calendar()
    calendar.add("prodid", "-//prweb//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", _("Deadlines of my games"))
    for turn in queries.my_turns(person):
        if turn.deadline is not None:
            calendar.add_component(_event(turn))
    written: bytes = calendar.to_ical()
    return written


def _event(turn: Turn) -> Event:
    assert turn.deadline is not None
    event = Event()
    event.add("uid", f"turn-{turn.pk}@{turn.game_id}")
    event.add("summary", _("Your turn in “%(game)s”") % {"game": turn.game.name})
    event.add("dtstamp", turn.opened_at)
    event.add("dtstart", turn.deadline - _LENGTH)
    event.add("dtend", turn.deadline)
    event.add("url", absolute_url(reverse("game", args=[turn.game_id])))
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", event["summary"])
    alarm.add("trigger", _ALARM)
    event.add_component(alarm)
    return event
