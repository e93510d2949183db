"""How many games a seek finds in a week, and since when it waits for the next one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.matching.weekly_limit import games_left, waits_since

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


def days_ago(*days: float) -> list[datetime]:
    return [NOW - number * DAY for number in days]


@pytest.mark.parametrize(
    ("found", "per_week", "left"),
    [
        ([], 2, 2),
        ([1, 3], 2, 0),
        ([3, 8], 2, 1),
        ([7], 1, 1),
        ([0], 1, 0),
        ([], None, 1),
    ],
)
def test_a_game_counts_for_seven_days(found: list[float], per_week: int | None, left: int) -> None:
    assert games_left(days_ago(*found), per_week, NOW) == left


def test_the_last_moment_of_a_week_still_counts() -> None:
    assert games_left([NOW - 7 * DAY + SECOND], 1, NOW) == 0


def test_a_seek_with_games_left_waits_since_it_was_set_or_last_found_one() -> None:
    (since,) = days_ago(2)
    assert waits_since(since, [], 1) == since
    assert waits_since(since, days_ago(2), 2) == since


def test_a_seek_that_had_found_all_of_its_week_waits_since_one_more_was_allowed() -> None:
    (since,) = days_ago(8)
    assert waits_since(since, days_ago(8), 1) == NOW - DAY
    assert waits_since(since, days_ago(8, 10), 2) == NOW - 3 * DAY


def test_the_order_of_what_was_found_does_not_matter() -> None:
    (since,) = days_ago(8)
    assert waits_since(since, days_ago(10, 8, 30), 2) == waits_since(since, days_ago(8, 30, 10), 2) == NOW - 3 * DAY


def test_games_of_long_ago_do_not_shorten_the_wait() -> None:
    (since,) = days_ago(2)
    assert waits_since(since, days_ago(12, 20), 1) == since


def test_a_seek_for_one_game_waits_since_it_was_set() -> None:
    (since,) = days_ago(2)
    assert waits_since(since, [], None) == since


def test_a_seek_that_may_find_no_more_begins_to_wait_when_it_may_again() -> None:
    (since,) = days_ago(1)
    assert waits_since(since, days_ago(1), 1) == NOW + 6 * DAY
