"""Corrects a position in three steps, all by POST: a recorded look, a preview of the differences, the correction."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.access import Permission
from games.models import Game
from games.people.models import User
from games.staff import game_details
from games.staff.decorators import load_game, staff_permission_required, staff_user
from games.staff.forms import ReasonForm
from games.staff.moderation_actions import is_running, notification_sentence, posted_version
from games.table import queries
from games.table.errors import Refused, UnreadablePosition
from games.table.moderation import correction, inspection


@staff_permission_required(Permission.CORRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, game_id: str) -> HttpResponse:
    game = load_game(request, game_id, Permission.CORRECT)
    if not is_running(game):
        messages.error(request, _("Only the position of a running game can be corrected."))
        return redirect("staff-game", game_id)
    reason = ReasonForm(request.POST or None)
    context: dict[str, Any] = {"game": game, "reason": reason}
    if request.method == "POST" and reason.is_valid():
        why, text = reason.cleaned_data["reason"], request.POST.get("text", "")
        try:
            if request.POST.get("step") == "do":
                correction.correct_position(game_id, staff_user(request), why, text, posted_version(request.POST))
                messages.success(request, _("The position is corrected."))
                return redirect("staff-game", game_id)
            context |= _preview_context(game, staff_user(request), why, text)
        except Refused as refused:
            context |= {"error": str(refused), "text": text}
    return render(request, "staff/correct.html", context)


def _preview_context(game: Game, by: User, why: str, text: str) -> dict[str, Any]:
    """The position to edit, or a preview of an edited one. Both show hidden information, so each records a look."""
    with suppress(UnreadablePosition):
        inspection.inspect_position(game.pk, by=by, reason=why, purpose=Permission.CORRECT)
    if not text:
        return {"text": correction.position_text(game)}
    plan = correction.preview_correction(game.pk, text)
    names = queries.seat_names(game.seats.all())
    return {
        **game_details.board_context(game, plan.position, None, names),
        "text": text,
        "correction": plan,
        "asked": "" if plan.seat is None else names[plan.seat],
        "notification": notification_sentence(game),
    }
