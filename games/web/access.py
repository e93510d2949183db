"""Pages in front of a game: who is there, and whether games.access lets them see or do what the page is for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse

from games.access import Act, Denied, may, require
from games.gate import demands
from games.models import Game, Seat
from games.people.models import User

Parameters = ParamSpec("Parameters")


@dataclass(frozen=True)
class Visitor:
    """Somebody in front of a game. who: signed in or not; seat: theirs, None for hosts without one and onlookers."""

    who: User | AnonymousUser
    game: Game
    seat: Seat | None

    @property
    def user(self) -> User:
        """The signed-in person; for what only such are let to."""
        assert isinstance(self.who, User)
        return self.who

    @property
    def is_host(self) -> bool:
        return self.game.host_id == self.who.pk

    @property
    def index(self) -> int | None:
        """Of the seat; None for onlookers."""
        return None if self.seat is None else self.seat.index

    def may(self, act: Act) -> bool:
        return may(act, self.who, self.game, self.seat)


def person(request: HttpRequest) -> User:
    """The signed-in person; for pages that only such are let to."""
    assert isinstance(request.user, User)
    return request.user


def visitor(request: HttpRequest, game_id: str, act: Act, code: str = "") -> Visitor:
    """Whoever asks for something in front of a game. Raises Denied for who may not; no game is one that nobody may see.

    code: of the invitation link that led here.
    """
    seats = Prefetch("seats", Seat.objects.select_related("user__owner"))
    game = Game.objects.select_related("host").prefetch_related(seats).filter(pk=game_id).first()
    if game is None:
        raise Denied(act, hidden=True)
    require(act, request.user, game, code=code)
    mine = (seat for seat in game.seats.all() if seat.user_id is not None and seat.user_id == request.user.pk)
    return Visitor(request.user, game, next(mine, None))


def at_game(
    act: Act,
) -> Callable[[Callable[Concatenate[HttpRequest, Visitor, Parameters], HttpResponse]], Callable[..., Any]]:
    """The door of a page about one game: the view gets the Visitor in the place of the game's id."""

    def guard(view: Callable[Concatenate[HttpRequest, Visitor, Parameters], HttpResponse]) -> Callable[..., Any]:
        @wraps(view)
        def in_front(request: HttpRequest, game_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
            return view(request, visitor(request, game_id, act), *args, **kwargs)

        door: Callable[..., HttpResponse] = in_front
        return demands(act)(door)

    return guard
