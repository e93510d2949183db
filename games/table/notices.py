"""Notices: they tell people what was done to their game or account, and why."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone, translation
from django.utils.functional import Promise

from games.models import AuditEntry, Game, Notification, Seat
from games.notifications import outbox
from games.people.models import User
from games.wording import absolute_time


def write(
    entry: AuditEntry,
    reader: User,
    topic: Promise,
    text: Promise,
    *,
    game: Game | None = None,
    seat: Seat | None = None,
    **values: object,
) -> None:
    """Write one notice about an entry of the audit trail. See `tell`."""
    tell(f"audit:{entry.pk}", reader, topic, text, game=game, seat=seat, **values)


def tell(
    cause: str,
    reader: User,
    topic: Promise,
    text: Promise,
    *,
    game: Game | None = None,
    seat: Seat | None = None,
    **values: object,
) -> None:
    """Write one notice, in the reader's language and time zone.

    cause: the same one is told once. topic: for the subject line. text: sentences with %(holes)s for the values; times
    are written out. seat: the reader's own seat, None if it is somebody else's by now. Bot accounts, closed accounts
    and guests get no mails.
    """
    if not reader.reads_mail:
        return
    with translation.override(reader.reading_language), timezone.override(ZoneInfo(reader.time_zone)):
        shown = {name: absolute_time(value) if isinstance(value, datetime) else value for name, value in values.items()}
        outbox.notify(
            Notification.Kind.NOTICE,
            cause,
            person=reader,
            game=game,
            seat=seat,
            content={"topic": str(topic), "text": (str(text) % shown).strip()},
        )
