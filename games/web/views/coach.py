"""The coach of somebody who plays against bots: turned on and off, and asked for sensible moves."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import Permission
from games.models import Turn
from games.permission_required import permission_required
from games.refusals import show_refusals
from games.table import coach
from games.table.errors import Refused
from games.web.game_page import AnswerError
from games.web.views.posted_changes import STALE, show_changed, show_error, with_own_turn
from games.web.visitors import Visitor, game_address, game_permission_required

ON: Final = "on"


@game_permission_required(Permission.HAVE_COACH)
@require_POST
@show_refusals(game_address)
def switch(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Turns the coach on (`coach=on`) or off."""
    on = request.POST.get("coach") == ON
    coach.switch_coach(visitor.game.pk, visitor.user, on=on)
    messages.success(request, _("The coach is on.") if on else _("The coach is off."))
    return redirect("game", visitor.game.pk)


@permission_required(Permission.HAVE_COACH)
@require_POST
@with_own_turn
def hint(request: HttpRequest, visitor: Visitor, turn: Turn) -> HttpResponse:
    """Has sensible moves searched for what the turn asks; the page shows them once they are found."""
    try:
        coach.ask_for_hint(turn.pk, visitor.user)
    except Refused as refused:
        return show_error(request, visitor, AnswerError(str(refused)), STALE)
    return show_changed(request, turn.game_id)
