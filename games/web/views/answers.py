"""Answers to turns from the game page."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import Denied, Permission, may
from games.board import InvalidFormNumber
from games.board.form_numbers import MAX_DIGITS
from games.models import Move, Turn
from games.permission_required import permission_required
from games.snapshot import snapshot
from games.table import playing, queries
from games.table.answers import Answer
from games.table.errors import QuestionPassed, Refused, Suspended, TurnClosed
from games.table.history import find_turn
from games.table.open_questions import current_question
from games.web.game_page import AnswerError
from games.web.posted_lines import notation_from_form
from games.web.selection_answers import SelectionAnswer, parse_selection_answer
from games.web.views.game import game_page, game_parts
from games.web.visitors import Visitor, load_visitor

STALE = 409
UNPLAYABLE = 422
MAX_KEY_LENGTH = 40


@permission_required(Permission.PLAY)
@require_POST
def answer(request: HttpRequest, turn_id: int) -> HttpResponse:
    """Plays the answer of the form. A form of an earlier question, or one that cannot be played, changes nothing."""
    turn = find_turn(turn_id, Turn.objects.select_related("game", "seat"))
    if turn is None:
        raise Denied(Permission.PLAY, hidden=True)
    visitor = load_visitor(request, turn.game_id, Permission.WATCH)
    if visitor.seat is None:
        raise Denied(Permission.PLAY, hidden=False)
    if not may(Permission.PLAY, visitor.actor, visitor.game, turn.seat):
        return _show(request, visitor, AnswerError(_refusal(visitor)), 403)
    chosen = None
    try:
        chosen = parse_selection_answer(request.POST)
        result = _play(request, turn, visitor, chosen)
    except InvalidFormNumber as unreadable:
        reason = _("“%(value)s” is not a number (%(place)s).") % {"value": unreadable.value, "place": unreadable.field}
        return _show(request, visitor, AnswerError(reason), UNPLAYABLE)
    except TurnClosed as closed:
        return _show(
            request, visitor, AnswerError(str(closed), since=queries.narrate(visitor.game, closed.since)), STALE
        )
    except QuestionPassed as passed:
        return _show(request, visitor, AnswerError(str(passed)), STALE)
    except Refused as refused:
        return _show(request, visitor, AnswerError(str(refused), selection_answer=chosen), UNPLAYABLE)
    if result.failed:
        failure = AnswerError(result.failed.reason, given=result.failed.line, selection_answer=chosen)
        return _show(request, visitor, failure, UNPLAYABLE)
    _confirm(request, result)
    if request.headers.get("HX-Request"):
        with snapshot():
            return game_parts(request, load_visitor(request, turn.game_id, Permission.WATCH))
    return redirect("game", turn.game_id)


def _refusal(visitor: Visitor) -> str:
    if visitor.user.is_suspended:
        return str(Suspended(visitor.user))
    return _("This turn is somebody else's; nothing was changed.")


def _play(request: HttpRequest, turn: Turn, visitor: Visitor, chosen: SelectionAnswer | None) -> Answer:
    """Raises InvalidFormNumber and what playing.play raises."""
    taken = _taken(request.POST.get("taken", ""))
    line = notation_from_form(visitor.game.kind, request.POST.dict()) if chosen is None else _line(chosen, turn, taken)
    return playing.play(
        turn.pk,
        [line],
        by=visitor.user,
        source=Move.Source.WEB,
        key=_key(request.POST.get("key", ""), str(chosen or line)),
        expected_answer_count=taken,
    )


def _taken(given: str) -> int | None:
    if given and not (given.isascii() and given.isdigit() and len(given) <= MAX_DIGITS):
        raise QuestionPassed
    return int(given) if given else None


def _line(chosen: SelectionAnswer, turn: Turn, taken: int | None) -> str:
    """The selection as a line of notation. Its numbers mean something only for the question that they were sent for."""
    if taken is None:
        raise QuestionPassed
    if turn.status == Turn.Status.OPEN:
        with suppress(LookupError):  # the turn was closed meanwhile
            now = current_question(turn)
            if now.answer_count == taken:
                return chosen.line(now.question)
    # This is never played: the question has passed, or its key says that this answer was played before.
    return str(chosen)


def _key(given: str, pressed: str) -> str:
    """The idempotency key: the same for one button pressed twice, another for another button of the same question."""
    return f"page:{given[:MAX_KEY_LENGTH]}:{sha256(pressed.encode()).hexdigest()[:16]}"


def _confirm(request: HttpRequest, result: Answer) -> None:
    if result.ahead and result.turn_closed:
        messages.success(request, _("Saved: your answer is played when your turn comes."))


def _show(request: HttpRequest, visitor: Visitor, error: AnswerError, status: int) -> HttpResponse:
    show = game_parts if request.headers.get("HX-Request") else game_page
    with snapshot():
        return show(request, load_visitor(request, visitor.game.pk, Permission.WATCH), error, status)
