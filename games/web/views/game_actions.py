"""Actions on a whole game: leave, start, fill, cancel, take back, resign, choose who may watch. All by POST."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.access import Permission
from games.models import Game
from games.table import open_games, resignation, takeback
from games.table.errors import Refused
from games.table.visibility import set_visibility
from games.web.forms import FillForm, VisibilityForm
from games.web.visitors import Visitor, game_permission_required

P = ParamSpec("P")


def call_service(
    request: HttpRequest, message: str, service: Callable[P, object], *args: P.args, **kwargs: P.kwargs
) -> bool:
    """Calls a service. The next page shows the message, or why the service refused. Returns whether it succeeded."""
    try:
        service(*args, **kwargs)
    except Refused as refused:
        messages.error(request, str(refused))
        return False
    if message:
        messages.success(request, message)
    return True


@game_permission_required(Permission.LEAVE)
@require_POST
def leave_game(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Gives the seat back before the start."""
    left = call_service(request, _("You have left the game."), open_games.leave, visitor.game.pk, visitor.user)
    return redirect("lobby") if left else redirect("game", visitor.game.pk)


@game_permission_required(Permission.DECLINE)
@require_POST
def decline_seat(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Gives up the seat that is kept for the visitor."""
    call_service(request, _("The seat is free for somebody else."), open_games.decline, visitor.game.pk, visitor.user)
    return redirect("home")


@game_permission_required(Permission.CANCEL)
@require_POST
def cancel_game(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """The host calls the whole game off before its start."""
    cancelled = call_service(request, _("Called off."), open_games.cancel, visitor.game.pk, visitor.user)
    return redirect("lobby") if cancelled else redirect("game", visitor.game.pk)


@game_permission_required(Permission.START)
@require_POST
def start_game(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    call_service(request, "", open_games.start, visitor.game.pk, visitor.user)
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.FILL)
@require_POST
def fill(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Bots take the seats that are still free."""
    form = FillForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a level for the bots."))
        return redirect("game", visitor.game.pk)
    call_service(request, "", open_games.fill_with_bots, visitor.game.pk, visitor.user, form.cleaned_data["level"])
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.FILL)
@require_POST
def seat_account(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """A bot account of the host takes a free seat."""
    call_service(
        request, "", open_games.seat_bot_account, visitor.game.pk, visitor.user, request.POST.get("account", "")
    )
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.SET_VISIBILITY)
@require_http_methods(["GET", "HEAD", "POST"])
def visibility(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """GET explains the choices; POST saves one."""
    form = VisibilityForm(request.POST or None, initial={"visibility": visitor.game.visibility})
    if request.method != "POST" or not form.is_valid():
        context = {"game": visitor.game, "form": form}
        return render(request, "web/game_visibility.html", context, status=422 if form.errors else 200)
    call_service(request, _("Saved."), set_visibility, visitor.game.pk, visitor.user, form.cleaned_data["visibility"])
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.UNDO)
@require_POST
def take_back(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    try:
        taken = takeback.undo(visitor.game.pk, visitor.user)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Taken back: %(moves)s") % {"moves": ", ".join(taken.texts)})
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.RESIGN)
@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """GET asks for confirmation; POST resigns."""
    if request.method != "POST":
        if visitor.game.status != Game.Status.RUNNING:
            return redirect("game", visitor.game.pk)
        return render(request, "web/game_resign.html", {"game": visitor.game})
    call_service(
        request, _("You have resigned; a bot plays on for you."), resignation.resign, visitor.game.pk, visitor.user
    )
    return redirect("game", visitor.game.pk)
