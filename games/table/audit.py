"""Writes the audit trail: one entry for every deed of a person that is no move, in the transaction of the deed."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils import timezone

from games.models import AuditEntry, Game
from prweb.accounts.models import User


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
    position.
    """
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
