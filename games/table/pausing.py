"""Pausing a game and resuming it.

While a game is paused, nobody can move, take back or resign, bots get no turns and no time runs. Turn mails that come
due meanwhile are dropped, and sent when the game goes on. Staff can take a pause of the players over: then only staff
end it, and time is still given back from its beginning on.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.live.announcements import bump_version
from games.models import Game, SiteClock, Turn
from games.notifications import outbox
from games.nudge import THINK, nudge
from games.people.models import User
from games.table import deadlines
from games.table.moderation_transaction import moderation_transaction


def pause(game_id: str, by: User | None, reason: str) -> bool:
    """Stop a running game until `resume`; False (and nothing changes) if staff have paused it already.

    A pause of the players becomes one of staff. Raises NoReason, NoSuchGame, NotModerator, NotRunning.
    """
    with moderation_transaction(Permission.PAUSE, game_id, by, reason) as moderation:
        game = moderation.running_game()
        if is_held_by_staff(game):
            return False
        if game.paused_at is None:
            stop_game(game, timezone.now())
        else:
            moderation.save_game()
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
        paused = restart_game(game, now)
        moderation.notify_players(
            moderation.note({"paused": paused}),
            _("the game goes on"),
            _("“%(game_name)s” goes on, all deadlines later by the length of the pause: %(reason)s"),
        )
        return True


def is_held_by_staff(game: Game) -> bool:
    """Whether staff have paused the game, or taken a pause of its players over."""
    return bool(reason_of(game))


def reason_of(game: Game) -> str:
    """The reason that staff have told the players for the present pause; empty if there is none."""
    if game.paused_at is None:
        return ""
    # A vote gives no reason, and staff always do.
    by_staff = game.audit.filter(action=Permission.PAUSE, at__gte=game.paused_at).exclude(reason="")
    return by_staff.order_by("pk").values_list("reason", flat=True).last() or ""


def stop_game(game: Game, now: datetime) -> None:
    """Stop a running game. The caller holds the game's lock, and has checked that it is not paused."""
    game.paused_at = now
    bump_version(game)
    game.save(update_fields=["paused_at", "version"])


def restart_game(game: Game, now: datetime) -> timedelta:
    """Let a paused game go on; how long it was paused. The caller holds the game's lock.

    Everybody gets their time back, bots' turns are put into the queue again, and dropped mails are sent.
    """
    assert game.paused_at is not None
    paused_at, game.paused_at = game.paused_at, None
    bump_version(game)
    game.save(update_fields=["paused_at", "version"])
    _restart(game, paused_at, now)
    return now - paused_at


def _restart(game: Game, paused_at: datetime, now: datetime) -> None:
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
