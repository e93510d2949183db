"""Broken games: running games that do not replay to their stored position. Staff must look at them.

An upgrade of the site finds such games, pauses them, and leaves a note in the audit trail. Staff resume a game when it
can go on; with that the note is done.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from games.models import AuditEntry, Game
from games.table import audit
from games.table.locks import lock_game
from games.table.pausing import pause

DOES_NOT_REPLAY: Final = "does not replay"
"""The audit word of the note."""


def pause_broken_game(game_id: str, ply: int | None) -> bool:
    """Pause a running game for staff, unless it is paused, and leave a note; False if this pause has a note already.

    ply: the first move that does not replay, if it is known. Raises NoSuchGame, NotRunning.
    """
    with transaction.atomic():
        if broken_game_note(lock_game(game_id)) is not None:
            return False
        pause(game_id, None, _("The site was upgraded, and this game has to be looked at before it goes on."))
        audit.note(DOES_NOT_REPLAY, by=None, game=lock_game(game_id), details={} if ply is None else {"ply": ply})
        return True


def broken_game_note(game: Game) -> AuditEntry | None:
    """The note of this game's present pause; None if there is none."""
    if game.paused_at is None:
        return None
    return game.audit.filter(action=DOES_NOT_REPLAY, at__gte=game.paused_at).order_by("pk").last()


def broken_games() -> QuerySet[Game]:
    """The games whose present pause has a note."""
    notes = AuditEntry.objects.filter(game=OuterRef("pk"), action=DOES_NOT_REPLAY, at__gte=OuterRef("paused_at"))
    return Game.objects.filter(Exists(notes), paused_at__isnull=False)
