"""What browsers need to tell people something while no page of ours is open."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games.access import Permission
from games.endpoints import changes
from games.endpoints.asked import is_asked
from games.permission_required import permission_required
from games.rate_limits import client_address, too_many_requests, wait_needed
from games.table.errors import NoSuchChannel, Refused

_RENEWED: Final = ("before", "auth", "address", "p256dh", "new_auth")


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


# The worker has no page with a token, and no session is looked at: what is sent proves which browser it is.
@csrf_exempt
@permission_required(Permission.VISIT)
@require_POST
def renew(request: HttpRequest) -> HttpResponse:
    """Keeps the new subscription of a browser whose own has ended, in the place of that one."""
    if wait := wait_needed("channel renewal", client_address(request)):
        return too_many_requests(request, wait)
    before, auth, address, p256dh, new_auth = (request.POST.get(name, "") for name in _RENEWED)
    try:
        changes.renew_browser(before, auth, address, p256dh, new_auth)
    except NoSuchChannel:
        raise Http404 from None
    except Refused as refused:
        return HttpResponse(str(refused), status=422, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)
