"""An outage moves every deadline at once, however many games there are, and nobody is timed out over it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.access import Permission
from games.mail import question
from games.models import ClockTick, Game, Outage, Seat, Turn
from games.people.models import User
from games.table import clock, queries
from games.table.figures import FIGURES
from games.table.moderation.extending import extend
from games.table.pausing import pause, resume
from games.table.takeback import can_undo
from tests.table.games import LIMIT, answer, audit_entries, fresh, opened, person_turn, player

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def at(moment: datetime) -> time_machine.travel:
    return time_machine.travel(moment, tick=False)


def tick_at(*moments: datetime) -> None:
    for moment in moments:
        with at(moment):
            clock.tick()


@pytest.fixture
def now() -> datetime:
    """The clock ticked then, and has not since."""
    moment = timezone.now()
    tick_at(moment)
    return moment


def deadline_of(turn: Turn) -> datetime:
    assert turn.deadline is not None
    return turn.deadline


def many_turns(host: User, number: int, now: datetime) -> list[Turn]:
    """Open turns in games of four, as rows alone; their times are up one second after the other."""
    games = Game.objects.bulk_create(
        Game(name="many", kind="puerto-rico", seat_count=4, status=Game.Status.RUNNING, host=host)
        for _ in range(number // 4)
    )
    seats = Seat.objects.bulk_create(Seat(game=game, index=index) for game in games for index in range(4))
    return Turn.objects.bulk_create(
        Turn(game=seat.game, seat=seat, phase=0, first_ply=0, opened_at=now, due=now + HOUR + timedelta(seconds=place))
        for place, seat in enumerate(seats)
    )


def test_giving_back_an_outage_is_as_much_work_for_5000_turns_as_for_one(anna: User, now: datetime) -> None:
    many_turns(anna, 5000, now)
    with at(now + 10 * HOUR), CaptureQueriesContext(connection) as asked:
        clock.tick()
    writes = [one["sql"] for one in asked if not one["sql"].startswith(("SELECT", "SAVEPOINT", "RELEASE"))]
    assert len(asked) < 15
    assert not [sql for sql in writes if "games_turn" in sql or "games_game" in sql]
    assert not [one["sql"] for one in asked if "FOR UPDATE" in one["sql"] and "games_pulse" not in one["sql"]]
    assert not Turn.objects.filter(timed_out=True).exists()
    with at(now + 10 * HOUR + MINUTE):
        moved = {turn.deadline - turn.due for turn in Turn.objects.order_by("pk")[:3] if turn.deadline and turn.due}
    assert moved == {10 * HOUR}


def test_after_an_outage_everybody_is_timed_out_at_the_end_of_their_own_time(anna: User, now: datetime) -> None:
    turns = many_turns(anna, 40, now)
    back = now + 10 * HOUR
    tick_at(back)
    handed_over: list[int] = []
    # A tick in every minute from here on: that is no outage.
    for minutes in range(1, 62):
        with at(back + minutes * MINUTE):
            clock.excuse_downtime(timezone.now())
            handed_over += clock.time_out(timezone.now())
            time_is_up = [turn.pk for turn in turns if turn.due and turn.due + 10 * HOUR <= timezone.now()]
        assert handed_over == time_is_up
    assert len(handed_over) == 40


def test_one_sweep_hands_over_so_many_turns_and_the_next_one_the_others(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "MAX_AT_ONCE", 7)
    now = timezone.now()
    turns = many_turns(anna, 20, now)
    swept = [clock.time_out(now + 2 * HOUR) for _ in range(4)]
    assert [len(one) for one in swept] == [7, 7, 6, 0]
    assert [pk for one in swept for pk in one] == [turn.pk for turn in turns]


def test_an_outage_whose_noting_was_cut_short_is_noted_by_the_next_tick_once(
    anna: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = person_turn(opened(anna, bob))
    before = deadline_of(turn)
    with at(now + 5 * HOUR), monkeypatch.context() as patched:
        patched.setattr(ClockTick, "save", raising(OSError("cut")))
        with pytest.raises(OSError, match="cut"):
            clock.tick()
    tick_at(*[now + 6 * HOUR] * 3)
    assert Outage.objects.count() == 1
    with at(now + 6 * HOUR):
        assert turn.deadline == before + 6 * HOUR


def raising(error: Exception) -> object:
    def save(*_args: object, **_options: object) -> None:
        raise error

    return save


def test_while_the_clock_is_away_the_pages_show_that_no_time_runs(anna: User, bob: User, now: datetime) -> None:
    """The web process is there and the worker is not: what is shown is what will count once it is back."""
    game = opened(anna, bob)
    turn = person_turn(game)
    before = deadline_of(turn)
    with at(now + LIMIT + HOUR):
        assert turn.deadline == before + LIMIT + HOUR
        assert question.mail_question(person_turn(game)).deadline == before + LIMIT + HOUR
        assert clock.time_out(timezone.now()) == []
        client = Client()
        client.force_login(player(turn))
        page = client.get(f"/games/{game.pk}/").content.decode()
        assert (before + LIMIT + HOUR).isoformat(timespec="minutes") in page
        answer(turn, "settler")
        assert can_undo(fresh(game), turn.seat)


def test_a_list_of_turns_reads_the_clock_once(anna: User, bob: User) -> None:
    games = [opened(anna, bob) for _ in range(4)]
    client = Client()
    client.force_login(player(person_turn(games[0])))
    with CaptureQueriesContext(connection) as asked:
        client.get("/")
    assert len([one for one in asked if "games_pulse" in one["sql"]]) == 1


def test_my_turns_stay_in_the_order_of_their_deadlines_over_an_outage(anna: User, bob: User, now: datetime) -> None:
    with at(now - MINUTE):
        early = opened(anna, bob)
    with at(now + HOUR):
        # The clock is away since; this one has its whole time from when it is back.
        late = opened(anna, bob)
    with at(now + 2 * HOUR):
        clock.tick()
        both = {
            turn.game_id: turn
            for turn in Turn.objects.filter(game__in=[early, late], status=Turn.Status.OPEN, early=False)
        }
        deadlines = [deadline_of(both[game.pk]) for game in (early, late)]
        assert deadlines == sorted(deadlines)
        for person in (anna, bob):
            mine = [deadline_of(turn) for turn in queries.my_turns(person)]
            assert mine == sorted(mine)
        assert both[late.pk].deadline == now + 2 * HOUR + LIMIT


def test_staff_give_more_time_upon_what_the_outage_gave_back(
    anna: User, bob: User, moderator: User, now: datetime
) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    before = deadline_of(turn)
    with at(now + 5 * HOUR):
        clock.tick()
        extend(game.pk, moderator, "a holiday", turn.pk, HOUR)
        assert person_turn(game).deadline == before + 6 * HOUR
    (entry,) = audit_entries(Permission.EXTEND)
    assert entry.details["deadline"]["to"] == (before + 6 * HOUR).isoformat().replace("+00:00", "Z")[:23] + "Z"


def test_a_pause_over_two_outages_gives_everything_back_once(
    anna: User, bob: User, moderator: User, now: datetime
) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    before = deadline_of(turn)
    with at(now):
        pause(game.pk, moderator, "a fire")
    tick_at(now + 2 * HOUR, now + 5 * HOUR)
    with at(now + 5 * HOUR + MINUTE):
        clock.tick()
        resume(game.pk, moderator, "it is out")
        assert person_turn(game).deadline == before + 5 * HOUR + MINUTE
        assert clock.time_out(timezone.now()) == []


def test_the_staffs_figures_do_not_call_a_turn_overdue_that_an_outage_excused(
    anna: User, bob: User, now: datetime
) -> None:
    turn = person_turn(opened(anna, bob))
    Turn.objects.filter(pk=turn.pk).update(due=now + MINUTE)
    (overdue,) = [figure for figure in FIGURES if figure.name == "overdue"]
    with at(now + 5 * HOUR):
        clock.tick()
        assert overdue.count(timezone.now()) == 0
    late = now + 5 * HOUR + 3 * MINUTE
    ClockTick.objects.update(at=late)
    assert overdue.count(late) == 1
    assert overdue.oldest(late) == now + 5 * HOUR + MINUTE


def test_an_interrupted_game_that_cannot_go_on_does_not_hold_up_the_others(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [opened(anna, bob) for _ in range(2)]
    Game.objects.update(interrupted=True)
    broken = min(game.pk for game in games)
    Game.objects.filter(pk=broken).update(position={"no": "position"})
    clock.continue_interrupted_games()
    assert [fresh(game).interrupted for game in sorted(games, key=lambda game: game.pk)] == [True, False]
