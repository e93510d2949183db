"""Aborting a game."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.live.announcements import bump_version
from games.models import Game, Notification, Turn
from games.notifications.dropping import drop_pending
from games.people.models import User
from games.table import played_games, tournament_queue, waiting_people
from games.table.errors import NotRunning
from games.table.moderation_transaction import moderation_transaction


def abort(game_id: str, by: User | None, reason: str, *, expected_version: int | None = None) -> None:
    """End an open or running game without a winner; nothing of it is deleted.

    Raises NoReason, NoSuchGame, NotModerator, Outdated, NotRunning if it is over already.
    """
    with moderation_transaction(Permission.ABORT, game_id, by, reason, expected_version=expected_version) as moderation:
        game = moderation.game
        if game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
            raise NotRunning
        entry = moderation.note({"status": {"from": game.status, "to": Game.Status.ABORTED}})
        end_game(game)
        moderation.notify_players(
            entry,
            _("the game was called off"),
            _("A moderator has called “%(game_name)s” off: %(reason)s"),
        )


def end_game(game: Game, now: datetime | None = None) -> None:
    """The same for whoever holds the game's lock."""
    now = now or timezone.now()
    game.status, game.ended_at, game.paused_at, game.interrupted = Game.Status.ABORTED, now, None, False
    bump_version(game)
    game.save(update_fields=["status", "ended_at", "paused_at", "interrupted", "version"])
    game.turns.exclude(status=Turn.Status.CLOSED).update(status=Turn.Status.CLOSED, closed_at=now, deferred_plies=[])
    drop_pending(game=game, except_kinds={Notification.Kind.NOTICE, Notification.Kind.REPLY})
    played_games.count(game)
    tournament_queue.note(game)
    waiting_people.end(game)
