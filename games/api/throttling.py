"""How often an account may do what costs more than looking."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle


class DeedThrottle(ScopedRateThrottle):
    """By the `scopes` of a view: DRF action -> key of DEFAULT_THROTTLE_RATES."""

    def allow_request(self, request: Request, view: Any) -> bool:
        scope = getattr(view, "scopes", {}).get(getattr(view, "action", None))
        if scope is None:
            return True
        self.scope = scope
        self.rate = self.get_rate()
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return super(ScopedRateThrottle, self).allow_request(request, view)
