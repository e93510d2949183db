"""Time zones by name: which there are, and which one a visitor's browser tells."""

from __future__ import annotations

from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest

COOKIE: Final = "prweb-zone"
"""Kept by the browser itself (static/web/zone.js); the server only reads it."""
MAX_LENGTH: Final = 64
"""Of a name; as long as the column of an account's."""


def zone_named(name: str) -> ZoneInfo | None:
    """The zone of this IANA name; None where there is none."""
    return ZoneInfo(name) if len(name) <= MAX_LENGTH and name in _names() else None


def browsers_zone(request: HttpRequest) -> ZoneInfo | None:
    """The zone that the visitor's browser says it is in; None where it says nothing that makes sense."""
    return zone_named(request.COOKIES.get(COOKIE, ""))


@cache
def _names() -> frozenset[str]:
    """Asked for with every page, and otherwise read from the disk each time."""
    return frozenset(available_timezones())
