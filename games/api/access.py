"""The base of the API's views: who asks, for what, in which language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib.auth.models import AnonymousUser
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.renderers import BrowsableAPIRenderer
from rest_framework.request import Request
from rest_framework.viewsets import GenericViewSet
from structlog.contextvars import bind_contextvars

from games.access import Act, Denied, require
from games.models import Game, Seat
from games.people.models import User
from games.table.snapshot import snapshot


class Door(GenericViewSet[Any]):
    """Base of the API's views."""

    acts: ClassVar[Mapping[str, Act]]
    scopes: ClassVar[Mapping[str, str]] = {}
    """Of DeedThrottle."""
    expensive: ClassVar[frozenset[str]] = frozenset()
    """Of LookThrottle."""

    def perform_authentication(self, request: Request) -> None:
        super().perform_authentication(request)
        if isinstance(request.user, User):
            bind_contextvars(user=request.user.pk)
        translation.activate(language_of(request))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """What only reads is answered from one snapshot of the database."""
        super().initial(request, *args, **kwargs)
        if request.method in ("GET", "HEAD"):
            operation = request.method.lower()
            # Where nothing can be read the framework says so.
            if (read := getattr(self, operation, None)) is not None:
                setattr(self, operation, snapshot()(read))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """What is told is one account's, as things are at this moment."""
        told = super().finalize_response(request, response, *args, **kwargs)
        if "Cache-Control" not in told:
            patch_cache_control(told, private=True, no_cache=True)
        patch_vary_headers(told, ["Authorization"])
        return told

    @property
    def act(self) -> Act:
        return self.acts[self.action]

    @property
    def user(self) -> User:
        """Who asks. Raises Denied for nobody."""
        user = self.request.user
        if not isinstance(user, User):
            raise Denied(self.act, hidden=False)
        return user

    def game(self, game_id: str, act: Act | None = None, *, code: str = "") -> Game:
        """The game, for the act of this operation (or another one). Raises Denied."""
        games = Game.objects.select_related("host").prefetch_related("seats__user__owner")
        game = games.filter(pk=game_id).first()
        if game is None:
            raise Denied(self.act, hidden=True)
        bind_contextvars(game=game.pk)
        require(act or self.act, self.request.user, game, code=code)
        return game

    def own_seat(self, game: Game) -> Seat | None:
        return seat_of(game, self.request.user)


def seat_of(game: Game, user: User | AnonymousUser) -> Seat | None:
    """The seat of somebody at a game, of rows that are at hand."""
    if user.pk is None:
        return None
    return next((seat for seat in game.seats.all() if seat.user_id == user.pk), None)


def language_of(request: Request) -> str:
    """The language asked for; who asks for none, and who reads pages, has the language of his preferences."""
    user = request.user
    page = isinstance(getattr(request, "accepted_renderer", None), BrowsableAPIRenderer)
    if isinstance(user, User) and (page or "Accept-Language" not in request.headers):
        return user.reading_language
    return translation.get_language_from_request(request._request)
