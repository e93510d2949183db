"""The pages on which something is done to a game: what it takes by GET, which shows the effect; the doing by POST."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Game
from games.staff.decorators import load_game, staff_permission_required, staff_user
from games.staff.deeds import DEEDS, Deed, Details, Effect, version_of
from games.staff.forms import DetailsForm, ReasonForm
from games.table.errors import Refused


def page_of(deed: Deed) -> Any:
    """The page of one deed."""

    @staff_permission_required(deed.permission)
    @require_http_methods(["GET", "HEAD", "POST"])
    def page(request: HttpRequest, game_id: str) -> HttpResponse:
        game = load_game(request, game_id, deed.permission)
        if not deed.fits(game):
            messages.error(request, _("That does not fit the game as it stands now."))
            return redirect("staff-game", game_id)
        details, chosen = _details(deed, game, request)
        reason = ReasonForm(request.POST or None)
        if request.method == "POST" and chosen is not None and reason.is_valid():
            chosen["version"] = version_of(request.POST)
            try:
                deed.do(game, staff_user(request), reason.cleaned_data["reason"], chosen)
            except Refused as refused:
                messages.error(request, str(refused))
                game = load_game(request, game_id, deed.permission)
                if not deed.fits(game):
                    return redirect("staff-game", game_id)
            else:
                messages.success(request, str(deed.done))
                return redirect("staff-game", game_id)
        return render(request, "staff/deed.html", _context(deed, game, details, chosen, reason))

    return page


def _details(deed: Deed, game: Game, request: HttpRequest) -> tuple[DetailsForm | None, Details | None]:
    """The form of what a deed takes, and what was chosen in it: None while it is not complete."""
    if deed.form is None:
        return None, {}
    given = request.POST if request.method == "POST" else request.GET
    fields = deed.form.base_fields
    if not given.keys() & fields.keys() or (request.method != "POST" and "look" not in given):
        initial = {name: given[name] for name in fields if name in given}
        return deed.form(game, initial=initial), None
    form = deed.form(game, given)
    return form, dict(form.cleaned_data) if form.is_valid() else None


def _context(
    deed: Deed, game: Game, details: DetailsForm | None, chosen: Details | None, reason: ReasonForm
) -> dict[str, Any]:
    effect, trouble = None, ""
    if chosen is not None:
        try:
            effect = deed.effect(game, chosen)
        except Refused as refused:
            trouble = str(refused)
    return {
        "game": game,
        "deed": deed,
        "details": details,
        "effect": effect,
        "trouble": trouble,
        "reason": reason,
        **(effect.context if isinstance(effect, Effect) else {}),
    }


urlpatterns: list[URLPattern] = [
    path(f"games/<str:game_id>/{deed.name}/", page_of(deed), name=f"staff-{deed.name}") for deed in DEEDS
]
