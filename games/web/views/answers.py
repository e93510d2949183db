"""Answers to turns from the game page."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import Permission
from games.board import InvalidFormNumber
from games.models import Move, Turn
from games.permission_required import permission_required
from games.table import playing, queries
from games.table.answers import Answer
from games.table.errors import QuestionPassed, Refused, TurnClosed
from games.table.line_reading import line_reader, shown_lines
from games.table.positions import rules_of
from games.web.game_page import AnswerError
from games.web.posted_answer import PostedAnswer, SelectionAnswer, read_answer
from games.web.views.posted_changes import STALE, UNPLAYABLE, show_changed, show_error, with_own_turn
from games.web.visitors import Visitor
from games.wording import plan_in_words


@permission_required(Permission.PLAY)
@require_POST
@with_own_turn
def answer(request: HttpRequest, visitor: Visitor, turn: Turn) -> HttpResponse:
    """Plays the answer of the form. A form of an earlier question, or one that cannot be played, changes nothing."""
    selection: SelectionAnswer | None = None
    try:
        posted = read_answer(request.POST, visitor.game.kind)
        selection = posted.selection
        result = playing.play(
            turn.pk,
            posted.lines(turn),
            by=visitor.user,
            source=Move.Source.WEB,
            key=posted.idempotency_key,
            expected_answer_count=posted.answer_count,
            as_plan=posted.is_plan,
            add=posted.adds,
        )
    except InvalidFormNumber as unreadable:
        reason = _("“%(value)s” is not a number (%(place)s).") % {"value": unreadable.value, "place": unreadable.field}
        return show_error(request, visitor, AnswerError(reason), UNPLAYABLE)
    except TurnClosed as closed:
        return show_error(
            request, visitor, AnswerError(str(closed), since=queries.narrate(visitor.game, closed.since)), STALE
        )
    except QuestionPassed as passed:
        return show_error(request, visitor, AnswerError(str(passed)), STALE)
    except Refused as refused:
        return show_error(request, visitor, AnswerError(str(refused), selection_answer=selection), UNPLAYABLE)
    if result.failed:
        failure = AnswerError(
            result.failed.reason, given=result.failed.line, selection_answer=selection, written=posted.written
        )
        return show_error(request, visitor, failure, UNPLAYABLE)
    _confirm(request, turn, posted, result)
    return show_changed(request, turn.game_id)


def _confirm(request: HttpRequest, turn: Turn, posted: PostedAnswer, result: Answer) -> None:
    rules = rules_of(turn.game)
    if posted.is_plan and result.done:
        messages.success(request, _("Played: %(lines)s") % {"lines": "; ".join(shown_lines(rules, result.done))})
    elif posted.is_plan and result.next_turn_id is not None:
        messages.info(request, _("It is your turn by now, and nothing of your plan is possible: you are asked."))
    elif posted.is_plan and result.planned:
        messages.success(request, plan_in_words(result.planned, line_reader(rules).show))
    elif (result.ahead or posted.is_plan) and result.turn_closed:
        messages.success(request, _("Saved: your answer is played when your turn comes."))
