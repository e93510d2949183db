"""The coach of somebody who plays against bots only: it explains every question, and shows sensible moves when asked.

This module is the one place that says where a coach is allowed: never where anybody else plays. That a game has had a
coach, everybody who sees the game may know (`had_coach`). What the coach shows is for the seat's person alone: it
changes their private version, and stands in no record. The search is bots' work: see games.table.hint_queue.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from structlog.contextvars import bound_contextvars

from games.access import Permission
from games.board import RENDERERS
from games.engine.contract import Position, Question
from games.live.announcements import bump_private_version, bump_version
from games.models import Game, Hint, Move, Seat, Turn
from games.nudge import THINK, nudge
from games.people.models import User
from games.table import audit, hint_queue, permission_check, plans
from games.table.errors import NoSuchTurn, NotSeated, QuestionPassed, Refused, TooMany
from games.table.history import game_id_of_turn
from games.table.locked_turns import check_may_answer, check_under_way, locked_turn
from games.table.locks import lock_game
from games.table.positions import rules_of
from games.table.queries import position_for

MAX_SEARCHES: Final = 20
"""In one turn, however many questions it asks."""


class NoCoach(Refused):
    default = _("There is a coach only while you play against bots alone, and have turned it on.")


class HintState(StrEnum):
    """How far the coach is with the moves for a question."""

    NOT_ASKED = "not asked"
    SEARCHING = "searching"
    FOUND = "found"
    NOTHING = "nothing"
    """The search found nothing, or its workers died. It can be asked for again."""


@dataclass(frozen=True)
class FoundMove:
    """One of the moves that were found."""

    line: str
    """In canonical notation."""
    share: float
    """Of the games that the search has tried, from 0 to 1."""
    value: float
    """What the seat can expect of it, from 0 to 1."""


def may_have_coach(seat: Seat, seats: Iterable[Seat]) -> bool:
    """Whether somebody decides at this seat who plays against bots alone. seats: all of the game."""
    others = [other for other in seats if other.pk != seat.pk]
    return plans.can_plan(seat) and all(other.bot_level and other.user_id is None for other in others)


def has_coach(seat: Seat, seats: Iterable[Seat]) -> bool:
    """Whether the coach of this seat is on. It is silent as long as somebody else plays, too."""
    return seat.coach == Seat.Coach.ON and may_have_coach(seat, seats)


def had_coach(seats: Iterable[Seat]) -> bool:
    """Whether anybody has, or has had, a coach in the game."""
    return any(seat.coach != Seat.Coach.NEVER for seat in seats)


def explanation(game: Game, position: Position, question: Question, view: object) -> str:
    """What a question is about, in a line of the active language. view: that of the seat that is asked."""
    return RENDERERS[game.kind].explanation(rules_of(game).question_key(position), question, view)


def switch_coach(game_id: str, by: User, *, on: bool) -> None:
    """Turn the coach of the person's seat on or off. Off is possible wherever it is on; nothing it has shown stays.

    Raises NoSuchGame, NotSeated, Suspended, NotRunning, GamePaused, and NoCoach where there can be none.
    """
    with bound_contextvars(game=game_id), transaction.atomic():
        game = lock_game(game_id)
        seats = list(game.seats.select_related("user__owner"))
        seat = next((seat for seat in seats if seat.user_id == by.pk), None)
        if seat is None:
            raise NotSeated
        permission_check.require_permission(Permission.HAVE_COACH, by, NotSeated(), game, seat)
        check_under_way(game)
        if on and (game.rated or not may_have_coach(seat, seats)):
            raise NoCoach
        if on == (seat.coach == Seat.Coach.ON):
            return
        seat.coach = Seat.Coach.ON if on else Seat.Coach.OFF
        seat.save(update_fields=["coach"])
        Hint.objects.filter(seat=seat).delete()
        bump_version(game)
        game.save(update_fields=["version"])
        audit.note(Permission.HAVE_COACH, by=by, game=game, person=by, details={"coach": seat.coach})


def ask_for_hint(turn_id: int, by: User) -> None:
    """Let bots search sensible moves for what the turn asks now. No effect if they are searched or found already.

    Raises NoSuchTurn, NotYours, Suspended, NotRunning, GamePaused, NoCoach, QuestionPassed if the turn asks nothing
    now, TooMany.
    """
    game_id = game_id_of_turn(turn_id)
    if game_id is None:
        raise NoSuchTurn
    with bound_contextvars(game=game_id, turn=turn_id), transaction.atomic():
        game, turn = locked_turn(game_id, turn_id)
        check_may_answer(game, turn, by, Move.Source.WEB)
        check_under_way(game)
        if not has_coach(turn.seat, game.seats.all()):
            raise NoCoach
        question = _question_digest(turn)
        kept = Hint.objects.filter(turn=turn).first()
        if kept is not None and state_of(kept, question) in (HintState.SEARCHING, HintState.FOUND):
            return
        searches = kept.searches + 1 if kept is not None else 1
        if searches > MAX_SEARCHES:
            raise TooMany(_("The coach has searched so often in this turn that it does not do so again."))
        # One of an earlier turn, too.
        Hint.objects.filter(seat=turn.seat).delete()
        Hint.objects.create(turn=turn, seat=turn.seat, question=question, searches=searches, asked_at=timezone.now())
        bump_private_version(turn.seat)
        nudge(THINK)


def _question_digest(turn: Turn) -> str:
    """By this a hint knows its question again. Raises QuestionPassed."""
    try:
        position = position_for(turn)
    except LookupError:
        raise QuestionPassed from None
    if turn.early or turn.bot_level:
        raise QuestionPassed
    return rules_of(turn.game).digest(position)


def hint_for(turn: Turn, position: Position) -> tuple[HintState, Sequence[FoundMove]]:
    """What the coach shows for the question that the turn asks in this position; for the turn's person alone."""
    kept = Hint.objects.filter(turn=turn).first()
    if kept is None:
        return HintState.NOT_ASKED, ()
    state = state_of(kept, rules_of(turn.game).digest(position))
    return state, _found(kept.moves or ()) if state == HintState.FOUND else ()


def state_of(hint: Hint, question: str) -> HintState:
    """How far a hint is, for the question with this digest."""
    if hint.question != question:
        return HintState.NOT_ASKED
    if hint.moves is None:
        return HintState.NOTHING if hint_queue.is_given_up(hint) else HintState.SEARCHING
    return HintState.FOUND if hint.moves else HintState.NOTHING


def _found(stored: Sequence[dict[str, Any]]) -> list[FoundMove]:
    return [FoundMove(move["line"], move["share"], move["value"]) for move in stored]
