"""Who may watch a game, as its host chooses."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.access import Permission
from games.live.announcements import bump_version
from games.models import Game, Notification
from games.notifications import outbox
from games.people.models import User
from games.table import audit, permission_check
from games.table.errors import BadOpening, NotHost
from games.table.locks import lock_game

BY_AUDIENCE: Final = (Game.Visibility.PRIVATE, Game.Visibility.SPECTATORS, Game.Visibility.PUBLIC)
"""From the smallest audience to the largest."""


def set_visibility(game_id: str, by: User, visibility: str) -> None:
    """Set who may watch a game, at any time, for its host. If more people may watch than before, players get a mail.

    visibility: a Game.Visibility. Raises NoSuchGame, NotHost, Suspended, BadOpening for an unknown word.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        permission_check.require_permission(Permission.SET_VISIBILITY, by, NotHost(), game)
        if visibility not in Game.Visibility.values:
            raise BadOpening(_("“%(word)s” does not say who may watch.") % {"word": visibility})
        before = Game.Visibility(game.visibility)
        wanted = Game.Visibility(visibility)
        if wanted == before:
            return
        game.visibility = wanted
        bump_version(game)
        game.save(update_fields=["visibility", "version"])
        audit.note(Permission.SET_VISIBILITY, by=by, game=game, details={"from": before.value, "to": wanted.value})
        if BY_AUDIENCE.index(wanted) > BY_AUDIENCE.index(before):
            _tell_players(game, by)


def _tell_players(game: Game, by: User) -> None:
    for seat in game.seats.exclude(user=None).exclude(user=by).select_related("user"):
        assert seat.user is not None
        with translation.override(seat.user.reading_language), timezone.override(seat.user.time_zone):
            content = {"topic": _("who may watch"), "text": _notice_text(game, by)}
        outbox.notify(
            Notification.Kind.NOTICE,
            f"visibility:{game.pk}:{game.version}",
            person=seat.user,
            game=game,
            seat=seat,
            content=content,
        )


def _notice_text(game: Game, by: User) -> str:
    if game.visibility == Game.Visibility.PUBLIC:
        opened = _("%(host)s has opened “%(game)s” to everybody: board and log can be watched without an account.")
    else:
        opened = _("%(host)s has opened “%(game)s” to spectators: whoever is signed in can watch board and log.")
    hidden = _("What you alone may know stays hidden.")
    sentences = [opened % {"host": by.username, "game": game.name}, hidden]
    if game.talk == Game.Talk.ONLOOKERS:
        sentences.append(_("Once the game is over, they can read what is said at the table, too."))
    return " ".join(sentences)
