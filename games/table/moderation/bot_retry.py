"""Retrying a bot's turn when the bot does not answer."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Permission
from games.models import Turn
from games.nudge import THINK, nudge
from games.people.models import User
from games.table.errors import GamePaused, NoSuchTurn, Refused
from games.table.moderation_transaction import moderation_transaction


def retry_bot(turn_id: int, by: User | None, reason: str) -> None:
    """Put an open turn of a bot into the queue again, as if no worker had tried it yet.

    A worker that still thinks about it does no harm: the first answer counts. Players are not told.
    Raises NoReason, NoSuchTurn, NotModerator, NotRunning, GamePaused, Refused if the turn is not a bot's.
    """
    game_id = Turn.objects.filter(pk=turn_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise NoSuchTurn
    with moderation_transaction(Permission.ASK_AGAIN, game_id, by, reason) as moderation:
        game, now = moderation.running_game(), timezone.now()
        if game.paused_at is not None:
            raise GamePaused
        turn = game.turns.select_related("seat").get(pk=turn_id)
        if turn.status != Turn.Status.OPEN or not turn.bot_level:
            raise Refused(_("No bot is asked in this turn."))
        moderation.note(
            {"turn": turn.pk, "level": turn.bot_level, "attempts": {"from": turn.attempts, "to": 0}},
            seat=turn.seat.index,
        )
        turn.nudged_at, turn.claimed_at, turn.attempts = now, None, 0
        turn.save(update_fields=["nudged_at", "claimed_at", "attempts"])
        nudge(THINK)
        moderation.save_game()
