"""Pausing a game and resuming it.

While a game is paused, nobody can move, take back or resign, bots get no turns and no time runs. Turn mails that come
due meanwhile are dropped, and sent when the game goes on.
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.models import Game, SiteClock, Turn
from games.notifications import outbox
from games.nudge import THINK, nudge
from games.people.models import User
from games.table import deadlines
from games.table.moderation_transaction import moderation_transaction


def pause(game_id: str, by: User | None, reason: str) -> bool:
    """Stop a running game until `resume`; False (and nothing changes) if it is paused already.

    Raises NoReason, NoSuchGame, NotModerator, NotRunning.
    """
    with moderation_transaction(Permission.PAUSE, game_id, by, reason) as moderation:
        game = moderation.running_game()
        if game.paused_at is not None:
            return False
        game.paused_at = timezone.now()
        moderation.save_game("paused_at")
        moderation.notify_players(
            moderation.note(),
            _("the game is paused"),
            _("A moderator has paused “%(game_name)s”; nobody can move and no time runs until it goes on: %(reason)s")
            if by is not None
            else _("“%(game_name)s” is paused; nobody can move and no time runs until it goes on: %(reason)s"),
        )
        return True


def resume(game_id: str, by: User | None, reason: str) -> bool:
    """Let a paused game go on, all deadlines later by the length of the pause; False if it is not paused.

    Raises NoReason, NoSuchGame, NotModerator, NotRunning.
    """
    with moderation_transaction(Permission.RESUME, game_id, by, reason) as moderation:
        game, now = moderation.running_game(), timezone.now()
        if game.paused_at is None:
            return False
        paused_at, game.paused_at = game.paused_at, None
        moderation.save_game("paused_at")
        _restart(game, paused_at, now)
        moderation.notify_players(
            moderation.note({"paused": now - paused_at}),
            _("the game goes on"),
            _("“%(game_name)s” goes on, all deadlines later by the length of the pause: %(reason)s"),
        )
        return True


def reason_of(game: Game) -> str:
    """The reason that the players were told when the game was paused; empty if it is not paused."""
    if game.paused_at is None:
        return ""
    return game.audit.filter(action=Permission.PAUSE).order_by("pk").values_list("reason", flat=True).last() or ""


def _restart(game: Game, paused_at: datetime, now: datetime) -> None:
    """Give everybody their time back, put bots' turns into the queue again, and send the dropped mails."""
    deadlines.resume(game, paused_at, SiteClock.read(now))
    for turn in game.turns.exclude(status=Turn.Status.CLOSED).select_related("seat"):
        open_to_bot = bool(turn.bot_level) and turn.status == Turn.Status.OPEN
        if open_to_bot:
            turn.nudged_at, turn.claimed_at, turn.attempts = now, None, 0
        turn.save(update_fields=["nudged_at", "claimed_at", "attempts"])
        if open_to_bot:
            nudge(THINK)
        elif turn.status == Turn.Status.OPEN:
            outbox.notify_turn_again(turn.pk)
