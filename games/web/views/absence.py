"""Announcing that one is away and that one is back, and choosing what happens meanwhile."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import Permission
from games.permission_required import permission_required
from games.refusals import refusals_as_errors, show_refusals
from games.table import absences
from games.web.forms import AbsenceForm, WhenAwayForm
from games.web.views.preferences import preferences_page
from games.web.visitors import signed_in_user


@permission_required(Permission.SET_PREFERENCES)
@require_POST
def announce(request: HttpRequest) -> HttpResponse:
    user, form = signed_in_user(request), AbsenceForm(request.POST)
    if form.is_valid():
        with refusals_as_errors(form, "last"):
            absences.announce(user, form.cleaned_data["first"], form.cleaned_data["last"])
            messages.success(request, _("Your absence is announced."))
            return redirect("preferences")
    return preferences_page(request, absence_form=form)


@permission_required(Permission.SET_PREFERENCES)
@require_POST
@show_refusals("preferences")
def choose(request: HttpRequest) -> HttpResponse:
    """Keeps what happens at each table while the person is away."""
    user = signed_in_user(request)
    form = WhenAwayForm(user, request.POST)
    if not form.is_valid():
        return preferences_page(request, when_away_form=form)
    for game_id, way in form.changed().items():
        absences.choose(game_id, user, way)
    messages.success(request, _("Saved."))
    return redirect("preferences")


@permission_required(Permission.SET_PREFERENCES)
@require_POST
@show_refusals("preferences")
def end(request: HttpRequest, absence_id: int) -> HttpResponse:
    absences.end(signed_in_user(request), absence_id)
    messages.success(request, _("You are not away any more."))
    return redirect("preferences")
