"""When bundles of mails come, and what can wait for them: tables without any rows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.models.notifications import Notification
from games.notifications.bundling import Bundle
from games.notifications.timing import bundle_for
from games.people.mail_choices import A_DAY, Bundles, reminders_of, written_reminders

Kind = Notification.Kind
BUDAPEST = ZoneInfo("Europe/Budapest")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("every", "hour", "now", "bundle"),
    [
        pytest.param(3, 0, "2026-11-24 10:30", "2026-11-24 11:00", id="noon in Budapest"),
        pytest.param(3, 0, "2026-11-24 11:00", "2026-11-24 14:00", id="later than now"),
        pytest.param(12, 0, "2026-11-24 23:30", "2026-11-25 11:00", id="past midnight there"),
        pytest.param(A_DAY, 18, "2026-11-24 10:30", "2026-11-24 17:00", id="today at six"),
        pytest.param(A_DAY, 18, "2026-11-24 17:00", "2026-11-25 17:00", id="tomorrow at six"),
        pytest.param(A_DAY, 18, "2026-03-28 17:30", "2026-03-29 16:00", id="after clocks were put forward"),
        pytest.param(A_DAY, 2, "2026-03-28 12:00", "2026-03-29 01:00", id="at an hour that the day has not"),
        pytest.param(A_DAY, 2, "2026-10-24 12:00", "2026-10-25 00:00", id="at an hour that the day has twice"),
    ],
)
def test_bundles_come_by_the_clock_of_their_reader(every: int, hour: int, now: str, bundle: str) -> None:
    assert Bundles(every, BUDAPEST, hour).after(at(now)) == at(bundle)


@pytest.mark.parametrize(("every", "hour"), [(5, 0), (0, 0), (25, 0), (A_DAY, 24), (A_DAY, -1)])
def test_there_are_no_other_bundles(every: int, hour: int) -> None:
    with pytest.raises(ValueError, match="no bundles"):
        Bundles(every, BUDAPEST, hour)


DAILY = Bundles(A_DAY, ZoneInfo("UTC"), 18)
NOON, SIX = at("2026-11-24 12:00"), at("2026-11-24 18:00")


@pytest.mark.parametrize("kind", [Kind.TURN, Kind.START, Kind.END, Kind.NOTICE, Kind.REMINDER])
def test_what_is_told_of_games_waits_for_the_bundle(kind: Kind) -> None:
    assert bundle_for(kind, DAILY, NOON, None) == SIX
    assert bundle_for(kind, None, NOON, None) is None


@pytest.mark.parametrize("kind", [Kind.REPLY, Kind.ACCOUNT, Kind.INVITATION, Kind.OPERATOR, Kind.DIGEST])
def test_what_somebody_waits_for_comes_at_once(kind: Kind) -> None:
    assert bundle_for(kind, DAILY, NOON, None) is None


@pytest.mark.parametrize(("hours", "waits"), [(72, True), (12, True), (11, False), (3, False), (-1, False)])
def test_a_question_does_not_wait_for_longer_than_half_of_its_time(hours: int, waits: bool) -> None:
    found = bundle_for(Kind.TURN, DAILY, NOON, NOON + timedelta(hours=hours))
    assert (found == SIX) if waits else found is None


@pytest.mark.parametrize("minutes", [50, 90, 24 * 60])
def test_what_waits_is_looked_at_again_before_its_deadline(minutes: int) -> None:
    """So that it goes out by itself in time if the bundle could not be sent."""
    now, deadline = NOON, NOON + timedelta(minutes=minutes)
    bundle = Bundle(now + (deadline - now) / 2, deadline)
    while now < bundle.at:
        now = bundle.next_look(now)
    assert bundle.at < now < deadline


def test_reminders_are_kept_in_their_order() -> None:
    assert written_reminders((90, 50)) == "50,90"
    assert reminders_of("50,90") == (50, 90)
    assert reminders_of("") == ()
    with pytest.raises(ValueError, match="no reminders"):
        written_reminders((50, 60))
