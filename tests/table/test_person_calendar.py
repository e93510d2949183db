"""When time runs for a person, by tables. Moments are written in the person's zone."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.person_calendar import Calendar, Quiet

BUDAPEST = ZoneInfo("Europe/Budapest")
WEEKEND = frozenset({5, 6})
NIGHT = Quiet(time(22), time(6))


def at(written: str, zone: ZoneInfo = BUDAPEST) -> datetime:
    """2026-11-23 is a Monday."""
    return datetime.fromisoformat(written).replace(tzinfo=zone)


AFTER = [
    ("2026-11-23 10:00", 24, "2026-11-24 10:00", "in the middle of the week"),
    ("2026-11-27 18:00", 24, "2026-11-30 18:00", "over a weekend"),
    ("2026-11-28 10:00", 24, "2026-12-01 00:00", "begun on a day off"),
    ("2026-11-27 18:00", 6, "2026-11-28 00:00", "until the moment at which a day off begins"),
    ("2026-11-27 18:00", 7, "2026-11-30 01:00", "an hour longer"),
    ("2026-10-23 12:00", 24, "2026-10-26 12:00", "a Sunday of 25 hours is off"),
    ("2026-03-30 00:00", 120, "2026-04-04 00:00", "five days"),
    ("2026-03-27 12:00", 24, "2026-03-30 12:00", "a Sunday of 23 hours is off"),
]


@pytest.mark.parametrize(("start", "hours", "until"), [row[:3] for row in AFTER], ids=[row[3] for row in AFTER])
def test_time_does_not_run_on_days_off(start: str, hours: float, until: str) -> None:
    calendar = Calendar(BUDAPEST, WEEKEND)
    assert calendar.after(at(start), timedelta(hours=hours)) == at(until)
    assert calendar.between(at(start), at(until)) == timedelta(hours=hours)


@pytest.mark.parametrize(
    ("start", "until", "hours"),
    [
        ("2026-10-24 12:00", "2026-10-25 12:00", 25),
        ("2026-03-28 12:00", "2026-03-29 12:00", 23),
        ("2026-11-23 12:00", "2026-11-22 12:00", 0),
    ],
    ids=["the clock is put back", "the clock is put forward", "the end is before the start"],
)
def test_hours_are_counted_and_not_the_numbers_on_the_clock(start: str, until: str, hours: float) -> None:
    assert Calendar(BUDAPEST).between(at(start), at(until)) == timedelta(hours=hours)


def test_a_day_off_is_one_of_the_persons_own_zone() -> None:
    friday = at("2026-11-27 12:00", ZoneInfo("UTC"))
    day = timedelta(hours=24)
    ends = {zone: Calendar(ZoneInfo(zone), WEEKEND).after(friday, day) for zone in ("Pacific/Auckland", "America/Lima")}
    assert ends["Pacific/Auckland"] == at("2026-12-01 00:00", ZoneInfo("Pacific/Auckland"))
    assert ends["America/Lima"] == at("2026-11-30 07:00", ZoneInfo("America/Lima"))


@pytest.mark.parametrize(
    ("deadline", "later"),
    [
        ("2026-11-24 21:59", "2026-11-24 21:59"),
        ("2026-11-24 22:00", "2026-11-25 06:00"),
        ("2026-11-25 03:00", "2026-11-25 06:00"),
        ("2026-11-25 06:00", "2026-11-25 06:00"),
        ("2026-03-29 03:30", "2026-03-29 06:00"),
    ],
    ids=["before", "as they begin", "after midnight", "as they end", "in the night of 7 hours"],
)
def test_no_deadline_falls_into_quiet_hours(deadline: str, later: str) -> None:
    assert Calendar(BUDAPEST, quiet=NIGHT).outside_quiet_hours(at(deadline)) == at(later)


def test_quiet_hours_within_a_day() -> None:
    calendar = Calendar(BUDAPEST, quiet=Quiet(time(12), time(14, 30)))
    assert calendar.outside_quiet_hours(at("2026-11-24 13:00")) == at("2026-11-24 14:30")
    assert calendar.outside_quiet_hours(at("2026-11-24 23:00")) == at("2026-11-24 23:00")


@pytest.mark.parametrize(("since", "until"), [(22, 7), (8, 8), (6, 22)])
def test_quiet_hours_are_at_most_eight(since: int, until: int) -> None:
    with pytest.raises(ValueError, match="8 hours"):
        Quiet(time(since), time(until))
