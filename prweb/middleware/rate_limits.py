"""How often people may change something on pages, or look at what costs much: generous for hands, tight for loops."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from games.access import Act
from games.people.models import User
from games.rate_limits import client_address, too_often, wait_for_look, wait_needed

CHANGES_NOTHING: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
HAS_ITS_OWN: Final = "/api/"
"""Where programs come in, which are told of their limits as programs are."""
KINDS: Final[Mapping[Act, str]] = {
    Act.PLAY: "play",
    Act.UNDO: "play",
    Act.OPEN_GAME: "open",
    Act.EXPORT_OWN: "export",
}
"""Acts that are counted apart from all other changes."""


EXPENSIVE: Final = frozenset(
    {
        *("game-log", "game-record", "game-replay", "result", "result-record", "result-replay"),
        *("lobby", "watch", "staff-search"),
    }
)
"""Pages that cost far more than others to make: whole games, and lists that are searched. By the names of addresses."""


class LimitsMiddleware:
    """Counts by person; who is not signed in (also whoever comes by the link of a mail) is counted by address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], _args: object, _kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        if request.path_info.startswith(HAS_ITS_OWN):
            return None
        if request.method in CHANGES_NOTHING:
            expensive = request.resolver_match is not None and request.resolver_match.url_name in EXPENSIVE
            wait = wait_for_look(request, request.user) if expensive else 0
        elif isinstance(request.user, User):
            wait = wait_needed(KINDS.get(getattr(view, "act", Act.VISIT), "change"), f"person {request.user.pk}")
        else:
            wait = wait_needed("unknown", client_address(request))
        return too_often(request, wait) if wait else None
