"""Asking a bot again that does not answer."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Permission
from games.models import Turn
from games.people.models import User
from games.table.errors import GamePaused, NoSuchTurn, Refused
from games.table.moderation.transaction import doing
from games.table.nudge import THINK, nudge


def ask_again(turn_id: int, by: User | None, reason: str) -> None:
    """Tell the bots' workers anew of an open turn that a bot has to decide, as if nobody had tried yet.

    A worker that still thinks about it loses nothing: the first answer counts. Players are not told.
    Raises NoReason, NoSuchTurn, NotModerator, NotRunning, GamePaused, Refused if no bot is asked in it.
    """
    game_id = Turn.objects.filter(pk=turn_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise NoSuchTurn
    with doing(Permission.ASK_AGAIN, game_id, by, reason) as deed:
        game, now = deed.running(), timezone.now()
        if game.paused_at is not None:
            raise GamePaused
        turn = game.turns.select_related("seat").get(pk=turn_id)
        if turn.status != Turn.Status.OPEN or not turn.bot_level:
            raise Refused(_("No bot is asked in this turn."))
        deed.note(
            {"turn": turn.pk, "level": turn.bot_level, "attempts": {"from": turn.attempts, "to": 0}},
            seat=turn.seat.index,
        )
        turn.nudged_at, turn.claimed_at, turn.attempts = now, None, 0
        turn.save(update_fields=["nudged_at", "claimed_at", "attempts"])
        nudge(THINK)
        deed.saved()
