"""Changes to the plan of a turn from the page of its owner: a line up or out, or the whole plan withdrawn."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import Permission
from games.board.form_numbers import InvalidFormNumber, parse_number
from games.models import Turn
from games.people.models import User
from games.permission_required import permission_required
from games.table import plan_changes, plans
from games.table.errors import QuestionPassed, Refused
from games.web.digests import lines_digest
from games.web.game_page import AnswerError
from games.web.views.posted_changes import STALE, show_changed, show_error, with_own_turn
from games.web.visitors import Visitor

UP: Final = "up"
REMOVE: Final = "remove"
DROP: Final = "drop"


@permission_required(Permission.PLAY)
@require_POST
@with_own_turn
def change(request: HttpRequest, visitor: Visitor, turn: Turn) -> HttpResponse:
    """Changes the plan as the form says. A form of a page with another plan changes nothing."""
    try:
        _change(request, turn, visitor.user)
    except InvalidFormNumber:
        return show_error(request, visitor, AnswerError(str(QuestionPassed.default)), STALE)
    except Refused as refused:
        return show_error(request, visitor, AnswerError(str(refused)), STALE)
    return show_changed(request, turn.game_id)


def _change(request: HttpRequest, turn: Turn, by: User) -> None:
    wanted, seen = request.POST.get("change", ""), plans.lines_of(turn)
    if not seen or request.POST.get("was", "") != lines_digest(seen):
        raise QuestionPassed
    if wanted == DROP:
        plan_changes.withdraw_plan(turn.pk, by, seen=seen)
        messages.success(request, _("Withdrawn: you have no plan now."))
        return
    place, order = parse_number("line", request.POST.get("line", "")), list(range(len(seen)))
    if wanted not in (UP, REMOVE) or place >= len(seen):
        raise QuestionPassed
    order.remove(place)
    if wanted == UP:
        order.insert(max(place - 1, 0), place)
    plan_changes.reorder_plan(turn.pk, by, order, seen=seen)
