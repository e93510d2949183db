"""Putting a position right, in three steps: a recorded look at it, the differences, the doing. All by POST."""

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
from games.staff import dossier
from games.staff.decorators import load_game, staff_permission_required, staff_user
from games.staff.deeds import running, told, version_of
from games.staff.forms import ReasonForm
from games.table import queries
from games.table.errors import Refused, UnreadablePosition
from games.table.moderation import correction, inspection


@staff_permission_required(Permission.CORRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, game_id: str) -> HttpResponse:
    game = load_game(request, game_id, Permission.CORRECT)
    if not running(game):
        messages.error(request, _("Only the position of a game that is under way can be put right."))
        return redirect("staff-game", game_id)
    reason = ReasonForm(request.POST or None)
    context: dict[str, Any] = {"game": game, "reason": reason}
    if request.method == "POST" and reason.is_valid():
        why, text = reason.cleaned_data["reason"], request.POST.get("text", "")
        try:
            if request.POST.get("step") == "do":
                correction.correct(game_id, staff_user(request), why, text, version_of(request.POST))
                messages.success(request, _("The position is put right."))
                return redirect("staff-game", game_id)
            context |= _shown(game, staff_user(request), why, text)
        except Refused as refused:
            context |= {"trouble": str(refused), "text": text}
    return render(request, "staff/correct.html", context)


def _shown(game: Game, by: User, why: str, text: str) -> dict[str, Any]:
    """The position to be edited, and what an edited one would change; both tell what is hidden, so both are looks."""
    with suppress(UnreadablePosition):
        inspection.look(game.pk, by=by, reason=why, purpose=Permission.CORRECT)
    if not text:
        return {"text": correction.as_text(game)}
    plan = correction.check(game.pk, text)
    names = queries.names_of(game.seats.all())
    return {
        **dossier.board(game, plan.position, None, names),
        "text": text,
        "correction": plan,
        "asked": "" if plan.seat is None else names[plan.seat],
        "told": told(game),
    }
