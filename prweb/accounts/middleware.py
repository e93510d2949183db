"""Middleware for people: their language and time zone, whether they used two factors, and what guests may open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from games.people.models import User
from games.people.two_factors import proved_two_factors
from games.people.zones import browser_zone


class PreferencesMiddleware:
    """Comes after the locale and authentication middlewares: a signed-in person's choice overrides the browser's.

    Others see times in the zone that their browser tells, or in the site's.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, User):
            with timezone.override(browser_zone(request) or timezone.get_default_timezone()):
                return self.get_response(request)
        with timezone.override(ZoneInfo(request.user.time_zone)):
            translation.activate(request.user.reading_language)
            request.LANGUAGE_CODE = translation.get_language()
            return self.get_response(request)


class TwoFactorsMiddleware:
    """Sets `request.user.two_factors`: whether the session proved two factors. games.access requires it of staff."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User):
            request.user.two_factors = proved_two_factors(request, request.user)
        return self.get_response(request)


class GuestMiddleware:
    """Refuses guests the account pages, which allauth shows to everybody with a session."""

    ALLOWED_URL_NAMES: Final = frozenset(
        {
            *("account_login", "account_logout", "account_signup", "account_inactive"),
            *("account_email_verification_sent", "account_confirm_email"),
            *("account_reset_password", "account_reset_password_done"),
            *("account_reset_password_from_key", "account_reset_password_from_key_done"),
            *("account_request_login_code", "account_confirm_login_code"),
            *("mfa_authenticate", "mfa_login_webauthn"),
        }
    )
    """The pages for visitors without an account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        match = request.resolver_match
        if isinstance(request.user, User) and request.user.is_guest and match is not None:
            if match.route.startswith("accounts/") and match.url_name not in self.ALLOWED_URL_NAMES:
                raise PermissionDenied
