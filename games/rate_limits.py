"""How often somebody may do something: counted in Django's cache, which all processes of a site share.

The counters are for loops and floods, not for books: a cache that is away lets everything pass.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import time

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

log = logging.getLogger(__name__)


def wait_needed(what: str, who: str) -> int:
    """Counts one more time, and says how many seconds to wait before it may be done; 0: it may be done now.

    what: a key of settings.RATE_LIMITS. who: whatever tells one doer from another; not kept as it is.
    """
    if not settings.RATE_LIMITS_ON:
        return 0
    now = time.time()
    doer = hashlib.sha256(who.encode(errors="replace")).hexdigest()[:32]
    waits = [0]
    for times, seconds in settings.RATE_LIMITS[what]:
        window, passed = divmod(int(now), seconds)
        if _count(f"limit:{what.replace(' ', '-')}:{seconds}:{window}:{doer}", seconds) > times:
            waits.append(seconds - passed)
    return max(waits)


def count_expensive_read(request: HttpRequest, user: AbstractBaseUser | AnonymousUser) -> int:
    """Counts an expensive read, of pages and the API alike; returns the seconds to wait before it may be done."""
    return wait_needed("look", f"person {user.pk}" if user.is_authenticated else client_address(request))


def _count(key: str, seconds: int) -> int:
    """How often this key was counted, this time included; 0 where nothing can be counted."""
    try:
        cache.add(key, 0, timeout=seconds + 5)
        return int(cache.incr(key) or 0)
    except Exception as trouble:  # whatever cache there is has errors of its own
        log.warning("Nothing can be counted, every rate is let pass: %s", type(trouble).__name__)
        return 0


def client_address(request: HttpRequest) -> str:
    """Where a request comes from; of IPv6 the network of one customer. Behind a proxy only what that proxy says."""
    try:
        return network_of(get_adapter().get_client_ip(request))
    except (PermissionDenied, ValueError):
        return "unknown"


def network_of(address: str) -> str:
    """What is counted as one client: an IPv4 address, of IPv6 the /64. Raises ValueError for anything else."""
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network(f"{parsed}/64", strict=False).network_address)
    return str(parsed)


def too_often(request: HttpRequest, wait: int = 60) -> HttpResponse:
    """The page that says so. A page that htmx keeps alive gets it as a note."""
    response = render(request, "429.html", {"wait": wait, "note": request.headers.get("HX-Request")}, status=429)
    response["Retry-After"] = str(wait)
    if request.headers.get("HX-Request"):
        response["HX-Retarget"], response["HX-Reswap"] = "#notes", "innerHTML"
    return response
