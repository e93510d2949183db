"""Who takes a seat without being signed in: the browser's session remembers it until they are."""

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
_LASTS_S: Final = 2 * 60 * 60
"""Long enough to sign up and prove an address; whoever uses the browser later takes no seat by surprise."""


def remember(request: HttpRequest, game_id: str, code: str, proof: str) -> None:
    """The seat is taken as soon as somebody is signed in here. code, proof: of the link they came by, if any."""
    request.session[_KEY] = {"game": game_id, "code": code, "proof": proof, "at": time.time()}


def proved_address(request: HttpRequest | None) -> str:
    """The address that the link in an invitation proves to be the visitor's; empty where none does."""
    wish = _wish(request) if request is not None and not request.user.is_authenticated else None
    if wish is None or not wish["proof"]:
        return ""
    game = Game.objects.prefetch_related("seats").filter(pk=wish["game"], status=Game.Status.OPEN).first()
    seat = reserved_seat(game, wish["proof"]) if game else None
    return seat.invited_email.lower() if seat else ""


def take_seat(request: HttpRequest, user: User) -> str | None:
    """Seat who has just signed in, if that is what they came for; where to lead them then."""
    wish = _wish(request)
    request.session.pop(_KEY, None)
    if wish is None:
        return None
    try:
        open_games.join(wish["game"], user, wish["code"], wish["proof"])
    except AlreadySeated:
        pass
    except NoSuchGame:
        return None
    except Refused as refused:
        messages.error(request, str(refused))
        return reverse("game-join", args=[wish["game"], *filter(None, [wish["code"]])])
    return reverse("game", args=[wish["game"]])


def _wish(request: HttpRequest) -> dict[str, str] | None:
    kept = request.session.get(_KEY)
    if not isinstance(kept, dict) or time.time() - float(kept["at"]) > _LASTS_S:
        return None
    return {part: str(kept[part]) for part in ("game", "code", "proof")}
