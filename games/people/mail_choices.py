"""What people choose about our mails: when they come, and how much they say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

HOURS: Final = (1, 2, 3, 4, 6, 8, 12)
"""A bundle every so many hours, counted from midnight."""
A_DAY: Final = 24
"""A bundle a day, at an hour of the person's choice."""
REMINDERS: Final = (50, 75, 90)
"""Per cent of the time for a turn after which there can be a reminder."""
DEFAULT_HOUR: Final = 18
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True)
class Bundles:
    """When somebody's mails come in bundles. ValueError for other times than those above."""

    every: int
    """Hours."""
    zone: ZoneInfo
    hour: int = DEFAULT_HOUR
    """At which the one of the day comes."""

    def __post_init__(self) -> None:
        if self.every not in (*HOURS, A_DAY) or not 0 <= self.hour < A_DAY:
            raise ValueError(f"no bundles come every {self.every} hours, at {self.hour}")

    def after(self, moment: datetime) -> datetime:
        """The first bundle later than a moment; also on days on which clocks are put forward or back."""
        today = moment.astimezone(self.zone).date()
        hours = (self.hour,) if self.every == A_DAY else range(0, A_DAY, self.every)
        times = (
            datetime.combine(today + day * _DAY, time(hour), self.zone).astimezone(UTC)
            for day in range(3)
            for hour in hours
        )
        return min(bundle for bundle in times if bundle > moment)


def reminders_of(written: str) -> tuple[int, ...]:
    """The per cents of a stored choice, "50,90", in their order."""
    return tuple(sorted(int(part) for part in written.split(",") if part))


def written_reminders(chosen: tuple[int, ...]) -> str:
    """How a choice is stored. ValueError for others than REMINDERS."""
    if unknown := set(chosen) - set(REMINDERS):
        raise ValueError(f"no reminders come after {sorted(unknown)} per cent")
    return ",".join(str(part) for part in sorted(set(chosen)))
