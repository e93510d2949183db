"""Tournaments as staff supervise them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games.access import Permission
from games.database.paging import CappedPaginator
from games.models import AuditEntry, Entrant, Game, Tournament
from games.people.models import User
from games.refusals import show_refusals
from games.staff.decorators import staff_permission_required, staff_user
from games.staff.forms import ReasonForm
from games.table.tournaments import supervision

PER_PAGE: Final = 50
MAX_ENTRIES: Final = 60
Action = Callable[[HttpRequest, str, User, str], str]


class MoveStartForm(ReasonForm):
    entry_until = forms.DateTimeField(
        label=gettext_lazy("Start"),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


@staff_permission_required(Permission.SUPERVISE_TOURNAMENT)
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """All tournaments, the newest first."""
    page = CappedPaginator(Tournament.objects.select_related("organiser"), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "staff/tournaments.html", {"page": page})


@staff_permission_required(Permission.SUPERVISE_TOURNAMENT)
@require_safe
def tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """One tournament, and what can be done about it."""
    found = Tournament.objects.select_related("organiser").filter(pk=tournament_id).first()
    if found is None:
        raise Http404
    running = Game.objects.filter(tournament_table__round__tournament=found, status=Game.Status.RUNNING)
    context = {
        "tournament": found,
        "rounds": found.played_rounds.all(),
        "people": found.entrants.exclude(user=None).select_related("user"),
        "bots": found.entrants.filter(user=None).count(),
        "running_games": running.select_related("tournament_table__round").order_by("tournament_table"),
        "trail": AuditEntry.objects.filter(details__tournament=found.pk).select_related("actor", "game", "person")[
            :MAX_ENTRIES
        ],
        "in_entry": found.status == Tournament.Status.ENTRY,
        "unfinished": found.status in Tournament.UNFINISHED,
        "runs": found.status == Tournament.Status.RUNNING,
        "dropped": Entrant.Status.DROPPED,
        "reason": ReasonForm(),
        "move": MoveStartForm(initial={"entry_until": found.entry_until}),
    }
    return render(request, "staff/tournament.html", context)


def _page_address(tournament_id: str) -> str:
    return reverse("staff-tournament", args=[tournament_id])


def _action(do: Action) -> Callable[..., Any]:
    """The view behind a button: `do` returns what is told then. Every action has a reason."""

    @staff_permission_required(Permission.SUPERVISE_TOURNAMENT)
    @require_POST
    @show_refusals(_page_address)
    def act(request: HttpRequest, tournament_id: str) -> HttpResponse:
        done = do(request, tournament_id, staff_user(request), request.POST.get("reason", ""))
        if done:
            messages.success(request, done)
        return redirect("staff-tournament", tournament_id)

    return act


@_action
def cancel(request: HttpRequest, tournament_id: str, by: User, reason: str) -> str:  # noqa: ARG001
    supervision.cancel(tournament_id, by, reason)
    return _("The tournament is called off.")


@_action
def remove(request: HttpRequest, tournament_id: str, by: User, reason: str) -> str:
    entrant = request.POST.get("entrant", "")
    supervision.remove(tournament_id, by, int(entrant) if entrant.isdecimal() and len(entrant) < 19 else 0, reason)
    return _("They are out of the tournament.")


@_action
def move_start(request: HttpRequest, tournament_id: str, by: User, reason: str) -> str:
    form = MoveStartForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(str(error) for error in errors))
        return ""
    supervision.move_start(tournament_id, by, form.cleaned_data["entry_until"], reason)
    return _("The start is moved.")


@_action
def end_round(request: HttpRequest, tournament_id: str, by: User, reason: str) -> str:  # noqa: ARG001
    supervision.end_round(tournament_id, by, reason)
    return _("The games that ran are called off; the next round begins in a moment.")
