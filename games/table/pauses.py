"""The pauses of a game: times that are nobody's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.access import Permission
from games.models import AuditEntry, Game
from games.table.audit import PAUSE_OVER

Pause = tuple[datetime, datetime]


def pauses_of(game: Game) -> list[Pause]:
    """When each pause of the game began and ended."""
    words = [Permission.PAUSE, Permission.RESUME, PAUSE_OVER]
    trail = AuditEntry.objects.filter(game=game, action__in=words).order_by("pk")
    pauses: list[Pause] = []
    paused: datetime | None = None
    for action, at in trail.values_list("action", "at"):
        if action == Permission.PAUSE:
            paused = paused or at
        elif paused is not None:
            pauses.append((paused, at))
            paused = None
    return pauses


def time_without(pauses: Sequence[Pause], first: datetime, last: datetime) -> timedelta:
    """How long it was from one moment to the other, without the pauses."""
    still = sum((max(min(last, end) - max(first, begin), timedelta()) for begin, end in pauses), timedelta())
    return last - first - still
