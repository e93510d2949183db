"""Writes the audit trail: one entry for every action that is not a move, in the transaction of the action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils import timezone

from games.models import AuditEntry, Game
from games.people.models import User

TIME_OUT: Final = "time-out"
"""A turn timed out, and a bot played it."""
EXCUSED: Final = "time-out excused"
"""A person missed a deadline, and has the time of the turn once more."""
PAUSE_OVER: Final = "pause over"
"""The days for which the players had paused a game have passed."""
_OF_THE_CLOCK: Final = frozenset({TIME_OUT, EXCUSED, PAUSE_OVER})


def note(
    action: str,
    *,
    by: User | None,
    game: Game | None = None,
    seat: int | None = None,
    person: User | None = None,
    reason: str = "",
    details: Mapping[str, object] | None = None,
) -> AuditEntry:
    """One entry of the trail.

    action: a games.access.Permission, or an action of the site itself. by: None for the site or its operator. seat: the
    index of the affected seat; person: the affected person. details: JSON, never a secret or a hidden part of a
    position. Entries about actions and time-outs of guests name neither the guest nor the game, because both are
    deleted and the trail is not.
    """
    if (by is not None and by.is_guest) or (by is None and action in _OF_THE_CLOCK and game and game.host.is_guest):
        game, by, person, details = None, None, None, {**(details or {}), "guest": True}
    return AuditEntry.objects.create(
        at=timezone.now(),
        actor=by,
        action=str(action),
        game=game,
        seat=seat,
        person=person,
        reason=reason,
        details=dict(details or {}),
    )
