"""Whether something is still to be told: looked at again just before each attempt, whatever channel tells it."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from games.access import Permission, may
from games.models.notifications import Notification
from games.models.table import Game
from games.models.turns import Turn

Kind = Notification.Kind


def drop_reason(notification: Notification) -> str | None:
    """Why it is not to be told any more; None if it stands."""
    if notification.kind == Kind.ACCOUNT:
        return _account_drop_reason(notification)
    turn, game, seat = notification.turn, notification.game, notification.seat
    if notification.kind == Kind.TURN and (turn is None or turn.status != Turn.Status.OPEN or turn.bot_level):
        return "the turn is not open any more"
    if notification.kind == Kind.TURN and turn is not None and turn.early and notification.cause != str(turn.pk):
        return "the game does not wait for it any more"
    if notification.kind == Kind.TURN and game is not None and game.paused_at is not None:
        # It is sent when the game is resumed.
        return "the game is paused"
    if notification.kind == Kind.END and (game is None or game.status != Game.Status.FINISHED):
        return "the game is not over any more"
    if (
        notification.user is not None
        and seat is not None
        and not may(Permission.SEE_SEAT, notification.user, game, seat)
    ):
        return "the seat is somebody else's"
    if notification.kind == Kind.INVITATION and (game is None or seat is None or game.status != Game.Status.OPEN):
        return "the invitation does not stand any more"
    return None


def _account_drop_reason(notification: Notification) -> str | None:
    if not notification.content:
        return "what it said is deleted"
    until = notification.content.get("until")
    if until is not None and datetime.fromisoformat(until) <= timezone.now():
        return "what it leads to is over by now"
    return None
