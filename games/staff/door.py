"""The door of the staff's pages: it leads staff to the second factor, and keeps players out of their own games."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.access import Act, Denied, require
from games.gate import View, demands, not_for_you
from games.models import Game
from games.people import passkeys
from games.people.models import User
from games.people.two_factors import has_app, has_second_factor
from games.table import queries

Parameters = ParamSpec("Parameters")


def staff_page(act: Act) -> Callable[[View[Parameters]], View[Parameters]]:
    """Says what a staff page lets one see or do, as `games.gate.demands`; besides, pages of staff are never cached.

    Staff whose session lacks the second factor are sent to give it, or to set one up. Who has a seat at the game in
    question is told why its page is closed to them.
    """

    def guard(view: View[Parameters]) -> View[Parameters]:
        return never_cache(demands(act, refuse)(view))

    return guard


def refuse(request: HttpRequest, denied: Denied) -> HttpResponseBase:
    """What whoever may not gets instead of a page of the staff."""
    person = staff_of(request)
    if not person.is_staff:
        return not_for_you(request, denied)
    if not person.two_factors:
        return to_the_second_factor(request, person)
    match = request.resolver_match
    game = Game.objects.filter(pk=match.kwargs.get("game_id", "") if match else "").first()
    if game is None or not (queries.seat_of(game, person) or game.seats.filter(user__owner=person).exists()):
        return not_for_you(request, denied)
    return render(request, "staff/own_game.html", {"game": game}, status=403)


def to_the_second_factor(request: HttpRequest, person: User) -> HttpResponse:
    """Where the second factor is asked for, or set up."""
    by_passkey = passkeys.work_at(request)
    if not has_second_factor(person):
        messages.info(request, _("The staff's pages open to who signs in with two factors: set up the second one."))
        return redirect("mfa_index" if by_passkey else "mfa_activate_totp")
    asked = "mfa_reauthenticate_webauthn" if by_passkey and not has_app(person) else "mfa_reauthenticate"
    return redirect(f"{reverse(asked)}?{urlencode({'next': request.get_full_path()})}")


def staff_of(request: HttpRequest) -> User:
    """Whoever acts; the pages behind this door are for people only."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def game_in_front(request: HttpRequest, game_id: str, act: Act) -> Game:
    """The game that something is to be seen of or done to. Raises Http404 if there is none, Denied for its players."""
    require(Act.MODERATE, request.user)
    game = Game.objects.select_related("host").prefetch_related("seats__user").filter(pk=game_id).first()
    if game is None:
        raise Http404
    require(act, request.user, game)
    return game
