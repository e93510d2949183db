"""Taking a game back to an earlier move, whoever has decided since.

A finished game can be reopened so. Its secret has been told then, so its draws go on from a random state of its own,
set up behind the move it was taken back to; and once more where it is later taken back behind that.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access import Permission
from games.engine.contract import Game as Rules
from games.engine.contract import Position
from games.engine.random import from_secret
from games.models import Game, Move, OutgoingMail, Submission
from games.people.models import User
from games.table.errors import CannotRewind, NoSuchGame
from games.table.game_update import Course
from games.table.history import history_of
from games.table.moderation.transaction import doing
from games.table.packing import unpack
from games.table.positions import ReplayError, replayed, rules_of, rules_set_up, settled

TOLD_UNTIL: Final = "told until"
"""In the trail, of a game that was reopened: the last of its moves that everybody could know."""


@dataclass(frozen=True)
class Preview:
    """What taking a game back would do.

    version: Game.version it was made for, to be handed to `take_back_to`. plies: live plies that stay. undone: the rows
    taken back, oldest first. position: the true position then, once what is forced has played itself; hidden parts
    included: show only Game.view of it, unless the look is recorded. digest: of that position. seat, stage: who would
    be asked what (engine's word; None and "" if the game is over there too). reopens: the game is over now and would go
    on. redraws: everybody could know the draws to come there, so they will be others.
    """

    version: int
    plies: int
    undone: tuple[Move, ...]
    position: Position
    digest: str
    seat: int | None
    stage: str
    reopens: bool
    redraws: bool


def preview(game_id: str, plies: int) -> Preview:
    """What taking back to the position after `plies` plies would do; reads only.

    Raises NoSuchGame, CannotRewind.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame
    position = settled(_position_at(game, plies))
    rules = rules_of(game)
    return Preview(
        version=game.version,
        plies=plies,
        undone=tuple(history_of(game).line(plies)),
        position=position,
        digest=rules.digest(position),
        seat=None if position.is_over() else int(position.to_move()),
        stage="" if position.is_over() else rules.question(position).stage,
        reopens=game.status == Game.Status.FINISHED,
        redraws=not position.is_over() and _draws_are_known(game, plies),
    )


def take_back_to(game_id: str, by: User | None, reason: str, plies: int, expected_version: int | None = None) -> None:
    """Take back all plies from number `plies` on and ask whoever was to move then anew.

    Answers given ahead are forgotten; the same draws come again, unless an end of the game has told its secret. A
    finished game is under way again.
    expected_version: Preview.version. Raises NoReason, NoSuchGame, NotModerator, Outdated, CannotRewind.
    """
    with doing(Permission.TAKE_BACK, game_id, by, reason, expected_version=expected_version) as deed:
        game, now = deed.game, timezone.now()
        unpack(game)
        position = _position_at(game, plies)
        reopened, redraws = game.status == Game.Status.FINISHED, _draws_are_known(game, plies)
        told = {TOLD_UNTIL: game.moves.latest("pk").pk} if reopened else {}
        before, undone = game.plies, game.moves.filter(undone_at=None, ply__gte=plies)
        Submission.objects.filter(moves__in=undone).update(undone_at=now)
        undone.update(undone_at=now)
        game.plies = plies
        if reopened:
            _reopen(game)
        course = Course(game, now, position)
        course.ask_anew()
        if redraws and not position.is_over():
            course.set_up(_drawing_otherwise(course.rules, position))
        course.go_on()
        course.save()
        deed.tell(
            deed.note({"plies": {"from": before, "to": plies}, "reopened": reopened, "digest": game.digest} | told),
            gettext_lazy("the game was taken back"),
            gettext_lazy("A moderator has taken “%(game_name)s” back to an earlier move (%(plies)s moves): %(reason)s"),
            plies=before - plies,
        )


def _position_at(game: Game, plies: int) -> Position:
    """The position after so many live plies. Raises CannotRewind."""
    if game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        raise CannotRewind
    if not 0 <= plies < game.plies:
        raise CannotRewind(_("There is no such move to go back to."))
    history = history_of(game)
    if any(rules_set_up(move) for move in history.line(plies, without=("events",))):
        raise CannotRewind(_("The rules have changed since that move: the game cannot go back behind that."))
    try:
        return replayed(game, history.line(end=plies, without=("events",)))
    except ReplayError as error:
        raise CannotRewind(_("The record of the game does not lead there: %(error)s") % {"error": error}) from error


def _draws_are_known(game: Game, plies: int) -> bool:
    """Whether an end of the game has told what leads to the draws after so many plies: its secret and its set-ups."""
    if game.status == Game.Status.FINISHED:
        return True
    reopened = game.audit.filter(act=Permission.TAKE_BACK, details__reopened=True).order_by("pk").last()
    if reopened is None:
        return False
    line = history_of(game).line(end=plies, without=("events",))
    return not any(move.set_up is not None and move.pk > reopened.details[TOLD_UNTIL] for move in line)


def _reopen(game: Game) -> None:
    """Nobody has won yet; the end is told once more when it comes."""
    game.status, game.ended_at = Game.Status.RUNNING, None
    game.seats.update(rank=None, score=None)
    told = OutgoingMail.objects.filter(game=game, kind=OutgoingMail.Kind.END, reason=game.pk)
    told.filter(status=OutgoingMail.Status.PENDING).update(status=OutgoingMail.Status.DROPPED)
    told.update(reason=f"{game.pk} taken back {game.version}")


def _drawing_otherwise(rules: Rules, position: Position) -> Position:
    """The position with draws to come that nobody can know, if all else that anybody has seen can stay."""
    other = position.resample(position.to_move(), from_secret(secrets.token_bytes(32), "reopened"))
    onlookers: list[int | None] = [None, *range(int(position.seats))]
    if all(rules.view(other, seat) == rules.view(position, seat) for seat in onlookers):
        return other
    return position
