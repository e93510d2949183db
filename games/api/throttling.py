"""Rate limits of the API."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import (
    AnonRateThrottle,
    BaseThrottle,
    ScopedRateThrottle,
    SimpleRateThrottle,
    UserRateThrottle,
)

from games.rate_limits import client_address, count_expensive_read


class SwitchableThrottle(SimpleRateThrottle):
    """Counts only on sites that limit rates (settings.RATE_LIMITS_ON)."""

    def allow_request(self, request: Request, view: Any) -> bool:
        return not settings.RATE_LIMITS_ON or super().allow_request(request, view)


class AddressThrottle(SwitchableThrottle, AnonRateThrottle):
    """Requests without sign-in, by IP address; an IPv6 network of one customer counts as one address."""

    def get_ident(self, request: Request) -> str:
        return client_address(request._request)


class AccountThrottle(SwitchableThrottle, UserRateThrottle):
    """Requests by account; a bot account counts for itself."""


class ActionThrottle(ScopedRateThrottle):
    """Single operations by account, as a view's `throttle_scopes` says."""

    def allow_request(self, request: Request, view: Any) -> bool:
        scope = getattr(view, "throttle_scopes", {}).get(getattr(view, "action", None))
        if scope is None or not settings.RATE_LIMITS_ON:
            return True
        self.scope = scope
        self.rate = self.get_rate()
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return super(ScopedRateThrottle, self).allow_request(request, view)


class ExpensiveReadThrottle(BaseThrottle):
    """The `expensive_actions` of a view; counted together with expensive pages."""

    def allow_request(self, request: Request, view: Any) -> bool:
        is_expensive = getattr(view, "action", None) in getattr(view, "expensive_actions", ())
        self.seconds_to_wait = count_expensive_read(request._request, request.user) if is_expensive else 0
        return not self.seconds_to_wait

    def wait(self) -> float:
        return float(self.seconds_to_wait)
