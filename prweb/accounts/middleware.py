"""Shows everybody the site in the language and the time zone of their preferences."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from prweb.accounts.models import User


class PreferencesMiddleware:
    """Comes after the locale and authentication middlewares: a signed-in person's choice beats the browser's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, User):
            return self.get_response(request)
        with timezone.override(ZoneInfo(request.user.time_zone)):
            if request.user.language in dict(settings.LANGUAGES):
                translation.activate(request.user.language)
                request.LANGUAGE_CODE = translation.get_language()
            return self.get_response(request)
