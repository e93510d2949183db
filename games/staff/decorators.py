"""The decorator of the staff's pages: asks staff for their second factor, keeps players out of their own games."""

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

from games.access import Denied, Permission, require
from games.models import Game
from games.people import passkeys
from games.people.models import User
from games.people.two_factors import has_authenticator_app, has_second_factor
from games.permission_required import View, permission_required, refuse_access

Parameters = ParamSpec("Parameters")


def staff_permission_required(permission: Permission) -> Callable[[View[Parameters]], View[Parameters]]:
    """As `permission_required`, for staff pages, which are never cached.

    Staff whose session lacks the second factor are sent to enter it or to set one up. Staff who have a seat in the game
    are told why its page is closed to them.
    """

    def decorator(view: View[Parameters]) -> View[Parameters]:
        return never_cache(permission_required(permission, refuse_staff_access)(view))

    return decorator


def refuse_staff_access(request: HttpRequest, denied: Denied) -> HttpResponseBase:
    """The response instead of a staff page for whoever may not see it."""
    person = staff_user(request)
    if not person.is_staff:
        return refuse_access(request, denied)
    if not person.two_factors:
        return redirect_to_second_factor(request, person)
    match = request.resolver_match
    game = Game.objects.filter(pk=match.kwargs.get("game_id", "") if match else "").first()
    if game is None or not (game.seat_of(person) or game.seats.filter(user__owner=person).exists()):
        return refuse_access(request, denied)
    return render(request, "staff/own_game.html", {"game": game}, status=403)


def redirect_to_second_factor(request: HttpRequest, person: User) -> HttpResponse:
    """Sends staff to enter their second factor, or to set one up."""
    by_passkey = passkeys.are_supported(request)
    if not has_second_factor(person):
        messages.info(request, _("The staff's pages open to who signs in with two factors: set up the second one."))
        return redirect("mfa_index" if by_passkey else "mfa_activate_totp")
    url_name = (
        "mfa_reauthenticate_webauthn" if by_passkey and not has_authenticator_app(person) else "mfa_reauthenticate"
    )
    return redirect(f"{reverse(url_name)}?{urlencode({'next': request.get_full_path()})}")


def staff_user(request: HttpRequest) -> User:
    """The signed-in user; staff pages are for people only."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def load_game(request: HttpRequest, game_id: str, permission: Permission) -> Game:
    """The game of a staff page. Raises Http404 if there is none, Denied for its players."""
    require(Permission.MODERATE, request.user)
    game = Game.objects.select_related("host").prefetch_related("seats__user").filter(pk=game_id).first()
    if game is None:
        raise Http404
    require(permission, request.user, game)
    return game
