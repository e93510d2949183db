"""Writes the audit trail: one entry for every action that is not a move, in the transaction of the action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils import timezone

from games.models import AuditEntry, Game
from games.people.models import User

TIME_OUT: Final = "time-out"
"""A turn timed out, and a bot played it."""


def note(
    act: str,
    *,
    by: User | None,
    game: Game | None = None,
    seat: int | None = None,
    person: User | None = None,
    reason: str = "",
    details: Mapping[str, object] | None = None,
) -> AuditEntry:
    """One entry of the trail.

    act: a games.access.Act, or a word for what the site did by itself. by: None for the site or its operator. seat:
    index of the seat it was done to; person: whom it was done to. details: JSON, never a secret or a hidden part of a
    position. What a guest does, and a guest's time-outs, name neither the guest nor the game: both are deleted, and
    the trail is not.
    """
    if (by is not None and by.is_guest) or (by is None and act == TIME_OUT and game and game.host.is_guest):
        game, by, person, details = None, None, None, {**(details or {}), "guest": True}
    return AuditEntry.objects.create(
        at=timezone.now(),
        actor=by,
        act=str(act),
        game=game,
        seat=seat,
        person=person,
        reason=reason,
        details=dict(details or {}),
    )
