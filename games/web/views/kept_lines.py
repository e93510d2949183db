"""Changes to what somebody has said for later, from the page of the game: their next pick and their standing orders."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import Permission
from games.models import Move
from games.table import order_changes, plan_changes
from games.table.errors import BadAnswer, Refused
from games.web.game_page import AnswerError
from games.web.shown_lines import NEXT_PICK, ORDERS, RefusedLines
from games.web.views.posted_changes import STALE, UNPLAYABLE, show_changed, show_error
from games.web.visitors import Visitor, game_permission_required

STOP: Final = "stop"


@game_permission_required(Permission.PLAY)
@require_POST
def change_next_pick(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    lines = _lines(request)
    try:
        kept = plan_changes.plan_next_pick(visitor.game.pk, visitor.user, lines, source=Move.Source.WEB)
    except Refused as refused:
        return _refused(request, visitor, NEXT_PICK, refused)
    if kept:
        messages.success(request, _("Kept for your next pick: %(lines)s") % {"lines": "; ".join(kept)})
    elif lines:
        messages.success(request, _("It was your pick: it was played at once."))
    else:
        messages.success(request, _("Withdrawn: you are asked when you pick next."))
    return show_changed(request, visitor.game.pk)


@game_permission_required(Permission.PLAY)
@require_POST
def change_orders(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    try:
        kept = order_changes.set_orders(visitor.game.pk, visitor.user, _lines(request), source=Move.Source.WEB)
    except Refused as refused:
        return _refused(request, visitor, ORDERS, refused)
    if kept:
        messages.success(request, _("Your standing orders: %(lines)s") % {"lines": "; ".join(kept)})
    else:
        messages.success(request, _("You have no standing orders in this game."))
    return show_changed(request, visitor.game.pk)


def _lines(request: HttpRequest) -> list[str]:
    """What is written; nothing if the button withdraws it."""
    if request.POST.get("change") == STOP:
        return []
    return [line for line in request.POST.get("lines", "").splitlines() if line.strip()]


def _refused(request: HttpRequest, visitor: Visitor, part: str, refused: Refused) -> HttpResponse:
    """The page with the reason: beside what was written, or where nothing can be written any more, at its head."""
    if not isinstance(refused, BadAnswer):
        return show_error(request, visitor, AnswerError(str(refused)), STALE)
    written = request.POST.get("lines", "")
    return show_error(request, visitor, RefusedLines(part, str(refused), written), UNPLAYABLE)
