"""Answers from the game page."""

from __future__ import annotations

from hashlib import sha256

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import Act, Denied, may
from games.board import Unreadable
from games.board.posted import MOST_DIGITS
from games.gate import demands
from games.models import Move, Turn
from games.table import playing, reading
from games.table.answers import Answer
from games.table.errors import QuestionPassed, Refused, Suspended, TurnClosed
from games.web.access import Visitor, visitor
from games.web.page import Trouble
from games.web.posted import line_of
from games.web.views.table import game_page, game_parts

STALE = 409
UNPLAYABLE = 422
LONGEST_KEY = 40


@demands(Act.PLAY)
@require_POST
def answer(request: HttpRequest, turn_id: int) -> HttpResponse:
    """Play what the form says; a form of an earlier question, or one that cannot be played, changes nothing."""
    turn = Turn.objects.select_related("game", "seat").filter(pk=turn_id).first()
    if turn is None:
        raise Denied(Act.PLAY, hidden=True)
    here = visitor(request, turn.game_id, Act.WATCH)
    if here.seat is None:
        raise Denied(Act.PLAY, hidden=False)
    if not may(Act.PLAY, here.who, here.game, turn.seat):
        return _show(request, here, Trouble(_refusal(here)), 403)
    try:
        result = _play(request, turn, here)
    except Unreadable as error:
        reason = _("“%(value)s” is no number (%(place)s).") % {"value": error.value, "place": error.field}
        return _show(request, here, Trouble(reason), UNPLAYABLE)
    except TurnClosed as closed:
        return _show(request, here, Trouble(str(closed), since=reading.narrated(here.game, closed.since)), STALE)
    except QuestionPassed as passed:
        return _show(request, here, Trouble(str(passed)), STALE)
    except Refused as refused:
        return _show(request, here, Trouble(str(refused)), UNPLAYABLE)
    if result.failed:
        trouble = Trouble(result.failed.reason, given=result.failed.line)
        return _show(request, here, trouble, UNPLAYABLE)
    _tell(request, result)
    if request.headers.get("HX-Request"):
        return game_parts(request, visitor(request, turn.game_id, Act.WATCH))
    return redirect("game", turn.game_id)


def _refusal(here: Visitor) -> str:
    if here.user.is_suspended:
        return str(Suspended(here.user))
    return _("This turn is somebody else's; nothing was changed.")


def _play(request: HttpRequest, turn: Turn, here: Visitor) -> Answer:
    """Raises Unreadable and what playing.play raises."""
    line = line_of(here.game.kind, request.POST.dict())
    taken = request.POST.get("taken", "")
    if taken and not (taken.isascii() and taken.isdigit() and len(taken) <= MOST_DIGITS):
        raise QuestionPassed
    return playing.play(
        turn.pk,
        [line],
        by=here.user,
        source=Move.Source.WEB,
        key=_key(request.POST.get("key", ""), line),
        taken=int(taken) if taken else None,
    )


def _key(given: str, line: str) -> str:
    """Pressing one button twice is one answer; another button of the same question, in another tab, is not."""
    return f"page:{given[:LONGEST_KEY]}:{sha256(line.encode()).hexdigest()[:16]}"


def _tell(request: HttpRequest, result: Answer) -> None:
    if result.ahead and result.turn_closed:
        messages.success(request, _("Kept: it is played when your turn comes."))


def _show(request: HttpRequest, here: Visitor, trouble: Trouble, status: int) -> HttpResponse:
    here = visitor(request, here.game.pk, Act.WATCH)
    show = game_parts if request.headers.get("HX-Request") else game_page
    return show(request, here, trouble, status)
