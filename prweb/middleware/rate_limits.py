"""Rate limits of the pages: how often people may change something or open expensive pages.

No person reaches the limits by hand, only loops do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from rest_framework.permissions import SAFE_METHODS

from games.access import Permission
from games.people.models import User
from games.rate_limits import client_address, count_expensive_read, too_many_requests, wait_needed

API_PREFIX: Final = "/api/"
"""Below it the throttles of the API count (games/api/throttling.py)."""
RATE_LIMIT_NAMES: Final[Mapping[Permission, str]] = {
    Permission.PLAY: "play",
    Permission.UNDO: "play",
    Permission.OPEN_GAME: "open",
    Permission.EXPORT_OWN_DATA: "export",
    Permission.HAVE_COACH: "coach",
}
"""Permissions that have a rate limit of their own (keys of settings.RATE_LIMITS); all other changes share one."""

EXPENSIVE_URL_NAMES: Final = frozenset(
    {
        *("game-log", "game-record", "game-replay", "result", "result-record", "result-replay"),
        *("lobby", "watch", "profile", "history", "statistics", "ratings", "leaderboard", "staff-search"),
    }
)
"""URL names of the pages that cost far more than others: whole games, and lists that are searched."""

UNCOUNTED_URL_NAMES: Final = frozenset({"mail-provider-incoming", "mail-provider-events"})
"""Where one client hands in the mails of everybody; they are counted by whom they are for (games.mail.admission)."""


class RateLimitMiddleware:
    """Counts by user; requests without sign-in (also those by the link in a mail) by IP address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], _args: object, _kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        match = request.resolver_match
        if request.path_info.startswith(API_PREFIX) or (match is not None and match.url_name in UNCOUNTED_URL_NAMES):
            return None
        if request.method in SAFE_METHODS:
            expensive = match is not None and match.url_name in EXPENSIVE_URL_NAMES
            wait = count_expensive_read(request, request.user) if expensive else 0
        elif isinstance(request.user, User):
            wait = wait_needed(
                RATE_LIMIT_NAMES.get(getattr(view, "permission", Permission.VISIT), "change"),
                f"person {request.user.pk}",
            )
        else:
            wait = wait_needed("unknown", client_address(request))
        return too_many_requests(request, wait) if wait else None
