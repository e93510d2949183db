"""Health, readiness and figures, for proxies, schedulers and Prometheus."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from games.access import Permission, may
from games.permission_required import permission_required
from prweb.operations import readiness
from prweb.operations.figures import SiteFigures

PROXY_HEADERS: Final = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP")
"""Every proxy sets one of these; a request from the loopback address without any comes from this machine itself."""

View = Callable[[HttpRequest], HttpResponse]


def operator_required(view: View) -> View:
    """Only for the operator's token, this machine itself and administrators; all others get 404."""

    @wraps(view)
    def wrapper(request: HttpRequest) -> HttpResponse:
        actor = None if has_operator_token(request) or is_from_this_machine(request) else request.user
        if not may(Permission.OPERATE, actor):
            return HttpResponse(status=404)
        return view(request)

    wrapper.permission = Permission.OPERATE  # type: ignore[attr-defined]
    return wrapper


def has_operator_token(request: HttpRequest) -> bool:
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    expected = settings.OPERATOR_TOKEN
    return bool(expected) and scheme == "Bearer" and constant_time_compare(given.strip(), expected)


def is_from_this_machine(request: HttpRequest) -> bool:
    if any(name in request.headers for name in PROXY_HEADERS):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


@permission_required(Permission.VISIT, without_database=True)
@never_cache
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is checked."""
    return HttpResponse("ok\n", content_type="text/plain")


@operator_required
@never_cache
@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Whether pages can be served (200 or 503), and which part fails."""
    states = readiness.check_parts()
    ready = readiness.is_ready(states)
    return JsonResponse({"ready": ready, "parts": states}, status=200 if ready else 503)


@operator_required
@never_cache
@require_safe
def metrics(_request: HttpRequest) -> HttpResponse:
    """All figures in Prometheus' text format: the requests of this web server, and the figures of the site."""
    site = CollectorRegistry()
    site.register(SiteFigures())
    return HttpResponse(generate_latest(_request_registry()) + generate_latest(site), content_type=CONTENT_TYPE_LATEST)


def _request_registry() -> CollectorRegistry:
    """The registry of django-prometheus: of this process, or of all that share PROMETHEUS_MULTIPROC_DIR."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return REGISTRY
    shared = CollectorRegistry()
    MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    return shared
