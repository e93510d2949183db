"""Actions on a whole game: leave, start, fill, cancel, take back, resign, choose who may watch. All by POST."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST

from games.access import Permission
from games.models import Game
from games.refusals import show_refusals
from games.table import bots_for_free_seats, open_games, rated_games, resignation, takeback, vacant_seats
from games.table.visibility import set_visibility
from games.web.forms import BotsAfterForm, FillForm, VisibilityForm
from games.web.visitors import Visitor, game_address, game_permission_required


@game_permission_required(Permission.LEAVE)
@require_POST
@show_refusals(game_address)
def leave_game(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Gives the seat back before the start."""
    open_games.leave(visitor.game.pk, visitor.user)
    messages.success(request, _("You have left the game."))
    return redirect("lobby")


@game_permission_required(Permission.DECLINE)
@require_POST
@show_refusals("home")
def decline_seat(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Gives up the seat that is kept for the visitor."""
    open_games.decline(visitor.game.pk, visitor.user)
    messages.success(request, _("The seat is free for somebody else."))
    return redirect("home")


@game_permission_required(Permission.CANCEL)
@require_POST
@show_refusals(game_address)
def cancel_game(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """The host calls the whole game off before its start."""
    open_games.cancel(visitor.game.pk, visitor.user)
    messages.success(request, pgettext("before the start", "Called off."))
    return redirect("lobby")


@game_permission_required(Permission.START)
@require_POST
@show_refusals(game_address)
def start_game(_request: HttpRequest, visitor: Visitor) -> HttpResponse:
    open_games.start(visitor.game.pk, visitor.user)
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.FILL)
@require_POST
@show_refusals(game_address)
def fill(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Bots take the seats that are still free."""
    form = FillForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a level for the bots."))
        return redirect("game", visitor.game.pk)
    open_games.fill_with_bots(visitor.game.pk, visitor.user, form.cleaned_data["level"])
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.FILL)
@require_POST
@show_refusals(game_address)
def bots_after(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Keeps after how long bots take the seats that are still free."""
    form = BotsAfterForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a time and a level for the bots."))
        return redirect("game", visitor.game.pk)
    bots_for_free_seats.choose(visitor.game.pk, visitor.user, form.after(), form.level())
    messages.success(request, _("Saved."))
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.FILL)
@require_POST
@show_refusals(game_address)
def seat_account(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """A bot account of the host takes a free seat."""
    open_games.seat_bot_account(visitor.game.pk, visitor.user, request.POST.get("account", ""))
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.SET_VISIBILITY)
@require_http_methods(["GET", "HEAD", "POST"])
@show_refusals(game_address)
def visibility(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """GET explains the choices; POST saves one."""
    form = VisibilityForm(request.POST or None, initial={"visibility": visitor.game.visibility})
    if request.method != "POST" or not form.is_valid():
        context = {"game": visitor.game, "form": form}
        return render(request, "web/game_visibility.html", context, status=422 if form.errors else 200)
    set_visibility(visitor.game.pk, visitor.user, form.cleaned_data["visibility"])
    messages.success(request, _("Saved."))
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.UNDO)
@require_POST
@show_refusals(game_address)
def take_back(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    taken = takeback.undo(visitor.game.pk, visitor.user)
    messages.success(request, _("Taken back: %(moves)s") % {"moves": ", ".join(taken.texts)})
    return redirect("game", visitor.game.pk)


@game_permission_required(Permission.RESIGN)
@require_http_methods(["GET", "HEAD", "POST"])
@show_refusals(game_address)
def resign(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """GET asks for confirmation; POST resigns."""
    if request.method != "POST":
        if visitor.game.status != Game.Status.RUNNING:
            return redirect("game", visitor.game.pk)
        game, seat = visitor.game, visitor.seat
        context = {
            "game": game,
            "can_be_taken": seat is not None and vacant_seats.can_be_taken(game, seat),
            "warning_of_loss": rated_games.warning_of_loss(game, seat, visitor.user),
        }
        return render(request, "web/game_resign.html", context)
    resignation.resign(visitor.game.pk, visitor.user)
    messages.success(request, _("You have resigned; a bot plays on for you."))
    return redirect("game", visitor.game.pk)
