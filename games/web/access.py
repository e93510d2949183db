"""Who may see a game: decided here and nowhere else.

For now games are private: who has a seat sees the game, and the host while it is open. To everybody else it does
not exist.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from games.models import Game, Seat
from prweb.accounts.models import User


@dataclass(frozen=True)
class Visitor:
    """Somebody who may see a game. seat: theirs, None for a host without one."""

    user: User
    game: Game
    seat: Seat | None

    @property
    def is_host(self) -> bool:
        return self.game.host_id == self.user.pk


def person(request: HttpRequest) -> User:
    """The signed-in person; views that ask are for signed-in people only."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def visitor(request: HttpRequest, game_id: str) -> Visitor:
    """The signed-in person in front of this game. Raises Http404 for whoever may not see it."""
    user = person(request)
    game = Game.objects.select_related("host").prefetch_related("seats__user").filter(pk=game_id).first()
    if game is None:
        raise Http404
    seat = next((seat for seat in game.seats.all() if seat.user_id == user.pk), None)
    if not may_see(user, game, seat):
        raise Http404
    return Visitor(user, game, seat)


def may_see(user: User, game: Game, seat: Seat | None) -> bool:
    return seat is not None or (game.status == Game.Status.OPEN and game.host_id == user.pk)
