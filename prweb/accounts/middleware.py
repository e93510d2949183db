"""What a request brings along: language, time zone, and of a signed-in person how well it proved who it is."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from prweb.accounts.models import User
from prweb.accounts.two_factors import proved_two_factors
from prweb.accounts.zones import browsers_zone


class PreferencesMiddleware:
    """Comes after the locale and authentication middlewares: a signed-in person's choice beats the browser's.

    Others are told times in the zone that their browser tells, else in the site's.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, User):
            with timezone.override(browsers_zone(request) or timezone.get_default_timezone()):
                return self.get_response(request)
        with timezone.override(ZoneInfo(request.user.time_zone)):
            translation.activate(request.user.reading_language)
            request.LANGUAGE_CODE = translation.get_language()
            return self.get_response(request)


class TwoFactorsMiddleware:
    """Says of a signed-in person whether two factors stand behind this request; games.access asks it of staff."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User):
            request.user.two_factors = proved_two_factors(request, request.user)
        return self.get_response(request)
