"""The site clock, by which deadlines count: it runs like any other clock, but stands still while the site is down.

So nobody loses time in an outage, and no row of a turn has to change, however many games there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, OuterRef, Subquery, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models.operations import ClockTick, Outage

MAX_PAUSE: Final = timedelta(minutes=2)
"""Between two ticks; a longer one means that the site was down."""

_known: ContextVar[list[SiteClock] | None] = ContextVar("site_clock", default=None)


@dataclass(frozen=True)
class SiteClock:
    """The site clock at one moment. `time` and `deadline` translate between its time and real time."""

    now: datetime
    """The real time."""
    ticked_at: datetime | None = None
    """When the clock last ticked; None before its first tick."""
    outage: Outage | None = None
    """The last one."""
    stopped: bool = False
    """It was stopped on purpose after its last tick."""

    @classmethod
    def read(cls, now: datetime | None = None) -> SiteClock:
        """Read the clock from the database (one query, one for all calls within `read_once`). now: default: now."""
        if now is not None:
            return cls._read(now)
        known = _known.get()
        if known is None:
            return cls._read(timezone.now())
        if not known:
            known.append(cls._read(timezone.now()))
        return known[0]

    @classmethod
    def _read(cls, now: datetime) -> SiteClock:
        last_tick = ClockTick.objects.select_related("outage").filter(pk=1).first()
        return cls(now) if last_tick is None else cls(now, last_tick.at, last_tick.outage, last_tick.stopped)

    def time(self, moment: datetime) -> datetime:
        """The time of the site clock at a moment that is not in the future."""
        outage = self.outage
        if outage is not None and moment < outage.since:
            outage = Outage.objects.filter(since__lte=moment).order_by("-since").first()
        if outage is not None and moment < outage.until:
            return outage.began
        if self.is_standing_still and self.ticked_at is not None:
            moment = min(moment, self.ticked_at)
        return moment - (outage.lost if outage is not None else timedelta())

    def deadline(self, due: datetime) -> datetime:
        """The real time at which the site clock shows `due`: later by all outages until then, the present one too."""
        outage = self.outage
        if outage is not None and due <= outage.began:
            outage = Outage.objects.filter(began__lt=due).order_by("-began").first()
        moment = due + (outage.lost if outage is not None else timedelta())
        if self.is_standing_still and self.ticked_at is not None and moment > self.ticked_at:
            moment += self.now - self.ticked_at
        return moment

    @property
    def is_standing_still(self) -> bool:
        """Whether an outage is under way: nobody knows yet how long it will have been."""
        return self.ticked_at is not None and (self.stopped or self.now - self.ticked_at > MAX_PAUSE)


@contextmanager
def read_once() -> Iterator[None]:
    """Within it the site clock is read from the database once, however many deadlines are computed."""
    reset = _known.set([])
    try:
        yield
    finally:
        _known.reset(reset)


def deadline_of(due: str) -> ExpressionWrapper[CombinedExpression]:
    """`SiteClock.deadline` for queries, without an outage that is under way. due: the path of `Turn.due`."""
    lost = Outage.objects.filter(began__lt=OuterRef(due)).order_by("-began").values("lost")[:1]
    counted = Coalesce(Subquery(lost), Value(timedelta()), output_field=DurationField())
    return ExpressionWrapper(F(due) + counted, output_field=DateTimeField())
