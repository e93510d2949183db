"""The base class of the API's views: the user, the permission and the language of a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.exceptions import NotFound
from rest_framework.renderers import BrowsableAPIRenderer
from rest_framework.request import Request
from rest_framework.viewsets import GenericViewSet
from structlog.contextvars import bind_contextvars

from games.access import Denied, Permission, require
from games.models import Game, Seat
from games.people.models import User
from games.snapshot import snapshot


class ApiView(GenericViewSet[Any]):
    """Base of the API's views. The keys of its tables are DRF actions, or HTTP methods where a view has no actions."""

    permissions: ClassVar[Mapping[str, Permission]]
    """What each operation needs."""
    throttle_scopes: ClassVar[Mapping[str, str]] = {}
    """Keys of DEFAULT_THROTTLE_RATES for operations with a rate limit of their own (ActionThrottle)."""
    expensive_actions: ClassVar[frozenset[str]] = frozenset()
    """Counted by ExpensiveReadThrottle."""

    def perform_authentication(self, request: Request) -> None:
        super().perform_authentication(request)
        if isinstance(request.user, User):
            bind_contextvars(user=request.user.pk)
        translation.activate(language_of(request))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Takes one snapshot of the database for the whole answer to a request that only reads. Raises NotFound."""
        if any("\0" in str(value) for value in kwargs.values()):
            # PostgreSQL cannot even look for it.
            raise NotFound
        super().initial(request, *args, **kwargs)
        if request.method in ("GET", "HEAD"):
            operation = request.method.lower()
            # Without a handler the framework itself answers 405.
            if (read := getattr(self, operation, None)) is not None:
                setattr(self, operation, snapshot()(read))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Answers are for one account and for this moment: shared caches must not keep them."""
        finalized = super().finalize_response(request, response, *args, **kwargs)
        if "Cache-Control" not in finalized:
            patch_cache_control(finalized, private=True, no_cache=True)
        patch_vary_headers(finalized, ["Authorization"])
        return finalized

    @property
    def permission(self) -> Permission:
        return self.permissions[self.action]

    @property
    def user(self) -> User:
        """The signed-in user. Raises Denied without one."""
        user = self.request.user
        if not isinstance(user, User):
            raise Denied(self.permission, hidden=False)
        return user

    def game(self, game_id: str, permission: Permission | None = None, *, code: str = "") -> Game:
        """The game, if the user has the permission of this operation (or the given one) for it. Raises Denied."""
        games = Game.objects.select_related("host").prefetch_related("seats__user__owner")
        game = games.filter(pk=game_id).first()
        if game is None:
            raise Denied(self.permission, hidden=True)
        bind_contextvars(game=game.pk)
        require(permission or self.permission, self.request.user, game, code=code)
        return game

    def own_seat(self, game: Game) -> Seat | None:
        return game.seat_of(self.request.user)


def language_of(request: Request) -> str:
    """The language that the request accepts; without one, and on browsable pages, that of the preferences."""
    user = request.user
    page = isinstance(getattr(request, "accepted_renderer", None), BrowsableAPIRenderer)
    if isinstance(user, User) and (page or "Accept-Language" not in request.headers):
        return user.reading_language
    return translation.get_language_from_request(request._request)
