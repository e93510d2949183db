"""How a guest keeps their game: to sign up or in they are signed out as a guest, and the session remembers the guest.

So a session always belongs to one person, with a new key for each.
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
class GuestGame:
    """A guest's game, for the note on every page."""

    until: datetime
    """When it is deleted."""


def sign_in(request: HttpRequest, guest: User) -> None:
    """Signs the guest in, with a new session key."""
    request.session.pop(_KEY, None)
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])


def sign_out_guest(request: HttpRequest, guest: User) -> None:
    """Signs the guest out; the session remembers them."""
    logout(request)
    request.session[_KEY] = guest.pk


def remembered_guest(request: HttpRequest) -> User | None:
    """The guest who was signed out here to sign up or in, until they are deleted."""
    kept = request.session.get(_KEY)
    return guests.find_guest(kept) if isinstance(kept, int) else None


def guest_game(request: HttpRequest) -> GuestGame | None:
    """The guest's game that the page tells about; None if there is none."""
    user = getattr(request, "user", None)
    guest = user if isinstance(user, User) and user.is_guest else remembered_guest(request)
    return GuestGame(guest.guest_until) if guest is not None and guest.guest_until is not None else None


def await_proof(request: HttpRequest) -> None:
    """Somebody signs up here, with any address."""
    known = remembered_guest(request)
    if known is not None:
        guests.extend_until_confirmed(known.pk)


def promise_to(request: HttpRequest, new: User) -> None:
    """Somebody signs up. The new account remembers the game: the address may be confirmed in another browser."""
    known = remembered_guest(request)
    if known is not None:
        guests.set_heir(known.pk, new)


def take_over(request: HttpRequest, person: User) -> str | None:
    """Gives the guest's game to the person who has just signed in; returns the address to go to.

    If this is refused, a message tells why, and they can try again (by the note on every page).
    """
    kept = request.session.get(_KEY)
    if not isinstance(kept, int):
        return None
    try:
        game = guests.take_over_game(kept, person)
    except NoSuchGuest:
        # Confirming the address has taken the game over, or the guest was deleted.
        del request.session[_KEY]
        return None
    except Refused as refused:
        messages.error(request, str(refused))
        return None
    del request.session[_KEY]
    messages.success(request, _("The game that you played as a guest is yours now."))
    return reverse("game", args=[game.pk])
