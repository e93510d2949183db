"""The status of the whole site: whether it is read-only for a while, and its banner. games.table.site_switches sets it.

The status is a row of the database, which each process caches for `CACHED_FOR_S`. While the site is read-only, changes
are refused (pages and API by prweb.middleware.read_only, services by `require_writable`), bots, mails and the clock
wait, and the site clock stands still.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import get_language

from games.models import SiteState
from games.nudge import DELIVER

CACHED_FOR_S: Final = 2.0
RETRY_AFTER: Final = timedelta(minutes=2)
"""After how long a refused client may try again, if nobody has set until when the site is read-only; else the least."""
MAX_RETRY_AFTER: Final = timedelta(hours=1)


class ReadOnly(Exception):
    """The site is read-only now. It is no `Refused`: the request itself is possible, but not now."""


@dataclass(frozen=True)
class SiteStatus:
    """The row SiteState, as this process has read it."""

    read_only_since: datetime | None = None
    read_only_until: datetime | None = None
    banner: Mapping[str, str] | None = None
    """Texts by language."""
    banner_until: datetime | None = None
    unchecked_since: datetime | None = None

    def banner_now(self) -> str:
        """The banner in the reader's language, or else in the site's own; empty if there is none now."""
        if not self.banner or self.banner_until is None or self.banner_until <= timezone.now():
            return ""
        return self.banner.get(get_language() or "") or self.banner.get(settings.LANGUAGE_CODE, "")

    def retry_after(self) -> timedelta:
        """How long a refused client should wait."""
        rest = RETRY_AFTER if self.read_only_until is None else self.read_only_until - timezone.now()
        return min(max(rest, RETRY_AFTER), MAX_RETRY_AFTER)


_cached: tuple[float, SiteStatus] = (0.0, SiteStatus())
"""Until when the cache is valid (time.monotonic()), and the cached status."""
_in_maintenance: ContextVar[bool] = ContextVar("in_maintenance", default=False)


def current_status() -> SiteStatus:
    """The present status, at most CACHED_FOR_S old. While the database is away, the last known one."""
    if _cached[0] < time.monotonic():
        try:
            cache_status(_read(), CACHED_FOR_S)
        except DatabaseError:
            return _cached[1]
    return _cached[1]


def cache_status(status: SiteStatus, seconds: float) -> None:
    """Use this status for so long, without reading the database."""
    global _cached  # noqa: PLW0603
    _cached = time.monotonic() + seconds, status


def clear_cache() -> None:
    """Read the database the next time."""
    cache_status(_cached[1], -1.0)


def is_read_only() -> bool:
    return current_status().read_only_since is not None


def must_wait(task: str) -> bool:
    """Whether this Celery task has to wait: while the site is read-only, all wait but the one that sends mails.

    That one then sends only mails by which people sign in (games.notifications.delivery).
    """
    return task != DELIVER and is_read_only()


def require_writable() -> None:
    """Raises ReadOnly while the site is read-only, except within the operator's own work (`maintenance`)."""
    if is_read_only() and not _in_maintenance.get():
        raise ReadOnly


@contextmanager
def maintenance() -> Iterator[None]:
    """Within it services can write although the site is read-only: for the operator's own commands."""
    reset = _in_maintenance.set(True)
    try:
        yield
    finally:
        _in_maintenance.reset(reset)


def _read() -> SiteStatus:
    state = SiteState.objects.filter(pk=1).first()
    if state is None:
        return SiteStatus()
    return SiteStatus(
        state.read_only_since, state.read_only_until, state.banner, state.banner_until, state.unchecked_since
    )
