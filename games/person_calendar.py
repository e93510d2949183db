"""When time runs for a person: not on days off, nor while they are away. All moments are real ones, in UTC.

Days are those of the person's own zone, so one on which a clock is put forward or back has 23 or 25 hours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

MAX_QUIET: Final = timedelta(hours=8)
"""Of a person's quiet hours."""
_MAX_DAYS: Final = 1000
"""After so many days the search for one on which time runs ends."""
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True)
class Quiet:
    """Hours into which no deadline falls; `until` may be on the next day. ValueError if they are too long."""

    since: time
    until: time

    def __post_init__(self) -> None:
        if not timedelta() < self.length <= MAX_QUIET:
            raise ValueError("quiet hours are between a minute and 8 hours long")

    @property
    def length(self) -> timedelta:
        """On a day of 24 hours."""
        return (datetime.combine(date.min, self.until) - datetime.combine(date.min, self.since)) % _DAY


DayRange = tuple[date, date]
"""A first day and a last one, both included."""


@dataclass(frozen=True)
class Calendar:
    """The days of one person in one game."""

    zone: ZoneInfo
    days_off: frozenset[int] = frozenset()
    """Days of the week on which no time runs: 0 is Monday."""
    quiet: Quiet | None = None
    days_away: frozenset[date] = frozenset()
    """Days of an absence, on which no time runs either."""

    def after(self, start: datetime, span: timedelta) -> datetime:
        """The moment by which time has run for `span` since `start`."""
        moment = start.astimezone(UTC)
        for _day in range(_MAX_DAYS):
            day = moment.astimezone(self.zone).date()
            end = self._begin_of(day + _DAY)
            if not self._is_off(day):
                if moment + span <= end:
                    return moment + span
                span -= end - moment
            moment = end
        return moment

    def between(self, start: datetime, end: datetime) -> timedelta:
        """How long time runs from `start` until `end`; nothing if `end` is not after `start`."""
        moment, end = start.astimezone(UTC), end.astimezone(UTC)
        run = timedelta()
        while moment < end:
            day = moment.astimezone(self.zone).date()
            until = min(self._begin_of(day + _DAY), end)
            if not self._is_off(day):
                run += until - moment
            moment = until
        return run

    def outside_quiet_hours(self, moment: datetime) -> datetime:
        """The moment itself, or the end of the quiet hours into which it falls."""
        if self.quiet is None:
            return moment
        day = moment.astimezone(self.zone).date()
        for first in (day - _DAY, day):
            since = datetime.combine(first, self.quiet.since, self.zone).astimezone(UTC)
            last = first if self.quiet.since < self.quiet.until else first + _DAY
            until = datetime.combine(last, self.quiet.until, self.zone).astimezone(UTC)
            if since <= moment < until:
                return until
        return moment

    def _is_off(self, day: date) -> bool:
        return day.weekday() in self.days_off or day in self.days_away

    def _begin_of(self, day: date) -> datetime:
        return datetime.combine(day, time.min, self.zone).astimezone(UTC)


@dataclass(frozen=True)
class Announced:
    """The absences of one person."""

    ranges: tuple[DayRange, ...] = ()
    """Those that last as they were announced."""
    ended: tuple[DayRange, ...] = ()
    """Those that ended before their time, until the days on which they did: they count, but no clock stands by them
    any more."""

    def with_one(self, first: date, last: date) -> Announced:
        return Announced((*self.ranges, (first, last)), self.ended)

    def days_by_year(self) -> Counter[int]:
        """How many days of each calendar year count."""
        return Counter(day.year for day in self._counted())

    def days_away(self, most: int | None) -> frozenset[date]:
        """The days on which a clock stands: of each calendar year at most so many, the earliest (None: all)."""
        away, counted = _days_of(self.ranges), Counter[int]()
        days: list[date] = []
        for day in sorted(self._counted()):
            counted[day.year] += 1
            if day in away and (most is None or counted[day.year] <= most):
                days.append(day)
        return frozenset(days)

    def _counted(self) -> frozenset[date]:
        return _days_of((*self.ranges, *self.ended))


def _days_of(ranges: Iterable[DayRange]) -> frozenset[date]:
    return frozenset(
        first + timedelta(days=number) for first, last in ranges for number in range((last - first).days + 1)
    )
