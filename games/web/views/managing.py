"""What one does with a game as a whole: leave it, start it, fill it, take back, resign. Only a POST does it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Game
from games.table import opening, resigning, takeback
from games.table.errors import Refused
from games.web.access import visitor
from games.web.forms import FillForm


@login_required
@require_POST
def leave_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the seat back; the host calls the whole game off."""
    here = visitor(request, game_id)
    try:
        if here.is_host:
            opening.cancel(game_id, here.user)
        else:
            opening.leave(game_id, here.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("game", game_id)
    messages.success(request, _("Called off.") if here.is_host else _("You have left the game."))
    return redirect("lobby")


@login_required
@require_POST
def start_game(request: HttpRequest, game_id: str) -> HttpResponse:
    here = visitor(request, game_id)
    try:
        opening.start(game_id, here.user)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("game", game_id)


@login_required
@require_POST
def fill(request: HttpRequest, game_id: str) -> HttpResponse:
    """Bots take the seats that are still free."""
    here = visitor(request, game_id)
    form = FillForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a level for the bots."))
        return redirect("game", game_id)
    try:
        opening.fill_with_bots(game_id, here.user, form.cleaned_data["level"])
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("game", game_id)


@login_required
@require_POST
def take_back(request: HttpRequest, game_id: str) -> HttpResponse:
    here = visitor(request, game_id)
    try:
        taken = takeback.undo(game_id, here.user)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Taken back: %(moves)s") % {"moves": ", ".join(taken.texts)})
    return redirect("game", game_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def give_up(request: HttpRequest, game_id: str) -> HttpResponse:
    """GET asks whether it is meant; POST resigns."""
    here = visitor(request, game_id)
    if request.method != "POST":
        if here.game.status != Game.Status.RUNNING:
            return redirect("game", game_id)
        return render(request, "web/game_resign.html", {"game": here.game})
    try:
        resigning.resign(game_id, here.user)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("You have resigned; a bot plays on for you."))
    return redirect("game", game_id)
