"""Who looks at the page of a game, and whether games.access lets them see or do what the page is for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.access import Denied, Permission, may, require
from games.models import Game, Seat
from games.people.models import User
from games.permission_required import permission_required

Parameters = ParamSpec("Parameters")


@dataclass(frozen=True)
class Visitor:
    """Who looks at the page of a game."""

    actor: User | AnonymousUser
    game: Game
    seat: Seat | None
    """Their own; None for hosts without a seat and for spectators."""

    @property
    def user(self) -> User:
        """The signed-in user; for pages that only such users see."""
        assert isinstance(self.actor, User)
        return self.actor

    @property
    def is_host(self) -> bool:
        return self.game.host_id == self.actor.pk

    @property
    def index(self) -> int | None:
        """The index of their seat; None without one."""
        return None if self.seat is None else self.seat.index

    @property
    def version(self) -> str:
        """The version of the page that they see: see page_version."""
        return page_version(self.game, self.seat)

    def may(self, permission: Permission) -> bool:
        return may(permission, self.actor, self.game, self.seat)


def page_version(game: Game, seat: Seat | None) -> str:
    """The version of a game as somebody sees it: with that of what only the person at their seat can see."""
    return f"{game.version}.{seat.private_version}" if seat is not None and seat.private_version else str(game.version)


def signed_in_user(request: HttpRequest) -> User:
    """The signed-in user; for pages that only such users see."""
    assert isinstance(request.user, User)
    return request.user


def game_address(visitor: Visitor) -> str:
    """The address of the page of the visitor's game."""
    return reverse("game", args=[visitor.game.pk])


def load_visitor(request: HttpRequest, game_id: str, permission: Permission, code: str = "") -> Visitor:
    """The visitor with the game. Raises Denied without the permission; a game that does not exist is hidden like one.

    code: of the invitation link that led visitor.
    """
    seats = Prefetch("seats", Seat.objects.select_related("user__owner"))
    game = (
        Game.objects.select_related("host", "tournament_table__round__tournament")
        .prefetch_related(seats)
        .filter(pk=game_id)
        .first()
    )
    if game is None:
        raise Denied(permission, hidden=True)
    require(permission, request.user, game, code=code)
    return Visitor(request.user, game, game.seat_of(request.user))


def game_permission_required(
    permission: Permission,
) -> Callable[[Callable[Concatenate[HttpRequest, Visitor, Parameters], HttpResponse]], Callable[..., Any]]:
    """The decorator of a page about one game: the view gets the Visitor instead of the game's id."""

    def decorator(view: Callable[Concatenate[HttpRequest, Visitor, Parameters], HttpResponse]) -> Callable[..., Any]:
        @wraps(view)
        def with_visitor(request: HttpRequest, game_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
            return view(request, load_visitor(request, game_id, permission), *args, **kwargs)

        wrapper: Callable[..., HttpResponse] = with_visitor
        return permission_required(permission)(wrapper)

    return decorator
