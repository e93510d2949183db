"""Rate limits: how often somebody may do something. Django's cache, which all processes share, has the counters.

They stop loops and floods, and need not be exact: if the cache is away, everything is allowed.
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
    """Counts once more, and returns how many seconds to wait before it is allowed; 0: it is allowed now.

    what: a key of settings.RATE_LIMITS. who: identifies the user or client; only a digest of it is stored.
    """
    if not settings.RATE_LIMITS_ON:
        return 0
    now = time.time()
    waits = [0]
    for times, seconds in settings.RATE_LIMITS[what]:
        window, passed = divmod(int(now), seconds)
        if _count(_key(what, seconds, window, who), seconds) > times:
            waits.append(seconds - passed)
    return max(waits)


def wait_left(what: str, who: str) -> int:
    """What `wait_needed` would return, but counts nothing."""
    if not settings.RATE_LIMITS_ON:
        return 0
    now = time.time()
    waits = [0]
    for times, seconds in settings.RATE_LIMITS[what]:
        window, passed = divmod(int(now), seconds)
        if _counted(_key(what, seconds, window, who)) >= times:
            waits.append(seconds - passed)
    return max(waits)


def remember(what: str, who: str, seconds: int) -> None:
    """Remember something for so long. who: only a digest of it is stored."""
    try:
        cache.set(f"{what.replace(' ', '-')}:{_digest(who)}", 1, timeout=seconds)
    except Exception as error:  # as below
        log.warning("The cache cannot keep what it is told: %s", type(error).__name__)


def is_remembered(what: str, who: str) -> bool:
    return bool(_counted(f"{what.replace(' ', '-')}:{_digest(who)}"))


def _key(what: str, seconds: int, window: int, who: str) -> str:
    return f"limit:{what.replace(' ', '-')}:{seconds}:{window}:{_digest(who)}"


def _digest(who: str) -> str:
    return hashlib.sha256(who.encode(errors="replace")).hexdigest()[:32]


def _counted(key: str) -> int:
    """How often this key was counted so far; 0 if the cache cannot tell."""
    try:
        return int(cache.get(key) or 0)
    except Exception as error:  # as below
        log.warning("The cache cannot be read, so no rate is limited: %s", type(error).__name__)
        return 0


def count_expensive_read(request: HttpRequest, user: AbstractBaseUser | AnonymousUser) -> int:
    """Counts an expensive read, of pages and the API alike; returns the seconds to wait before it may be done."""
    return wait_needed("expensive read", f"person {user.pk}" if user.is_authenticated else client_address(request))


def _count(key: str, seconds: int) -> int:
    """How often this key was counted, including this time; 0 if the cache cannot count."""
    try:
        cache.add(key, 0, timeout=seconds + 5)
        return int(cache.incr(key) or 0)
    except Exception as error:  # every cache backend has its own exceptions
        log.warning("The cache cannot count, so no rate is limited: %s", type(error).__name__)
        return 0


def client_address(request: HttpRequest) -> str:
    """The address of the client, for IPv6 the network of one customer. Behind a proxy only the proxy's word counts."""
    try:
        return network_of(get_adapter().get_client_ip(request))
    except (PermissionDenied, ValueError):
        return "unknown"


def network_of(address: str) -> str:
    """What is counted as one client: an IPv4 address, or an IPv6 network (/64). Raises ValueError for anything else."""
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network(f"{parsed}/64", strict=False).network_address)
    return str(parsed)


def too_many_requests(request: HttpRequest, wait: int = 60) -> HttpResponse:
    """The response with status 429: a page, or for requests of htmx a note on the open page."""
    response = render(request, "429.html", {"wait": wait, "note": request.headers.get("HX-Request")}, status=429)
    response["Retry-After"] = str(wait)
    if request.headers.get("HX-Request"):
        response["HX-Retarget"], response["HX-Reswap"] = "#notes", "innerHTML"
    return response
