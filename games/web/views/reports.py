"""Reporting something to the staff, what became of it, and the warning that staff have given oneself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import Permission
from games.models import Report
from games.people.models import User
from games.permission_required import permission_required
from games.refusals import refusals_as_errors, show_refusals
from games.table import reports
from games.table.errors import NoSuchGame, NoSuchMessage, NoSuchPerson
from games.table.moderation.conduct import acknowledge_warning
from games.table.talk_shown import text_of
from games.web.report_form import ReportForm
from games.web.visitors import signed_in_user

MAX_SHOWN = 100


@dataclass(frozen=True)
class _Asked:
    """What the address names."""

    title: str
    quoted: str
    send: Callable[[str, str], Report]


@permission_required(Permission.SEE_OWN_ACCOUNT)
@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """What one has reported, and what became of it."""
    return render(request, "web/reports.html", {"reports": reports.reports_of(signed_in_user(request))[:MAX_SHOWN]})


@permission_required(Permission.REPORT)
@require_http_methods(["GET", "HEAD", "POST"])
@show_refusals("reports")
def new(request: HttpRequest) -> HttpResponse:
    """Reports `message` of a `game`, a `game`, or a `person` by name; without any it leads to one's reports.

    `code`: of the invitation link that leads to the game.

    Raises Http404 for what one cannot see.
    """
    user = signed_in_user(request)
    try:
        asked = _asked(request, user)
    except (NoSuchGame, NoSuchMessage, NoSuchPerson):
        raise Http404 from None
    if asked is None:
        return redirect("reports")
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_as_errors(form):
            asked.send(form.cleaned_data["reason"], form.cleaned_data["words"])
            messages.success(request, _("Staff will look at it, and you will hear what came of it."))
            return redirect("reports")
    status = 422 if request.method == "POST" else 200
    return render(request, "web/report.html", {"form": form, "asked": asked}, status=status)


@permission_required(Permission.SET_PREFERENCES)
@require_POST
def warning_read(request: HttpRequest) -> HttpResponse:
    """One has read the warning on top of each page."""
    acknowledge_warning(signed_in_user(request))
    return redirect("home")


def _asked(request: HttpRequest, user: User) -> _Asked | None:
    """Raises NoSuchGame, NoSuchMessage, NoSuchPerson, BadReport."""
    game_id, person = request.GET.get("game", "")[:16], request.GET.get("person", "")[:150]
    message = request.GET.get("message", "")
    if game_id and message:
        number = int(message) if message.isascii() and message.isdigit() and len(message) < 19 else 0
        _game, said = reports.find_message(game_id, user, number)
        title = _("Report a message of %(name)s") % {"name": said.by.shown_name}
        return _Asked(
            title,
            text_of(said),
            lambda reason, words: reports.report_message(game_id, user, number, reason, words),
        )
    if game_id:
        code = request.GET.get("code", "")[:64]
        game = reports.find_game(game_id, user, code)
        title = _("Report the game “%(game)s”") % {"game": game.name}
        return _Asked(title, "", lambda reason, words: reports.report_game(game_id, user, reason, words, code))
    if person:
        found = reports.find_visible(user, person)
        title = _("Report %(name)s") % {"name": found.username}
        return _Asked(title, "", lambda reason, words: reports.report_person(user, found.username, reason, words))
    return None
