"""How often somebody may ask, and do what costs more than asking."""

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

from games.rate_limits import client_address, wait_for_look


class Switched(SimpleRateThrottle):
    """Counts where the site limits rates at all."""

    def allow_request(self, request: Request, view: Any) -> bool:
        return not settings.RATE_LIMITS_ON or super().allow_request(request, view)


class AddressThrottle(Switched, AnonRateThrottle):
    """Of whoever is not signed in, by address; of IPv6 by the network of one customer."""

    def get_ident(self, request: Request) -> str:
        return client_address(request._request)


class AccountThrottle(Switched, UserRateThrottle):
    """By account; bot accounts are accounts of their own."""


class DeedThrottle(ScopedRateThrottle):
    """By account, and by the `scopes` of a view: DRF action -> key of DEFAULT_THROTTLE_RATES."""

    def allow_request(self, request: Request, view: Any) -> bool:
        scope = getattr(view, "scopes", {}).get(getattr(view, "action", None))
        if scope is None or not settings.RATE_LIMITS_ON:
            return True
        self.scope = scope
        self.rate = self.get_rate()
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return super(ScopedRateThrottle, self).allow_request(request, view)


class LookThrottle(BaseThrottle):
    """Of what costs much to read, by the `expensive` operations of a view; counted together with the pages."""

    def allow_request(self, request: Request, view: Any) -> bool:
        expensive = getattr(view, "action", None) in getattr(view, "expensive", ())
        self.needed = wait_for_look(request._request, request.user) if expensive else 0
        return not self.needed

    def wait(self) -> float:
        return float(self.needed)
