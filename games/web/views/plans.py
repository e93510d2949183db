"""Changes to the plan of a turn from the page of its owner: lines moved or removed, or the whole plan withdrawn."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
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
ORDER: Final = "order"
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
        return show_error(request, visitor, AnswerError(str(plan_changes.OTHER_PLAN)), STALE)
    except Refused as refused:
        return show_error(request, visitor, AnswerError(str(refused)), STALE)
    return show_changed(request, turn.game_id)


def _change(request: HttpRequest, turn: Turn, by: User) -> None:
    wanted, seen = request.POST.get("change", ""), plans.lines_of(turn)
    if not seen or request.POST.get("was", "") != lines_digest(seen):
        raise QuestionPassed(plan_changes.OTHER_PLAN)
    if wanted == DROP:
        plan_changes.withdraw_plan(turn.pk, by, seen=seen)
        messages.success(request, _("Withdrawn: you have no plan now."))
        return
    read = _new_order if wanted == ORDER else _without_or_above
    plan_changes.reorder_plan(turn.pk, by, read(request.POST, len(seen)), seen=seen)


def _without_or_above(form: QueryDict, count: int) -> list[int]:
    """The lines that stay, by index, after one was removed or moved up. Raises InvalidFormNumber and QuestionPassed."""
    wanted, place = form.get("change", ""), parse_number("line", form.get("line", ""))
    if wanted not in (UP, REMOVE) or place >= count:
        raise QuestionPassed(plan_changes.OTHER_PLAN)
    order = [index for index in range(count) if index != place]
    if wanted == UP:
        order.insert(max(place - 1, 0), place)
    return order


def _new_order(form: QueryDict, count: int) -> list[int]:
    """All lines, by index, as they are to stand ("2,0,1"). Raises InvalidFormNumber and QuestionPassed."""
    order = [parse_number("order", index) for index in form.get("order", "").split(",")]
    if sorted(order) != list(range(count)):
        raise QuestionPassed(_("A new order names every line of the plan once; nothing was changed."))
    return order
