"""The language of visitors who have no account; whoever has one says it in their preferences."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.access import Permission
from games.permission_required import permission_required

KEPT_FOR: Final = timedelta(days=365)


# A token would bring a cookie with every page. Whoever forges this changes the language in which somebody reads.
@csrf_exempt
@permission_required(Permission.VISIT)
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keeps the language in a cookie of this browser, and leads back to the page."""
    page = request.POST.get("next", "")
    response = redirect(page if url_has_allowed_host_and_scheme(page, allowed_hosts=None) else "home")
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=KEPT_FOR,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response
