"""The rules of time by tables. All times are hours of the site clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games import time_control
from games.time_control import TimeControl, TurnTimes

START = datetime(2026, 5, 1, tzinfo=UTC)


def h(hours: float) -> datetime:
    return START + timedelta(hours=hours)


def turn(opened: float, due: float | None) -> TurnTimes:
    return TurnTimes(h(opened), None if due is None else h(due))


def test_each_turn_has_the_same_time_whatever_came_before() -> None:
    control = TimeControl(timedelta(hours=24))
    past = [TurnTimes(h(1), h(25), h(20)), TurnTimes(h(21), h(45), h(60))]
    assert control.due_when_opened([], h(70)) == control.due_when_opened(past, h(70)) == h(94)


@pytest.mark.parametrize("per_turn", [timedelta(seconds=59), timedelta(days=61), timedelta(0)])
def test_less_than_a_minute_and_more_than_sixty_days_are_no_time_per_turn(per_turn: timedelta) -> None:
    with pytest.raises(ValueError, match="between a minute and 60 days"):
        TimeControl(per_turn)


@pytest.mark.parametrize(
    ("due", "now", "after"),
    [(10, 4, 12), (4, 4, 6), (1, 4, 6)],
    ids=["before its time was up", "as it is up", "since it was up"],
)
def test_more_time_counts_from_the_deadline_or_from_now(due: float, now: float, after: float) -> None:
    assert time_control.due_when_extended(turn(0, due), timedelta(hours=2), h(now)) == h(after)


@pytest.mark.parametrize(
    ("opened", "paused_at", "now", "after"),
    [(1, 10, 16, 26), (12, 10, 16, 24), (16, 10, 16, 20)],
    ids=["opened before the pause", "opened in the pause", "opened as it ends"],
)
def test_a_pause_is_given_back_from_when_a_turn_was_open(
    opened: float, paused_at: float, now: float, after: float
) -> None:
    assert time_control.due_when_resumed(turn(opened, 20), h(paused_at), h(now)) == h(after)


@pytest.mark.parametrize(("due", "up"), [(3, True), (4, True), (5, False), (None, False)])
def test_time_is_up_at_its_very_moment_and_never_where_none_runs(due: float | None, up: bool) -> None:
    assert time_control.is_up(turn(0, due), h(4)) is up


def test_where_no_time_runs_none_is_added() -> None:
    assert time_control.due_when_extended(turn(0, None), timedelta(hours=2), h(4)) is None
    assert time_control.due_when_resumed(turn(0, None), h(1), h(4)) is None
