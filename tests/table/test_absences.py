"""People who say that they are away: whose clock stops when, for how long, and who sees it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games.models import Game, Turn
from games.people.models import Absence, User
from games.table import absences, days_away, deadlines
from games.table.absences import announce, end
from games.table.errors import BadAbsence, NoSuchAbsence
from games.table.open_games import SeatPlan, join, open_game
from games.table.resignation import resign
from games.time_control import TimeControl
from tests.api.programs import program_of
from tests.table.games import audit_entries, fresh, player
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
    assert len(days_away.announced(anna)) == 1


def test_an_absence_that_ended_early_counts_until_the_day_on_which_it_ended(
    anna: User,
    days: Days,  # noqa: F811
) -> None:
    first = announce(anna, day(0), day(37))
    days.pass_by(2 * DAY)
    end(anna, first.pk)
    anna.refresh_from_db()
    assert (days_away.announced(anna), days_away.away_until(anna), anna.away_until) == ([], None, day(1))
    assert days_away.announced_by(anna).days_by_year() == {2026: 3}
    announce(anna, day(3), day(38))
    with pytest.raises(NoSuchAbsence):
        end(anna, first.pk)


def test_whoever_ends_an_absence_late_each_day_uses_up_their_days(
    anna: User,
    bob: User,
    days: Days,  # noqa: F811
    settings: Any,
) -> None:
    settings.ABSENCE_DAYS = 5
    days.pass_by(15 * HOUR)
    game = game_by(DAY, anna, bob)
    person = player(turn_of(game))
    for _number in range(5):
        leave_for_hours(person, 23, days)
    with pytest.raises(BadAbsence, match="5 days a year"):
        leave_for_hours(person, 23, days)
    assert rest(turn_of(game), days) == 19 * HOUR


def test_the_bound_of_a_host_counts_the_days_on_which_absences_ended(anna: User, bob: User, days: Days) -> None:  # noqa: F811
    days.pass_by(15 * HOUR)
    game = game_by(DAY, anna, bob, absence_days=2)
    person = player(turn_of(game))
    for _number in range(2):
        leave_for_hours(person, 20, days)
    left = rest(turn_of(game), days)
    today = days_away.today_of(person)
    announce(person, today, today)
    assert (left, rest(turn_of(game), days)) == (16 * HOUR, 16 * HOUR)


def test_the_day_on_which_an_absence_ended_can_be_announced_again_and_counts_once(
    anna: User,
    bob: User,
    days: Days,  # noqa: F811
) -> None:
    game = game_by(DAY, anna, bob)
    person = player(turn_of(game))
    for _number in range(3):
        absence = announce(person, day(0), day(1))
        assert turn_of(game).deadline == START + 3 * DAY - 9 * HOUR
        end(person, absence.pk)
        assert turn_of(game).deadline == START + DAY
    person.refresh_from_db()
    assert days_away.announced_by(person).days_by_year() == {2026: 1}
    assert Absence.objects.filter(person=person).count() == 1


def leave_for_hours(person: User, hours: int, days: Days) -> None:  # noqa: F811
    """Somebody announces a day at its first hour, ends it after some, and waits for the next one."""
    today = days_away.today_of(person)
    absence = announce(person, today, today)
    days.pass_by(hours * HOUR)
    end(person, absence.pk)
    days.pass_by((24 - hours) * HOUR)


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


def test_until_when_somebody_is_away_stands_at_the_table_also_while_the_game_waits_for_others(
    anna: User,
    bob: User,
    days: Days,  # noqa: F811
) -> None:
    game = game_by(DAY, anna, bob)
    Game.objects.filter(pk=game.pk).update(visibility="public")
    mover = player(turn_of(game))
    other = bob if mover == anna else anna
    announce(other, day(0), day(4))
    told = f"{other.username}, away until 27 Nov 2026"
    assert told in text_of(mover, game)
    assert [seat["away_until"] for seat in seats_told(mover, game)] == [
        "2026-11-27" if seat.user == other else None for seat in fresh(game).seats.select_related("user")
    ]
    stranger = User.objects.create_user("carol", "carol@example.org")
    assert "away until" not in text_of(stranger, game)
    assert {seat["away_until"] for seat in seats_told(stranger, game)} == {None}
    resign(game.pk, mover)
    assert "away until" not in text_of(mover, game)
    assert {seat["away_until"] for seat in seats_told(mover, game)} == {None}


def test_until_when_somebody_is_away_stands_at_a_table_that_waits_for_players(anna: User, bob: User) -> None:
    game = open_game(
        anna,
        name="A test",
        kind="puerto-rico",
        options={},
        seats=[SeatPlan("free")] * 3,
        time_control=TimeControl(DAY),
    )
    for person in (anna, bob):
        join(game.pk, person)
    today = days_away.today_of(bob)
    announce(bob, today, today)
    assert "bob, away until" in text_of(anna, game)


def text_of(person: User, game: Game) -> str:
    return " ".join(client_of(person).get(f"/games/{game.pk}/").content.decode().split())


def seats_told(person: User, game: Game) -> list[dict[str, Any]]:
    seats: list[dict[str, Any]] = program_of(person).ask(f"games/{game.pk}/")["seats"]
    return seats


def test_an_absence_by_which_deadlines_cannot_be_moved_is_not_announced(
    anna: User,
    bob: User,
    days: Days,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person = player(turn_of(game_by(DAY, anna, bob)))

    def fail(*_given: object) -> bool:
        raise RuntimeError

    monkeypatch.setattr(deadlines, "fit_absences", fail)
    with pytest.raises(RuntimeError):
        announce(person, day(0), day(4))
    assert not Absence.objects.exists()


def test_absences_are_announced_and_ended_on_the_page_of_preferences(anna: User) -> None:
    client, today = client_of(anna), days_away.today_of(anna)
    refused = client.post("/preferences/absence/", {"first": today.isoformat(), "last": "2020-01-01"})
    assert refused.status_code == 422
    assert "before the first" in refused.content.decode()
    dates = {"first": today.isoformat(), "last": (today + timedelta(days=3)).isoformat()}
    assert "Your absence is announced." in client.post("/preferences/absence/", dates, follow=True).content.decode()
    (absence,) = days_away.announced(anna)
    page = client.post(f"/preferences/absence/{absence.pk}/end/", follow=True).content.decode()
    assert "You are not away any more." in page
    assert days_away.announced(User.objects.get(pk=anna.pk)) == []


def test_a_timed_out_turn_stays_so(anna: User, bob: User, days: Days) -> None:  # noqa: F811
    game = game_by(DAY, anna, bob)
    days.pass_by(2 * DAY)
    assert turn_of(game).timed_out
    both(anna, bob, 2, 9)
    assert Turn.objects.get(pk=turn_of(game).pk).timed_out
    assert TimeControl.from_json(DAY, {"absence_days": 0}).absence_days == 0
