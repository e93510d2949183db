"""Vacant seats of a running game: look at them, take one over, return to one's own."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.access import Denied, Permission, Persona, may, personas
from games.access.profiles import visible_profiles
from games.permission_required import permission_required
from games.refusals import show_refusals
from games.table import queries, takeover
from games.table.errors import NoSuchSeat, Refused
from games.table.outsiders import refusal_of_person
from games.table.positions import rules_of
from games.table.seats_seen import seats_seen_by
from games.table.vacant_offers import offers_of
from games.web.lobby_lines import vacant_line
from games.web.visitors import Visitor, game_address, game_permission_required, load_visitor
from games.wording import in_words

MAX_SEAT_DIGITS = 3


@permission_required(Permission.TAKE_OVER, read_permission=Permission.SEE_GAME)
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest, game_id: str, code: str = "") -> HttpResponse:
    """GET shows the vacant seats of a running game; POST takes one. code: of the invitation link."""
    visitor = load_visitor(request, game_id, Permission.SEE_GAME, code)
    if code and Persona.LINK_HOLDER not in personas(visitor.actor, visitor.game, code=code):
        raise Denied(Permission.TAKE_OVER, hidden=True)
    error = ""
    if request.method == "POST":
        if not visitor.actor.is_authenticated:
            raise Denied(Permission.TAKE_OVER, hidden=False)
        try:
            takeover.take_over(game_id, _chosen_seat(request), visitor.user, code)
            messages.success(request, _("The seat is yours now."))
            return redirect("game", game_id)
        except Refused as refused:
            error = str(refused)
            visitor = load_visitor(request, game_id, Permission.SEE_GAME, code)
    elif visitor.seat is not None:
        return redirect("game", game_id)
    return render(request, "web/game_seats.html", _context(visitor, code, error), status=409 if error else 200)


def _chosen_seat(request: HttpRequest) -> int:
    """The index of the seat that was chosen. Raises NoSuchSeat."""
    index = request.POST.get("seat", "")
    if not (index.isascii() and index.isdigit() and len(index) < MAX_SEAT_DIGITS):
        raise NoSuchSeat
    return int(index)


def _context(visitor: Visitor, code: str, error: str) -> dict[str, object]:
    game, seats = visitor.game, seats_seen_by(visitor.actor, visitor.game)
    refusal = refusal_of_person(game, visitor.user) if visitor.actor.is_authenticated else None
    return {
        "game": game,
        "title": in_words(rules_of(game).title),
        "special": queries.changed_options(game),
        "options": queries.chosen_options(game),
        "seats": seats,
        "profiles": visible_profiles(visitor.actor, [seat.user for seat in seats if seat.user]),
        "lines": [vacant_line(offer) for offer in offers_of(game, visitor.actor)],
        "may_take_over": refusal is None and may(Permission.TAKE_OVER, visitor.actor, game, code=code),
        "refusal": str(refusal) if refusal else "",
        "code": code,
        "error": error,
    }


@game_permission_required(Permission.RETURN)
@require_POST
@show_refusals(game_address)
def return_to_seat(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Lets somebody play again in their own vacant seat."""
    takeover.return_to_seat(visitor.game.pk, visitor.user)
    messages.success(request, _("You play again."))
    return redirect("game", visitor.game.pk)
