"""Taking a game back to an earlier move, whoever has decided since.

This can reopen a finished game. Its secret is published by then, so its next draws come from a new random state, which
is set up after the move that the game was taken back to. If the game is later taken back behind that, this happens
again.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.access import Permission
from games.engine import registry
from games.engine.contract import Position
from games.engine.random import from_secret
from games.models import Game, Move, Notification, Submission
from games.notifications.dropping import drop_pending
from games.notifications.outbox import free_end_cause
from games.people.models import User
from games.table import played_games, rating_queue, seat_holders, tournament_queue
from games.table.errors import CannotRewind, NoSuchGame
from games.table.game_update import GameUpdate
from games.table.history import history_of
from games.table.moderation_transaction import moderation_transaction
from games.table.packing import unpack
from games.table.positions import NEW_DRAWS, ReplayError, after_forced_plies, replay_moves, rules_change_of, rules_of

TOLD_UNTIL: Final = "told until"
"""Key in the audit trail of a reopened game: the id of its last move that everybody could know."""


@dataclass(frozen=True)
class RewindPreview:
    """What taking a game back would do."""

    version: int
    """Game.version that this was made for; pass it to `rewind`."""
    plies: int
    """Live plies that stay."""
    undone: tuple[Move, ...]
    """The moves that would be taken back, oldest first."""
    position: Position
    """The true position then, after its forced plies. Show only Game.view of it, unless the inspection is noted."""
    digest: str
    """Of `position`."""
    seat: int | None
    """Who would be to move; None if the game would be over."""
    stage: str
    """What the seat would be asked, as the engine names it; empty if the game would be over."""
    reopens: bool
    """The game is over now and would go on."""
    redraws: bool
    """Everybody could know the next draws, so they will be different."""


def preview_rewind(game_id: str, plies: int) -> RewindPreview:
    """What taking back to the position after `plies` plies would do; reads only.

    Raises NoSuchGame, CannotRewind.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame
    position = after_forced_plies(_position_at(game, plies))
    rules = rules_of(game)
    return RewindPreview(
        version=game.version,
        plies=plies,
        undone=tuple(history_of(game).live_moves(plies)),
        position=position,
        digest=rules.digest(position),
        seat=None if position.is_over() else int(position.to_move()),
        stage="" if position.is_over() else rules.question(position).stage,
        reopens=game.status == Game.Status.FINISHED,
        redraws=not position.is_over() and _draws_are_known(game, plies),
    )


def rewind(game_id: str, by: User | None, reason: str, plies: int, expected_version: int | None = None) -> None:
    """Take back all plies from number `plies` on and open the turn of the seat that was to move then.

    Deferred answers are dropped. The same draws come again, unless the secret was published at an end of the game. A
    finished game runs again.
    expected_version: Preview.version. Raises NoReason, NoSuchGame, NotModerator, Outdated, CannotRewind.
    """
    with moderation_transaction(
        Permission.TAKE_BACK, game_id, by, reason, expected_version=expected_version
    ) as moderation:
        game, now = moderation.game, timezone.now()
        unpack(game)
        reopened, before = game.status == Game.Status.FINISHED, game.plies
        told_until = {TOLD_UNTIL: game.moves.latest("pk").pk} if reopened else {}
        go_back(game, plies, now)
        moderation.notify_players(
            moderation.note(
                {"plies": {"from": before, "to": plies}, "reopened": reopened, "digest": game.digest} | told_until
            ),
            gettext_lazy("the game was taken back"),
            ngettext_lazy(
                "A moderator has taken “%(game_name)s” back to an earlier move (%(plies)s move): %(reason)s",
                "A moderator has taken “%(game_name)s” back to an earlier move (%(plies)s moves): %(reason)s",
                before - plies,
            ),
            plies=before - plies,
        )


def go_back(game: Game, plies: int, now: datetime, *, new_draws: bool = False) -> None:
    """Take back all plies from number `plies` on, for staff and for players who agree on it.

    new_draws: draws are new from there on, by a set-up; so they always are where an end of the game has published the
    old ones. The caller holds the game's lock; the game is not packed. Raises CannotRewind, also if new draws are
    wanted that cannot be made without changing what somebody has seen.
    """
    position, redraws = _position_at(game, plies), new_draws or _draws_are_known(game, plies)
    other = _with_new_draws(game, position) if redraws and not position.is_over() else None
    if new_draws and other is None:
        raise CannotRewind(gettext_lazy("The draws of this game cannot be made anew from there."))
    undone = game.moves.filter(undone_at=None, ply__gte=plies)
    Submission.objects.filter(moves__in=undone).update(undone_at=now)
    undone.update(undone_at=now)
    game.plies = plies
    seat_holders.take_back(game, plies)
    if game.status == Game.Status.FINISHED:
        _reopen(game)
    update = GameUpdate(game, now, position)
    update.reopen_turns()
    if new_draws and other is not None:
        update.set_up(other, NEW_DRAWS, Move.Source.VOTE)
    elif redraws and not position.is_over():
        update.set_up(other or position)
    update.advance()
    update.save()


def _position_at(game: Game, plies: int) -> Position:
    """The position after `plies` live plies. Raises CannotRewind."""
    if game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        raise CannotRewind
    if not 0 <= plies < game.plies:
        raise CannotRewind(_("There is no such move to go back to."))
    history = history_of(game)
    if any(rules_change_of(move) for move in history.live_moves(plies, without=("events",))):
        raise CannotRewind(_("The rules have changed since that move: the game cannot go back behind that."))
    try:
        return replay_moves(game, history.live_moves(end=plies, without=("events",)))
    except ReplayError as error:
        raise CannotRewind(_("The record of the game does not lead there: %(error)s") % {"error": error}) from error


def _draws_are_known(game: Game, plies: int) -> bool:
    """Whether the draws after `plies` plies are public: an end of the game has published its secret and set-ups."""
    if game.status == Game.Status.FINISHED:
        return True
    reopened = game.audit.filter(action=Permission.TAKE_BACK, details__reopened=True).order_by("pk").last()
    if reopened is None:
        return False
    line = history_of(game).live_moves(end=plies, without=("events",))
    return not any(move.set_up is not None and move.pk > reopened.details[TOLD_UNTIL] for move in line)


def _reopen(game: Game) -> None:
    """Remove the result of a finished game, and let its end be told again when it ends."""
    game.status, game.ended_at = Game.Status.RUNNING, None
    game.seats.update(rank=None, score=None)
    played_games.forget(game)
    rating_queue.note(game)
    tournament_queue.note(game)
    drop_pending(game=game, kinds={Notification.Kind.END})
    free_end_cause(game)


def _with_new_draws(game: Game, position: Position) -> Position | None:
    """The position with new draws that nobody can know; None if they would change what somebody has seen."""
    rules = rules_of(game)
    random = from_secret(secrets.token_bytes(32), "reopened")
    other = registry.chronicle(game.kind).with_new_draws(rules, position, random)
    onlookers: list[int | None] = [None, *range(int(position.seats))]
    alike = other is not None and all(rules.view(other, seat) == rules.view(position, seat) for seat in onlookers)
    return other if alike else None
