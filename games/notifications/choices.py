"""What people chose: by which of the channels that reach them they are told."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from games.models.endpoints import TurnsWithoutMail
from games.models.notifications import MAIL, Notification
from games.people.models import User

OF_TURNS: Final = frozenset({Notification.Kind.TURN, Notification.Kind.REMINDER})
"""Kinds of which people may want no mails."""


def chosen(kind: Notification.Kind, person: User | None, reached_by: Collection[str]) -> Collection[str]:
    """The channels that tell a person something of this kind, of those that reach them.

    Mails of turns, and of reminders of them, can be left out only while another channel tells them.
    """
    if person is None or kind not in OF_TURNS or MAIL not in reached_by or len(reached_by) == 1:
        return reached_by
    if not TurnsWithoutMail.objects.filter(person=person).exists():
        return reached_by
    return [channel for channel in reached_by if channel != MAIL]
