"""While the site is read-only, every request that changes something is refused here, as a page or as an API problem.

People can still sign in and out: sessions are not part of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.permissions import SAFE_METHODS

from games.api.problems import read_only as problem
from games.site_state import ReadOnly, current_status
from prweb.middleware.rate_limits import API_PREFIX

ALLOWED_URL_NAMES: Final = frozenset(
    {
        *("account_login", "account_logout", "account_request_login_code", "account_confirm_login_code"),
        *("mfa_authenticate", "mfa_login_webauthn", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
        *("account_reauthenticate", "account_reauthenticate_by_code", "admin:login", "admin:logout"),
        *("staff-read-only", "staff-banner", "mail-provider-incoming"),
    }
)
"""What is allowed all the same: signing in and out, ending the read-only mode, and mails that come in, which are read
afterwards."""


class ReadOnlyMiddleware:
    """Refuses requests that change something, and also those that began before the site became read-only."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        if request.method in SAFE_METHODS or current_status().read_only_since is None:
            return None
        match = request.resolver_match
        return None if match is not None and match.view_name in ALLOWED_URL_NAMES else refusal(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return refusal(request) if isinstance(error, ReadOnly) else None


def refusal(request: HttpRequest) -> HttpResponse:
    """The 503 response: a page, a note for a page that htmx updates, or a problem for programs."""
    now = current_status()
    response: HttpResponse
    if request.path_info.startswith(API_PREFIX):
        response = problem()
    else:
        context = {"said": now, "note": request.headers.get("HX-Request")}
        response = render(request, "read_only.html", context, status=503)
        if context["note"]:
            response["HX-Retarget"], response["HX-Reswap"] = "#notes", "innerHTML"
    response["Retry-After"] = str(round(now.retry_after().total_seconds()))
    response["Cache-Control"] = "no-store"
    return response
