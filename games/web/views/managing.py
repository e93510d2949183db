"""What one does with a game as a whole: leave it, start it, fill it, take back, resign, say who may watch.

Only a POST does it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.access import Act
from games.models import Game
from games.table import open_games, resignation, takeback
from games.table.errors import Refused
from games.table.visibility import set_visibility
from games.web.access import Visitor, at_game
from games.web.forms import FillForm, VisibilityForm

P = ParamSpec("P")


def carry_out(request: HttpRequest, said: str, service: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether the service did it. The next page tells what it did (`said`, if anything), or why it refused."""
    try:
        service(*args, **kwargs)
    except Refused as refused:
        messages.error(request, str(refused))
        return False
    if said:
        messages.success(request, said)
    return True


@at_game(Act.LEAVE)
@require_POST
def leave_game(request: HttpRequest, here: Visitor) -> HttpResponse:
    """Give the seat back before the start."""
    left = carry_out(request, _("You have left the game."), open_games.leave, here.game.pk, here.user)
    return redirect("lobby") if left else redirect("game", here.game.pk)


@at_game(Act.DECLINE)
@require_POST
def decline_seat(request: HttpRequest, here: Visitor) -> HttpResponse:
    """The seat that is kept for the visitor is free again."""
    carry_out(request, _("The seat is free for somebody else."), open_games.decline, here.game.pk, here.user)
    return redirect("home")


@at_game(Act.CANCEL)
@require_POST
def call_off(request: HttpRequest, here: Visitor) -> HttpResponse:
    """The host calls the whole game off before its start."""
    cancelled = carry_out(request, _("Called off."), open_games.cancel, here.game.pk, here.user)
    return redirect("lobby") if cancelled else redirect("game", here.game.pk)


@at_game(Act.START)
@require_POST
def start_game(request: HttpRequest, here: Visitor) -> HttpResponse:
    carry_out(request, "", open_games.start, here.game.pk, here.user)
    return redirect("game", here.game.pk)


@at_game(Act.FILL)
@require_POST
def fill(request: HttpRequest, here: Visitor) -> HttpResponse:
    """Bots take the seats that are still free."""
    form = FillForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a level for the bots."))
        return redirect("game", here.game.pk)
    carry_out(request, "", open_games.fill_with_bots, here.game.pk, here.user, form.cleaned_data["level"])
    return redirect("game", here.game.pk)


@at_game(Act.FILL)
@require_POST
def seat_account(request: HttpRequest, here: Visitor) -> HttpResponse:
    """A bot account of the host takes a free seat."""
    carry_out(request, "", open_games.seat_account, here.game.pk, here.user, request.POST.get("account", ""))
    return redirect("game", here.game.pk)


@at_game(Act.SET_VISIBILITY)
@require_http_methods(["GET", "HEAD", "POST"])
def visibility(request: HttpRequest, here: Visitor) -> HttpResponse:
    """GET says what each choice means; POST makes it."""
    form = VisibilityForm(request.POST or None, initial={"visibility": here.game.visibility})
    if request.method != "POST" or not form.is_valid():
        context = {"game": here.game, "form": form}
        return render(request, "web/game_visibility.html", context, status=422 if form.errors else 200)
    carry_out(request, _("Saved."), set_visibility, here.game.pk, here.user, form.cleaned_data["visibility"])
    return redirect("game", here.game.pk)


@at_game(Act.UNDO)
@require_POST
def take_back(request: HttpRequest, here: Visitor) -> HttpResponse:
    try:
        taken = takeback.undo(here.game.pk, here.user)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Taken back: %(moves)s") % {"moves": ", ".join(taken.texts)})
    return redirect("game", here.game.pk)


@at_game(Act.RESIGN)
@require_http_methods(["GET", "HEAD", "POST"])
def give_up(request: HttpRequest, here: Visitor) -> HttpResponse:
    """GET asks whether it is meant; POST resigns."""
    if request.method != "POST":
        if here.game.status != Game.Status.RUNNING:
            return redirect("game", here.game.pk)
        return render(request, "web/game_resign.html", {"game": here.game})
    carry_out(request, _("You have resigned; a bot plays on for you."), resignation.resign, here.game.pk, here.user)
    return redirect("game", here.game.pk)
