"""The pages of the moderation actions: GET asks for the details and shows the effect, POST performs the action."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Game
from games.refusals import refusals_as_messages
from games.staff.decorators import load_game, staff_permission_required, staff_user
from games.staff.forms import DetailsForm, ReasonForm
from games.staff.moderation_actions import MODERATION_ACTIONS, Details, Effect, ModerationAction, posted_version
from games.table.errors import Refused


def build_page(action: ModerationAction) -> Any:
    """The view of one action."""

    @staff_permission_required(action.permission)
    @require_http_methods(["GET", "HEAD", "POST"])
    def page(request: HttpRequest, game_id: str) -> HttpResponse:
        game = load_game(request, game_id, action.permission)
        if not action.is_possible(game):
            messages.error(request, _("That does not fit the game as it stands now."))
            return redirect("staff-game", game_id)
        details, chosen = _details(action, game, request)
        reason = ReasonForm(request.POST or None)
        if request.method == "POST" and chosen is not None and reason.is_valid():
            chosen["version"] = posted_version(request.POST)
            with refusals_as_messages(request):
                done = action.perform(game, staff_user(request), reason.cleaned_data["reason"], chosen)
                if done is False and action.nothing_changed:
                    messages.info(request, str(action.nothing_changed))
                else:
                    messages.success(request, str(action.success_message))
                return redirect("staff-game", game_id)
            game = load_game(request, game_id, action.permission)
            if not action.is_possible(game):
                return redirect("staff-game", game_id)
        return render(request, "staff/moderation_action.html", _context(action, game, details, chosen, reason))

    return page


def _details(action: ModerationAction, game: Game, request: HttpRequest) -> tuple[DetailsForm | None, Details | None]:
    """The form for the details of an action, and its cleaned data: None while it is not valid."""
    if action.form is None:
        return None, {}
    given = request.POST if request.method == "POST" else request.GET
    fields = action.form.base_fields
    if not given.keys() & fields.keys() or (request.method != "POST" and "look" not in given):
        initial = {name: given[name] for name in fields if name in given}
        return action.form(game, initial=initial), None
    form = action.form(game, given)
    return form, dict(form.cleaned_data) if form.is_valid() else None


def _context(
    action: ModerationAction, game: Game, details: DetailsForm | None, chosen: Details | None, reason: ReasonForm
) -> dict[str, Any]:
    effect, error = None, ""
    if chosen is not None:
        try:
            effect = action.effect(game, chosen)
        except Refused as refused:
            error = str(refused)
    return {
        "game": game,
        "action": action,
        "details": details,
        "effect": effect,
        "error": error,
        "reason": reason,
        **(effect.context if isinstance(effect, Effect) else {}),
    }


urlpatterns: list[URLPattern] = [
    path(f"games/<str:game_id>/{action.name}/", build_page(action), name=f"staff-{action.name}")
    for action in MODERATION_ACTIONS
]
