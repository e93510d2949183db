"""Calling a game off for good."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.live.announcements import count_up
from games.models import Game, OutgoingMail, Turn
from games.people.models import User
from games.table.errors import NotRunning
from games.table.moderation.transaction import doing


def abort(game_id: str, by: User | None, reason: str) -> None:
    """End an open or running game without a winner; nothing of it is deleted.

    Raises NoReason, NoSuchGame, NotModerator, NotRunning if it is over already.
    """
    with doing(Permission.ABORT, game_id, by, reason) as deed:
        game = deed.game
        if game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
            raise NotRunning
        entry = deed.note({"status": {"from": game.status, "to": Game.Status.ABORTED}})
        end(game)
        deed.tell(
            entry,
            _("the game was called off"),
            _("A moderator has called “%(game_name)s” off: %(reason)s"),
        )


def end(game: Game) -> None:
    """The same for whoever holds the game's lock."""
    now = timezone.now()
    game.status, game.ended_at, game.paused_at, game.interrupted = Game.Status.ABORTED, now, None, False
    count_up(game)
    game.save(update_fields=["status", "ended_at", "paused_at", "interrupted", "version"])
    game.turns.exclude(status=Turn.Status.CLOSED).update(status=Turn.Status.CLOSED, closed_at=now, answer=[])
    OutgoingMail.objects.filter(game=game, status=OutgoingMail.Status.PENDING).exclude(
        kind__in=(OutgoingMail.Kind.NOTICE, OutgoingMail.Kind.REPLY)
    ).update(status=OutgoingMail.Status.DROPPED)
