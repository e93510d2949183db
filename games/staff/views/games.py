"""The moderators' page of a game, and recorded looks at its hidden information."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.access import Permission
from games.refusals import show_refusals
from games.staff import game_details
from games.staff.decorators import load_game, staff_permission_required, staff_user
from games.staff.forms import ReasonForm
from games.staff.moderation_actions import MODERATION_ACTIONS, is_running
from games.table import queries
from games.table.moderation import correction, inspection
from games.table.talk_shown import text_of

LINES_PER_PAGE: Final = 200


@staff_permission_required(Permission.SEE_AS_STAFF)
@require_safe
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    game = load_game(request, game_id, Permission.SEE_AS_STAFF)
    context = {
        **game_details.game_details(game, staff_user(request)),
        "actions": [action for action in MODERATION_ACTIONS if action.is_possible(game)],
        "running": is_running(game),
        "reason": ReasonForm(auto_id="look_%s"),
        "talk_reason": ReasonForm(auto_id="talk_%s"),
    }
    return render(request, "staff/game.html", context)


@staff_permission_required(Permission.SEE_AS_STAFF)
@require_safe
def log(request: HttpRequest, game_id: str) -> HttpResponse:
    """The whole log."""
    game = load_game(request, game_id, Permission.SEE_AS_STAFF)
    lines = game_details.log_lines(game, queries.seat_names(game.seats.all()))
    page = Paginator(lines, LINES_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "staff/log.html", {"game": game, "page": page, "log": page.object_list})


@staff_permission_required(Permission.SEE_HIDDEN)
@require_POST
@show_refusals(lambda game_id: reverse("staff-game", args=[game_id]))
def look(request: HttpRequest, game_id: str) -> HttpResponse:
    """The position as a seat sees it, or all of it. It answers a POST, so that no link opens it unrecorded."""
    game = load_game(request, game_id, Permission.SEE_HIDDEN)
    form = ReasonForm(request.POST)
    seat = next((seat.index for seat in game.seats.all() if str(seat.index) == request.POST.get("seat")), None)
    if not form.is_valid():
        messages.error(request, _("Say why you look: the audit trail keeps it."))
        return redirect("staff-game", game_id)
    position = inspection.inspect_position(
        game_id, by=staff_user(request), reason=form.cleaned_data["reason"], seat=seat
    )
    names = queries.seat_names(game.seats.all())
    context = {
        **game_details.board_context(game, position, seat, names),
        "looked_as": None if seat is None else names[seat],
        "written": correction.position_text(game) if seat is None else "",
        "given": form.cleaned_data["reason"],
        "plans": [(names[index], lines) for index, lines in inspection.kept_lines(game, seat)],
    }
    return render(request, "staff/look.html", context)


@staff_permission_required(Permission.SEE_HIDDEN)
@require_POST
@show_refusals(lambda game_id: reverse("staff-game", args=[game_id]))
def look_at_talk(request: HttpRequest, game_id: str) -> HttpResponse:
    """What was said at the table. It answers a POST, so that no link opens it unrecorded."""
    game = load_game(request, game_id, Permission.SEE_HIDDEN)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say why you look: the audit trail keeps it."))
        return redirect("staff-game", game_id)
    reason = form.cleaned_data["reason"]
    said = [(row, text_of(row)) for row in inspection.inspect_talk(game_id, by=staff_user(request), reason=reason)]
    return render(request, "staff/talk.html", {"game": game, "said": said, "given": reason})
