"""Whether somebody may do what a service is asked for: games.access decides, here it becomes a refusal in words."""

from __future__ import annotations

from games.access import Permission, may
from games.models import Game, Seat
from games.people.models import User
from games.table.errors import Refused, Suspended


def require_permission(
    permission: Permission,
    actor: User,
    refusal: Refused,
    game: Game | None = None,
    seat: Seat | None = None,
    *,
    code: str = "",
    invited_to: Seat | None = None,
) -> None:
    """Raises `refusal` unless this person may do this; Suspended for whoever is, with since when and why."""
    if not may(permission, actor, game, seat, code=code, invited_to=invited_to):
        raise Suspended(actor) if actor.is_suspended else refusal
