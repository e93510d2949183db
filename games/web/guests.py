"""A guest's way to an account: who goes to sign up or in is signed out as the guest, and the session remembers whose
game it is until somebody is signed in there. So a session is one person's at a time, and its key a new one for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.people.models import User
from games.table import guests
from games.table.errors import NoSuchGuest, Refused

_KEY: Final = "guest"


@dataclass(frozen=True)
class Tried:
    """A guest's game, for the note on every page. until: when it is deleted."""

    until: datetime


def sign_in(request: HttpRequest, guest: User) -> None:
    """The browser is the guest's from now on, under a new session key."""
    request.session.pop(_KEY, None)
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])


def step_out(request: HttpRequest, guest: User) -> None:
    """The browser is nobody's, and remembers the guest."""
    logout(request)
    request.session[_KEY] = guest.pk


def remembered(request: HttpRequest) -> User | None:
    """The guest whom this browser has left to sign up or in, while their time lasts."""
    kept = request.session.get(_KEY)
    return guests.find_guest(kept) if isinstance(kept, int) else None


def tried(request: HttpRequest) -> Tried | None:
    """What is to be told of a guest's game on the page at hand."""
    user = getattr(request, "user", None)
    guest = user if isinstance(user, User) and user.is_guest else remembered(request)
    return Tried(guest.guest_until) if guest is not None and guest.guest_until is not None else None


def await_proof(request: HttpRequest) -> None:
    """Somebody signs up here, with whatever address."""
    known = remembered(request)
    if known is not None:
        guests.extend_until_confirmed(known.pk)


def promise_to(request: HttpRequest, new: User) -> None:
    """Somebody signs up: the address may be confirmed in another browser, so the account remembers the game."""
    known = remembered(request)
    if known is not None:
        guests.set_heir(known.pk, new)


def take_over(request: HttpRequest, person: User) -> str | None:
    """The game is for who has just signed in where the guest was; where to lead them then.

    Where it is refused, the reason is told, and they can try again (the note on every page).
    """
    kept = request.session.get(_KEY)
    if not isinstance(kept, int):
        return None
    try:
        game = guests.take_over_game(kept, person)
    except NoSuchGuest:
        # The confirmed address brought it over, or the time was over.
        del request.session[_KEY]
        return None
    except Refused as refused:
        messages.error(request, str(refused))
        return None
    del request.session[_KEY]
    messages.success(request, _("The game that you played as a guest is yours now."))
    return reverse("game", args=[game.pk])
