"""While the site is only read, whatever changes something is refused here, each in its medium; reading goes on.

Who is not signed in can sign in, and who is can sign out: the rows of sessions are not the site's affairs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.api.problems import read_only as problem
from games.table.site_state import ReadOnly, said
from prweb.middleware.rate_limits import CHANGES_NOTHING, HAS_ITS_OWN

ALLOWED: Final = frozenset(
    {
        *("account_login", "account_logout", "account_request_login_code", "account_confirm_login_code"),
        *("mfa_authenticate", "mfa_login_webauthn", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
        *("account_reauthenticate", "account_reauthenticate_by_code", "admin:login", "admin:logout"),
        *("staff-read-only", "staff-banner"),
    }
)
"""What can be done all the same, by the names of addresses: signing in and out, and ending it."""


class ReadOnlyMiddleware:
    """Refuses changes at the door, and those that began before the door was shut."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        if request.method in CHANGES_NOTHING or said().read_only_since is None:
            return None
        match = request.resolver_match
        return None if match is not None and match.view_name in ALLOWED else refusal(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return refusal(request) if isinstance(error, ReadOnly) else None


def refusal(request: HttpRequest) -> HttpResponse:
    """What is answered: a page, a note on a page that htmx keeps alive, or a problem to programs."""
    now = said()
    response: HttpResponse
    if request.path_info.startswith(HAS_ITS_OWN):
        response = problem()
    else:
        context = {"said": now, "note": request.headers.get("HX-Request")}
        response = render(request, "read_only.html", context, status=503)
        if context["note"]:
            response["HX-Retarget"], response["HX-Reswap"] = "#notes", "innerHTML"
    response["Retry-After"] = str(round(now.retry_after().total_seconds()))
    response["Cache-Control"] = "no-store"
    return response
