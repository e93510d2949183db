"""What staff or the operator have said about the whole site: that it is only read for a while, and a banner.

Kept in the database, and by each process for some moments, so that asking for it costs nothing: every process of every
host knows of a change after `KEPT_FOR_S`. While the site is only read, whoever changes something is refused (pages and
API by prweb.middleware.read_only, services by `require_writable`) or waits (bots, mails, the clock), and the site clock
stands.
games.table.site_switches changes it.
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
from games.table.nudge import DELIVER

KEPT_FOR_S: Final = 2.0
RETRY_AFTER: Final = timedelta(minutes=2)
"""When whoever was refused may come again, if nobody has said how long it takes; and at least, at most otherwise."""
MAX_RETRY_AFTER: Final = timedelta(hours=1)


class ReadOnly(Exception):
    """Nothing can be changed now. It is no `Refused`: nobody is told that what they asked for is not possible."""


@dataclass(frozen=True)
class Said:
    """As it was said last. banner: texts by language."""

    read_only_since: datetime | None = None
    read_only_until: datetime | None = None
    banner: Mapping[str, str] | None = None
    banner_until: datetime | None = None
    unchecked_since: datetime | None = None

    def banner_now(self) -> str:
        """In the reader's language, or else in the site's own; empty if there is none, or its time is over."""
        if not self.banner or self.banner_until is None or self.banner_until <= timezone.now():
            return ""
        return self.banner.get(get_language() or "") or self.banner.get(settings.LANGUAGE_CODE, "")

    def retry_after(self) -> timedelta:
        """How long whoever was refused should wait."""
        rest = RETRY_AFTER if self.read_only_until is None else self.read_only_until - timezone.now()
        return min(max(rest, RETRY_AFTER), MAX_RETRY_AFTER)


_kept: tuple[float, Said] = (0.0, Said())
"""Until when on the monotonic clock, and what."""
_in_maintenance: ContextVar[bool] = ContextVar("in_maintenance", default=False)


def said() -> Said:
    """What counts now, as this process knows it. While the database is away it is what was known last."""
    if _kept[0] < time.monotonic():
        try:
            keep(_read(), KEPT_FOR_S)
        except DatabaseError:
            return _kept[1]
    return _kept[1]


def keep(said: Said, seconds: float) -> None:
    """Take this for what counts, without asking the database for so long."""
    global _kept  # noqa: PLW0603
    _kept = time.monotonic() + seconds, said


def forget() -> None:
    """Ask the database the next time."""
    keep(_kept[1], -1.0)


def is_read_only() -> bool:
    return said().read_only_since is not None


def rests(task: str) -> bool:
    """Whether this task of Celery's has to wait: while the site is only read, all do but the one that sends mails.

    It sends those by which people sign in, and no others then (games.mail.delivery).
    """
    return task != DELIVER and is_read_only()


def require_writable() -> None:
    """Raises ReadOnly while the site is only read, but for the operator's own work (`maintenance`)."""
    if is_read_only() and not _in_maintenance.get():
        raise ReadOnly


@contextmanager
def maintenance() -> Iterator[None]:
    """Within it services change what they always change: it is what the site is read only for."""
    reset = _in_maintenance.set(True)
    try:
        yield
    finally:
        _in_maintenance.reset(reset)


def _read() -> Said:
    state = SiteState.objects.filter(pk=1).first()
    if state is None:
        return Said()
    return Said(state.read_only_since, state.read_only_until, state.banner, state.banner_until, state.unchecked_since)
