"""Pausing a game and letting it go on.

While a game is paused nobody moves, takes back or resigns, bots are not asked and no time runs. Turn mails that
come due meanwhile are left out, and sent when it goes on.
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.models import Game, SiteClock, Turn
from games.people.models import User
from games.table import deadlines, outbox
from games.table.moderation.transaction import doing
from games.table.nudge import THINK, nudge


def pause(game_id: str, by: User | None, reason: str) -> bool:
    """Stop a running game until `resume`; False (and nothing changes) if it is paused already.

    Raises NoReason, NoSuchGame, NotModerator, NotRunning.
    """
    with doing(Permission.PAUSE, game_id, by, reason) as deed:
        game = deed.running()
        if game.paused_at is not None:
            return False
        game.paused_at = timezone.now()
        deed.saved("paused_at")
        deed.tell(
            deed.note(),
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
    with doing(Permission.RESUME, game_id, by, reason) as deed:
        game, now = deed.running(), timezone.now()
        if game.paused_at is None:
            return False
        paused_at, game.paused_at = game.paused_at, None
        deed.saved("paused_at")
        _go_on(game, paused_at, now)
        deed.tell(
            deed.note({"paused": now - paused_at}),
            _("the game goes on"),
            _("“%(game_name)s” goes on, all deadlines later by the length of the pause: %(reason)s"),
        )
        return True


def reason_of(game: Game) -> str:
    """What the players were told when the game was paused; nothing for one that goes on."""
    if game.paused_at is None:
        return ""
    return game.audit.filter(act=Permission.PAUSE).order_by("pk").values_list("reason", flat=True).last() or ""


def _go_on(game: Game, paused_at: datetime, now: datetime) -> None:
    """Give everybody their time back, ask the bots again, and send the mails that were held."""
    deadlines.give_back_pause(game, paused_at, SiteClock.read(now))
    for turn in game.turns.exclude(status=Turn.Status.CLOSED).select_related("seat"):
        open_to_bot = bool(turn.bot_level) and turn.status == Turn.Status.OPEN
        if open_to_bot:
            turn.nudged_at, turn.claimed_at, turn.attempts = now, None, 0
        turn.save(update_fields=["nudged_at", "claimed_at", "attempts"])
        if open_to_bot:
            nudge(THINK)
        elif turn.status == Turn.Status.OPEN:
            outbox.turn_mail_again(turn.pk)
