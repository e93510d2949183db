"""Running games whose moves do not lead to the position that is stored: staff have to look before they go on.

Whoever finds one (an upgrade of the site) pauses it and leaves a note. It is over with the pause: staff resume the game
once it can go on.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from games.models import AuditEntry, Game
from games.table import audit
from games.table.locks import locked_game
from games.table.moderation.pausing import pause

DOES_NOT_REPLAY: Final = "does not replay"
"""How the audit trail calls it."""


def set_aside(game_id: str, ply: int | None) -> bool:
    """Pause a running game for staff, if it is not paused, and leave a note; False if there is one of this pause.

    ply: the move from which on its record leads elsewhere, if it is known. Raises NoSuchGame, NotRunning.
    """
    with transaction.atomic():
        if note_of(locked_game(game_id)) is not None:
            return False
        pause(game_id, None, _("The site was upgraded, and this game has to be looked at before it goes on."))
        audit.note(DOES_NOT_REPLAY, by=None, game=locked_game(game_id), details={} if ply is None else {"ply": ply})
        return True


def note_of(game: Game) -> AuditEntry | None:
    """The note that was left with the pause of this game, or in it; None for other games."""
    if game.paused_at is None:
        return None
    return game.audit.filter(act=DOES_NOT_REPLAY, at__gte=game.paused_at).order_by("pk").last()


def set_aside_games() -> QuerySet[Game]:
    """Those with such a note."""
    notes = AuditEntry.objects.filter(game=OuterRef("pk"), act=DOES_NOT_REPLAY, at__gte=OuterRef("paused_at"))
    return Game.objects.filter(Exists(notes), paused_at__isnull=False)
