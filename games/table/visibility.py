"""Who may watch a game, as its host chooses."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.access import Permission
from games.live.announcements import count_up
from games.models import Game, OutgoingMail
from games.people.models import User
from games.table import audit, outbox, permission_check
from games.table.errors import BadOpening, NotHost
from games.table.locks import locked_game

WIDER: Final = (Game.Visibility.PRIVATE, Game.Visibility.SPECTATORS, Game.Visibility.PUBLIC)
"""From those whom the fewest may watch to those whom the most may."""


def set_visibility(game_id: str, by: User, visibility: str) -> None:
    """The host says who may watch, at any time. Where more people may than before, the players are told by mail.

    visibility: a Game.Visibility; the one that holds already changes nothing. Raises NoSuchGame, NotHost, Suspended,
    BadOpening for an unknown word.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        permission_check.check(Permission.SET_VISIBILITY, by, NotHost(), game)
        if visibility not in Game.Visibility.values:
            raise BadOpening(_("“%(word)s” does not say who may watch.") % {"word": visibility})
        before = Game.Visibility(game.visibility)
        wanted = Game.Visibility(visibility)
        if wanted == before:
            return
        game.visibility = wanted
        count_up(game)
        game.save(update_fields=["visibility", "version"])
        audit.note(Permission.SET_VISIBILITY, by=by, game=game, details={"from": before.value, "to": wanted.value})
        if WIDER.index(wanted) > WIDER.index(before):
            _tell_players(game, by)


def _tell_players(game: Game, by: User) -> None:
    for seat in game.seats.exclude(user=None).exclude(user=by).select_related("user"):
        assert seat.user is not None
        with translation.override(seat.user.reading_language), timezone.override(seat.user.time_zone):
            content = {"topic": _("who may watch"), "text": _told(game, by)}
        outbox.write(
            OutgoingMail.Kind.NOTICE,
            f"visibility:{game.pk}:{game.version}",
            seat.user.email,
            game=game,
            seat=seat,
            content=content,
        )


def _told(game: Game, by: User) -> str:
    if game.visibility == Game.Visibility.PUBLIC:
        opened = _("%(host)s has opened “%(game)s” to everybody: board and log can be watched without an account.")
    else:
        opened = _("%(host)s has opened “%(game)s” to spectators: whoever is signed in can watch board and log.")
    hidden = _("What you alone may know stays hidden.")
    return f"{opened % {'host': by.username, 'game': game.name}} {hidden}"
