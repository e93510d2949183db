"""The seats of a game as somebody sees them who may take none of them because of a block.

For them it is a game for invited people, whose vacant seats are locked: they see what they see in others of this kind.
"""

from __future__ import annotations

from copy import copy
from typing import Final

from django.contrib.auth.models import AnonymousUser

from games.access.blocks import keeps_apart
from games.models import Game, Seat
from games.people.models import User

_SOMEBODY: Final = "somebody@invalid"


def seats_seen_by(reader: User | AnonymousUser | None, game: Game) -> list[Seat]:
    """The seats in their order; never to be saved."""
    seats = list(game.seats.all())
    return [_kept_for_another(seat) for seat in seats] if sees_no_free_seat(reader, game) else seats


def takeover_seen_by(reader: User | AnonymousUser | None, game: Game) -> str:
    """Who may take vacant seats over: in an open game this tells whether there were free seats at the opening."""
    if game.status == Game.Status.OPEN and game.takeover and sees_no_free_seat(reader, game):
        return Game.Takeover.LINK
    return game.takeover


def sees_no_free_seat(reader: User | AnonymousUser | None, game: Game) -> bool:
    """Whether somebody is kept apart from this game, and has nothing to do with it yet."""
    if not isinstance(reader, User) or reader.pk == game.host_id or game.seat_of(reader) is not None:
        return False
    return keeps_apart(game, reader)


def _kept_for_another(seat: Seat) -> Seat:
    if seat.user_id is not None or seat.bot_level:
        return seat
    seen = copy(seat)
    seen.invited_email, seen.invited_user = _SOMEBODY, None
    return seen
