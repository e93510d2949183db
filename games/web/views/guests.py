"""Trying a game without an account, and keeping it. All by POST."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import get_default_timezone_name
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from games.access import Permission
from games.bot_levels import LEVELS_FOR_PEOPLE
from games.people.zones import browser_zone
from games.permission_required import permission_required
from games.rate_limits import client_address, wait_needed
from games.table.errors import TooMany
from games.table.guests import game_of, open_guest_game
from games.web import guests
from games.web.kinds import kinds, requested_kind
from games.web.visitors import signed_in_user

TOO_OFTEN, FULL = 429, 503


@permission_required(Permission.TRY_GAME)
@require_POST
def try_game(request: HttpRequest) -> HttpResponse:
    """Creates a guest for this browser, and a game against the weakest bots."""
    kind = requested_kind(request) or kinds()[0].key
    wait = wait_needed("guest", client_address(request))
    if wait:
        response = render(request, "web/no_guest.html", {"too_often": True}, status=TOO_OFTEN)
        response["Retry-After"] = str(wait)
        return response
    zone = browser_zone(request)
    try:
        guest, game = open_guest_game(
            kind,
            LEVELS_FOR_PEOPLE[0].name,
            time_zone=zone.key if zone else get_default_timezone_name(),
            language=get_language() or settings.LANGUAGE_CODE,
        )
    except TooMany:
        return render(request, "web/no_guest.html", status=FULL)
    guests.sign_in(request, guest)
    return redirect("game", game.pk)


@permission_required(Permission.KEEP_GUEST_GAME)
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Sends a guest to sign up, or in (`by=sign-in`); a person who is already signed in takes the game over."""
    user = signed_in_user(request)
    if not user.is_guest:
        return redirect(guests.take_over(request, user) or "home")
    guests.sign_out_guest(request, user)
    return redirect("account_login" if request.POST.get("by") == "sign-in" else "account_signup")


@permission_required(Permission.TRY_GAME)
@require_POST
def go_back(request: HttpRequest) -> HttpResponse:
    """Signs the guest in again who was signed out in this browser."""
    guest = guests.remembered_guest(request)
    if guest is None:
        return redirect("home")
    guests.sign_in(request, guest)
    game = game_of(guest)
    return redirect("game", game.pk) if game else redirect("home")
