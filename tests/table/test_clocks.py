"""Games by every kind of clock, over days: what people have, when it is up, and what is left of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine

from games.engine import record
from games.models import ClockTick, Game, Move, Turn
from games.people.models import User
from games.person_calendar import Quiet
from games.table import clock, deadlines
from games.table.absences import announce
from games.table.errors import BadOpening
from games.table.moderation.extending import extend
from games.table.open_games import SeatPlan, join, open_game
from games.table.pausing import pause, resume
from games.table.preferences import set_preferences
from games.table.records import export_record
from games.table.takeback import undo
from games.time_control import TimeControl
from tests.table.games import SECRET, answer, audit_entries, fresh, notices, offers, person_turn, player

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 23, 9, tzinfo=UTC)
"""A Monday."""
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


class Days:
    """A site whose clock ticks, from START on."""

    def __init__(self, traveller: time_machine.Traveller) -> None:
        self.traveller = traveller
        self.now = START
        clock.tick()

    def pass_by(self, span: timedelta) -> None:
        """The clock has ticked all the while, so there was no outage."""
        self.now += span
        self.traveller.move_to(self.now)
        ClockTick.objects.update(at=self.now)
        clock.time_out(self.now)


@pytest.fixture
def days() -> Iterator[Days]:
    with time_machine.travel(START, tick=False) as traveller:
        yield Days(traveller)


def game_by(per_turn: timedelta, host: User, *others: User, **rules: Any) -> Game:
    control = TimeControl(per_turn, **rules)
    seats = [SeatPlan("free") for _person in (host, *others)]
    game = open_game(host, name="A test", kind="puerto-rico", options={}, seats=seats, time_control=control)
    Game.objects.filter(pk=game.pk).update(secret=SECRET)
    for person in (host, *others):
        join(game.pk, person)
    return fresh(game)


def turn_of(game: Game) -> Turn:
    return person_turn(fresh(game))


def rest(turn: Turn, days: Days) -> timedelta:
    assert turn.deadline is not None
    return turn.deadline - days.now


def quick(turn: Turn) -> None:
    answer(turn, offers(turn)[0])


def next_turn_of(game: Game, before: Turn) -> Turn:
    """Everybody answers at once until the person of a turn is asked in another one."""
    while (turn := turn_of(game)).pk == before.pk or turn.seat_id != before.seat_id:
        quick(turn)
    return turn


def test_a_bank_has_what_turns_leave_and_what_they_add(anna: User, bob: User, days: Days) -> None:
    game = game_by(12 * HOUR, anna, bob, bank=5 * DAY)
    turn = turn_of(game)
    assert rest(turn, days) == 5 * DAY + 12 * HOUR
    days.pass_by(30 * HOUR)
    quick(turn)
    again = next_turn_of(game, turn)
    assert rest(again, days) == 5 * DAY + 12 * HOUR - 30 * HOUR + 12 * HOUR


def test_time_does_not_run_down_a_bank_while_others_decide(anna: User, bob: User, days: Days) -> None:
    game = game_by(HOUR, anna, bob, bank=5 * DAY)
    turn = turn_of(game)
    quick(turn)
    while (other := turn_of(game)).pk == turn.pk or other.seat_id != turn.seat_id:
        days.pass_by(timedelta() if other.pk == turn.pk else 20 * HOUR)
        quick(other)
    assert rest(other, days) == 5 * DAY + 2 * HOUR


def test_an_empty_bank_still_has_what_a_turn_adds(anna: User, bob: User, days: Days) -> None:
    game = game_by(12 * HOUR, anna, bob, bank=DAY, cap=DAY)
    turn = turn_of(game)
    assert rest(turn, days) == DAY
    days.pass_by(DAY)
    assert turn_of(game).timed_out
    quick(turn_of(game))
    assert rest(next_turn_of(game, turn), days) == 12 * HOUR


def test_a_take_back_brings_the_same_deadline_again(anna: User, bob: User, days: Days) -> None:
    game = game_by(12 * HOUR, anna, bob, bank=5 * DAY)
    turn = turn_of(game)
    deadline = turn.deadline
    quick(turn)
    days.pass_by(HOUR)
    undo(game.pk, player(turn))
    assert turn_of(game).deadline == deadline


def test_at_a_pace_everybody_has_a_share_of_each_round(anna: User, bob: User, days: Days) -> None:
    game = game_by(3 * HOUR, anna, bob, round=2 * DAY)
    turn = turn_of(game)
    assert rest(turn, days) == DAY
    days.pass_by(10 * HOUR)
    quick(turn)
    assert rest(next_turn_of(game, turn), days) == 14 * HOUR
    rounds = deadlines._rounds_ended(game)
    while deadlines._rounds_ended(game) == rounds:
        quick(turn_of(game))
    assert rest(next_turn_of(game, turn), days) == DAY


def test_whoever_has_used_their_share_has_the_least_time_of_a_turn(anna: User, bob: User, days: Days) -> None:
    game = game_by(3 * HOUR, anna, bob, round=2 * DAY)
    turn = turn_of(game)
    days.pass_by(23 * HOUR)
    quick(turn)
    assert rest(next_turn_of(game, turn), days) == 3 * HOUR


def test_a_game_without_rounds_has_no_pace(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.engine.puertorico.chronicle.PuertoRicoChronicle.has_rounds", False)
    with pytest.raises(BadOpening, match="no rounds"):
        game_by(3 * HOUR, anna, bob, round=2 * DAY)


def test_in_the_grace_period_the_person_still_decides(anna: User, bob: User, days: Days) -> None:
    game = game_by(DAY, anna, bob, grace=6 * HOUR)
    turn = turn_of(game)
    assert rest(turn, days) == DAY
    days.pass_by(29 * HOUR)
    assert not turn_of(game).timed_out
    days.pass_by(HOUR)
    assert turn_of(game).timed_out


def test_an_excused_miss_gives_the_time_of_a_turn_once_more_and_tells_it(anna: User, bob: User, days: Days) -> None:
    game = game_by(DAY, anna, bob, excused=1)
    turn = turn_of(game)
    days.pass_by(DAY)
    assert not turn_of(game).timed_out
    assert rest(turn_of(game), days) == DAY
    assert [entry.seat for entry in audit_entries(clock.EXCUSED)] == [turn.seat.index]
    (notice,) = notices(player(turn))
    assert "This is excused: you have until Wed 25 Nov" in notice.content["text"]
    days.pass_by(DAY)
    assert turn_of(game).timed_out
    assert len(audit_entries(clock.EXCUSED)) == 1


def test_no_time_runs_on_days_off(anna: User, bob: User, days: Days) -> None:
    game = game_by(12 * HOUR, anna, bob, bank=5 * DAY, days_off=frozenset({5, 6}))
    turn = turn_of(game)
    assert turn.deadline == START + 7 * DAY + 12 * HOUR
    days.pass_by(7 * DAY)
    quick(turn)
    assert next_turn_of(game, turn).deadline == days.now + DAY


def test_no_deadline_falls_into_quiet_hours_and_a_bank_gains_nothing_by_them(anna: User, bob: User, days: Days) -> None:
    for person in (anna, bob):
        set_preferences(person, username=person.username, time_zone="UTC", quiet_hours=Quiet(time(22), time(6)))
    game = game_by(HOUR, anna, bob, bank=14 * HOUR)
    turn = turn_of(game)
    assert turn.deadline == START + 21 * HOUR
    days.pass_by(HOUR)
    quick(turn)
    later = next_turn_of(game, turn)
    assert later.runs_out == days.now + 15 * HOUR


def test_quiet_hours_that_are_told_later_move_deadlines_that_run(anna: User, bob: User, days: Days) -> None:
    game = game_by(14 * HOUR, anna, bob)
    turn = turn_of(game)
    person = player(turn)
    seen = fresh(game).version
    set_preferences(person, username=person.username, time_zone="UTC", quiet_hours=Quiet(time(22), time(6)))
    assert turn_of(game).deadline == START + 21 * HOUR
    assert fresh(game).version > seen
    set_preferences(person, username=person.username, time_zone="UTC")
    assert turn_of(game).deadline == START + 14 * HOUR


def test_a_pause_and_more_time_are_in_the_bank_too(anna: User, bob: User, days: Days) -> None:
    game = game_by(12 * HOUR, anna, bob, bank=2 * DAY)
    turn = turn_of(game)
    pause(game.pk, None, "a test")
    days.pass_by(10 * DAY)
    resume(game.pk, None, "a test")
    assert rest(turn_of(game), days) == 60 * HOUR
    extend(game.pk, None, "a test", turn.pk, 5 * HOUR)
    quick(turn_of(game))
    assert rest(next_turn_of(game, turn), days) == 77 * HOUR


def test_a_weekend_a_grace_period_and_quiet_hours_together(anna: User, bob: User, days: Days) -> None:
    for person in (anna, bob):
        set_preferences(person, username=person.username, time_zone="UTC", quiet_hours=Quiet(time(22), time(6)))
    game = game_by(4 * DAY + 14 * HOUR, anna, bob, grace=18 * HOUR, days_off=frozenset({5, 6}))
    turn = turn_of(game)
    # Friday 23:00 is in the night, which ends on Saturday at 6; from then 18 hours are over at the edge of midnight.
    assert turn.deadline == datetime(2026, 11, 28, 6, tzinfo=UTC)
    assert deadlines.bot_plays_at(turn) == datetime(2026, 11, 29, 6, tzinfo=UTC)


@pytest.mark.parametrize(
    ("span", "rules", "away", "deadline", "bot_plays"),
    [
        (72, {"grace": 12 * HOUR}, ("11-25", "11-26"), "11-30 09:00", "11-30 21:00"),
        (72, {"grace": 14 * HOUR}, ("11-26", "11-27"), "11-30 09:00", "12-01 06:00"),
        (96, {"grace": 12 * HOUR}, ("11-27", "11-30"), "12-01 09:00", "12-01 21:00"),
        (96, {"grace": 12 * HOUR, "absence_days": 2}, ("11-27", "11-30"), "11-30 09:00", "11-30 21:00"),
        (109, {"grace": 13 * HOUR}, ("11-30", "11-30"), "11-28 06:00", "11-28 19:00"),
    ],
    ids=[
        "an absence before the weekend",
        "a weekend after it, and the end of the grace period in the night",
        "one into the other",
        "the host allows less of it",
        "a deadline in the night before both",
    ],
)
def test_a_weekend_a_grace_period_a_night_and_an_absence_together(
    anna: User,
    bob: User,
    days: Days,
    span: int,
    rules: dict[str, Any],
    away: tuple[str, str],
    deadline: str,
    bot_plays: str,
) -> None:
    for person in (anna, bob):
        set_preferences(person, username=person.username, time_zone="UTC", quiet_hours=Quiet(time(22), time(6)))
    game = game_by(span * HOUR, anna, bob, days_off=frozenset({5, 6}), **rules)
    for person in (anna, bob):
        announce(person, *(date.fromisoformat(f"2026-{written}") for written in away))
    turn = turn_of(game)
    assert turn.deadline == datetime.fromisoformat(f"2026-{deadline}").replace(tzinfo=UTC)
    assert deadlines.bot_plays_at(turn) == datetime.fromisoformat(f"2026-{bot_plays}").replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("begin", "away", "days_off", "deadline"),
    [
        ("2027-03-25 11:00", ("03-27", "03-28"), (), "2027-03-29 10:00"),
        ("2027-03-25 11:00", ("03-29", "03-29"), (5, 6), "2027-03-30 10:00"),
        ("2027-10-28 10:00", ("10-30", "10-31"), (), "2027-11-01 11:00"),
        ("2027-10-28 10:00", ("10-30", "10-30"), (), "2027-10-31 10:00"),
    ],
    ids=[
        "away on the day of 23 hours",
        "a weekend with it, and away after that",
        "away on the day of 25 hours",
        "back on it",
    ],
)
def test_an_absence_over_a_change_of_the_clocks(
    anna: User, bob: User, days: Days, begin: str, away: tuple[str, str], days_off: tuple[int, ...], deadline: str
) -> None:
    days.pass_by(datetime.fromisoformat(begin).replace(tzinfo=UTC) - START)
    for person in (anna, bob):
        set_preferences(person, username=person.username, time_zone="Europe/Budapest")
        announce(person, *(date.fromisoformat(f"2027-{written}") for written in away))
    turn = turn_of(game_by(2 * DAY, anna, bob, grace=6 * HOUR, days_off=frozenset(days_off)))
    up = datetime.fromisoformat(deadline).replace(tzinfo=UTC)
    assert (turn.deadline, deadlines.bot_plays_at(turn)) == (up, up + 6 * HOUR)


def test_another_time_zone_moves_deadlines_that_run_to_its_days_off_and_changes_nothing_of_what_is_left(
    anna: User, bob: User, days: Days
) -> None:
    game = game_by(5 * DAY, anna, bob, days_off=frozenset({5, 6}))
    person, before = player(turn_of(game)), turn_of(game).deadline
    assert before == START + 7 * DAY
    days.pass_by(4 * DAY + 11 * HOUR)
    # Four hours of Friday and nine of Monday are left; in Auckland it is Saturday.
    seen = fresh(game).version
    set_preferences(person, username=person.username, time_zone="Pacific/Auckland")
    assert turn_of(game).deadline == datetime(2026, 11, 30, tzinfo=UTC)
    assert fresh(game).version > seen
    set_preferences(person, username=person.username, time_zone="UTC")
    assert turn_of(game).deadline == before


def test_preferences_by_which_deadlines_cannot_be_moved_are_not_kept(
    anna: User, bob: User, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_by(DAY, anna, bob)
    person = player(turn_of(game))

    def fail(*_given: object) -> bool:
        raise RuntimeError

    monkeypatch.setattr(deadlines, "fit_preferences", fail)
    with pytest.raises(RuntimeError):
        set_preferences(person, username=person.username, time_zone="Pacific/Auckland")
    person.refresh_from_db()
    assert person.time_zone == "UTC"


def test_games_from_before_the_clocks_keep_their_time(anna: User, bob: User, days: Days) -> None:
    game = game_by(DAY, anna, bob)
    Turn.objects.filter(game=game).update(runs_out=None)
    turn = turn_of(game)
    assert rest(turn, days) == DAY
    pause(game.pk, None, "a test")
    days.pass_by(DAY)
    resume(game.pk, None, "a test")
    assert rest(turn_of(game), days) == DAY
    days.pass_by(DAY)
    assert turn_of(game).timed_out
    assert not Move.objects.filter(game=game, source=Move.Source.TIMEOUT).exists()


def test_the_record_names_a_clock_that_is_more_than_a_time_per_turn(anna: User, bob: User, days: Days) -> None:
    game = game_by(12 * HOUR, anna, bob, bank=5 * DAY, days_off=frozenset({5, 6}))
    text = export_record(game)
    assert '[Clock "turn=43200 bank=432000 days_off=5,6"]' in text
    assert record.export(record.parse(text)) == text
    assert "[Clock " not in export_record(game_by(DAY, anna, bob))
