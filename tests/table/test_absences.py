"""People who say that they are away: whose clock stops when, for how long, and who sees it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from games.models import Turn
from games.people.models import User
from games.table import absences
from games.table.absences import BadAbsence, NoSuchAbsence, announce, end
from games.time_control import TimeControl
from tests.table.games import audit_entries, fresh
from tests.table.test_clocks import DAY, HOUR, START, Days, days, game_by, rest, turn_of  # noqa: F401
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

MONDAY = START.date()


def day(number: int) -> date:
    """So many days after the Monday."""
    return MONDAY + timedelta(days=number)


def both(anna: User, bob: User, first: int, last: int) -> None:
    for person in (anna, bob):
        announce(person, day(first), day(last))


def test_no_time_runs_while_somebody_is_away(anna: User, bob: User, days: Days) -> None:  # noqa: F811
    both(anna, bob, 1, 10)
    game = game_by(DAY, anna, bob)
    assert turn_of(game).deadline == START + 11 * DAY


def test_an_absence_moves_deadlines_that_run_and_its_end_moves_them_back(
    anna: User,
    bob: User,
    days: Days,  # noqa: F811
) -> None:
    game = game_by(2 * DAY, anna, bob, bank=DAY)
    turn, seen = turn_of(game), fresh(game).version
    person = turn.seat.user
    assert person is not None
    announced = announce(person, day(1), day(5))
    assert turn_of(game).deadline == START + 8 * DAY
    assert fresh(game).version > seen
    days.pass_by(2 * DAY)
    end(person, announced.pk)
    # Of Wednesday nine hours are over, which do not count: since Monday 15 hours have run.
    assert rest(turn_of(game), days) == 3 * DAY - 15 * HOUR
    assert [entry.actor for entry in audit_entries(absences.ABSENCE)] == [person, person]


def test_an_absence_that_begins_today_gives_nothing_of_today_back(anna: User, bob: User, days: Days) -> None:  # noqa: F811
    game = game_by(DAY, anna, bob)
    days.pass_by(5 * HOUR)
    both(anna, bob, 0, 0)
    assert turn_of(game).deadline == datetime(2026, 11, 24, 19, tzinfo=UTC)


def test_a_host_bounds_what_stops_the_clock_in_a_year(anna: User, bob: User, days: Days) -> None:  # noqa: F811
    both(anna, bob, 1, 10)
    bounded = game_by(DAY, anna, bob, absence_days=3)
    assert turn_of(bounded).deadline == START + 4 * DAY
    assert turn_of(game_by(DAY, anna, bob, absence_days=0)).deadline == START + DAY


def test_what_is_over_and_what_is_too_much_is_refused(anna: User, days: Days) -> None:  # noqa: F811
    announce(anna, day(3), day(12))
    for first, last, reason in (
        (4, 3, "before the first"),
        (-1, 1, "today or later"),
        (360, 400, "within a year"),
        (12, 14, "already"),
        (40, 90, "42 days a year"),
    ):
        with pytest.raises(BadAbsence, match=reason):
            announce(anna, day(first), day(last))
    with pytest.raises(NoSuchAbsence):
        end(anna, 10**6)
    assert len(absences.announced(anna)) == 1


def test_an_absence_that_ended_early_counts_for_the_days_that_it_took(anna: User, days: Days) -> None:  # noqa: F811
    first = announce(anna, day(0), day(37))
    days.pass_by(2 * DAY)
    end(anna, first.pk)
    assert absences.ranges_of(User.objects.get(pk=anna.pk)) == [(day(0), day(1))]
    announce(anna, day(3), day(38))
    with pytest.raises(NoSuchAbsence):
        end(anna, first.pk)


def test_only_who_sits_at_the_table_sees_until_when_somebody_is_away(
    anna: User,
    bob: User,
    days: Days,  # noqa: F811
) -> None:
    game = game_by(DAY, anna, bob)
    game.visibility = "public"
    game.save(update_fields=["visibility"])
    mover = turn_of(game).seat.user
    assert mover is not None
    announce(mover, day(0), day(4))
    other = bob if mover == anna else anna
    assert "away until 27 Nov 2026" in client_of(other).get(f"/games/{game.pk}/").content.decode()
    stranger = User.objects.create_user("carol", "carol@example.org")
    assert "away until" not in client_of(stranger).get(f"/games/{game.pk}/").content.decode()


def test_absences_are_announced_and_ended_on_the_page_of_preferences(anna: User) -> None:
    client, today = client_of(anna), absences.today_of(anna)
    refused = client.post("/preferences/absence/", {"first": today.isoformat(), "last": "2020-01-01"})
    assert refused.status_code == 422
    assert "before the first" in refused.content.decode()
    dates = {"first": today.isoformat(), "last": (today + timedelta(days=3)).isoformat()}
    assert "Your absence is announced." in client.post("/preferences/absence/", dates, follow=True).content.decode()
    (absence,) = absences.announced(anna)
    page = client.post(f"/preferences/absence/{absence.pk}/end/", follow=True).content.decode()
    assert "You are not away any more." in page
    assert absences.announced(User.objects.get(pk=anna.pk)) == []


def test_a_timed_out_turn_stays_so(anna: User, bob: User, days: Days) -> None:  # noqa: F811
    game = game_by(DAY, anna, bob)
    days.pass_by(2 * DAY)
    assert turn_of(game).timed_out
    both(anna, bob, 2, 9)
    assert Turn.objects.get(pk=turn_of(game).pk).timed_out
    assert TimeControl.from_json(DAY, {"absence_days": 0}).absence_days == 0
