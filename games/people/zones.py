"""Time zones by name, and the time zone of a visitor's browser."""

from __future__ import annotations

from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest

ZONE_COOKIE: Final = "prweb-zone"
"""The browser's script sets it (static/web/zone.js); the server only reads it."""
MAX_ZONE_LENGTH: Final = 64
"""The maximum length of a name: that of the column of accounts."""


def find_zone(name: str) -> ZoneInfo | None:
    """The zone with this IANA name; None if there is none."""
    return ZoneInfo(name) if len(name) <= MAX_ZONE_LENGTH and name in _names() else None


def browser_zone(request: HttpRequest) -> ZoneInfo | None:
    """The zone that the visitor's browser tells; None if it tells none, or an unknown one."""
    return find_zone(request.COOKIES.get(ZONE_COOKIE, ""))


@cache
def _names() -> frozenset[str]:
    """Needed for every page, and otherwise read from the disk each time."""
    return frozenset(available_timezones())
