"""Joins a game for people who must sign in first: the session remembers the seat until they have."""

from __future__ import annotations

import time
from typing import Final

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse

from games.models import Game
from games.people.models import User
from games.table import open_games
from games.table.errors import AlreadySeated, NoSuchGame, Refused
from games.table.invitations import reserved_seat

_KEY: Final = "joining"
_LIFETIME_S: Final = 2 * 60 * 60
"""Long enough to sign up and confirm an address, but not until somebody else uses the browser."""


def remember_join(request: HttpRequest, game_id: str, code: str, proof: str) -> None:
    """Remembers to take the seat as soon as somebody signs in. code, proof: of the link by which they came, if any."""
    request.session[_KEY] = {"game": game_id, "code": code, "proof": proof, "at": time.time()}


def proved_address(request: HttpRequest | None) -> str:
    """The mail address that the link in an invitation proves to be the visitor's; empty without proof."""
    pending = _pending_join(request) if request is not None and not request.user.is_authenticated else None
    if pending is None or not pending["proof"]:
        return ""
    game = Game.objects.prefetch_related("seats").filter(pk=pending["game"], status=Game.Status.OPEN).first()
    seat = reserved_seat(game, pending["proof"]) if game else None
    return seat.invited_email.lower() if seat else ""


def take_seat(request: HttpRequest, user: User) -> str | None:
    """Takes the remembered seat for the user who has just signed in; returns the address to go to, if any."""
    pending = _pending_join(request)
    request.session.pop(_KEY, None)
    if pending is None:
        return None
    try:
        open_games.join(pending["game"], user, pending["code"], pending["proof"])
    except AlreadySeated:
        pass
    except NoSuchGame:
        return None
    except Refused as refused:
        messages.error(request, str(refused))
        return reverse("game-join", args=[pending["game"], *filter(None, [pending["code"]])])
    return reverse("game", args=[pending["game"]])


def _pending_join(request: HttpRequest) -> dict[str, str] | None:
    kept = request.session.get(_KEY)
    if not isinstance(kept, dict) or time.time() - float(kept["at"]) > _LIFETIME_S:
        return None
    return {part: str(kept[part]) for part in ("game", "code", "proof")}
