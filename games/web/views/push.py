"""What browsers need to tell people something while no page of ours is open."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import Permission
from games.endpoints.asked import is_asked
from games.permission_required import permission_required


@permission_required(Permission.VISIT)
@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The script that shows what is pushed. At the root of the site, as its scope is the folder that it lies in."""
    response = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    # Browsers ask for it anew at least once a day; an intermediate copy must not be older.
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _script() -> str:
    found = finders.find("web/service-worker.js")
    assert isinstance(found, str)
    return Path(found).read_text()


@permission_required(Permission.VISIT)
@never_cache
@require_safe
def asked(_request: HttpRequest, signed: str) -> HttpResponse:
    """Whether a turn still waits for its person, for the browser that was told of it."""
    found = is_asked(signed)
    if found is None:
        raise Http404
    return JsonResponse({"asked": found})
