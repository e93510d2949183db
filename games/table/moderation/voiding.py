"""Voiding a rated game: it changes no ratings, and whatever was counted after it is counted again."""

from __future__ import annotations

from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.access import Permission
from games.models import Game
from games.people.models import User
from games.table import rating_queue
from games.table.errors import NotModerator, NotRated
from games.table.moderation_transaction import moderation_transaction
from games.table.outsiders import Tie, tie_to

_OWN: Final = frozenset({Tie.SITS, Tie.SAT, Tie.PROGRAM})


def void_rating(game_id: str, by: User | None, reason: str) -> bool:
    """Let a rated game change no ratings, whether it is over or not; False if it is voided already.

    Raises NoReason, NoSuchGame, NotModerator, NotRated.
    """
    return _set_voided(game_id, by, reason, voided=True)


def count_again(game_id: str, by: User | None, reason: str) -> bool:
    """Let a voided game count; False if it does. Raises what `void_rating` raises."""
    return _set_voided(game_id, by, reason, voided=False)


def _set_voided(game_id: str, by: User | None, reason: str, *, voided: bool) -> bool:
    with moderation_transaction(Permission.VOID_RATING, game_id, by, reason) as moderation:
        game = moderation.game
        if by is not None and tie_to(game, by) in _OWN:
            # Nobody decides whether a game counts that they, or a program of theirs, have played in.
            raise NotModerator
        if not game.rated or game.status == Game.Status.ABORTED:
            raise NotRated
        if (game.rating_voided_at is not None) == voided:
            return False
        game.rating_voided_at = timezone.now() if voided else None
        entry = moderation.note({"voided": voided})
        moderation.save_game("rating_voided_at")
        rating_queue.note(game)
        moderation.notify_players(
            entry,
            _("a rated game") if not voided else _("a rated game does not count"),
            _("“%(game_name)s” counts for the ratings again, as a moderator has decided: %(reason)s")
            if not voided
            else _("“%(game_name)s” changes no ratings, as a moderator has decided: %(reason)s"),
        )
        return True
