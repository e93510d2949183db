"""Two at once: exactly one counts. Real connections in threads, real commits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier, Event

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.models import ClockTick, Game, Move, Outage, Seek, SeekFind, Submission, Turn
from games.models.site_clock import MAX_PAUSE
from games.people.models import ApiToken, User
from games.table import absences, api_tokens, bot_queue, clock
from games.table.blocks import block
from games.table.days_away import today_of
from games.table.errors import AlreadySeated, CannotUndo, Full, NotOpen, Refused, TurnClosed
from games.table.locks import lock_game, lock_person
from games.table.open_games import SeatPlan, join, open_game
from games.table.records import check_replay
from games.table.seek_matching import match
from games.table.seeks import SeekWishes, begin
from games.table.takeback import undo
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.mail.conftest import arrive
from tests.table.games import LIMIT, answer, bot_turns, bots_play, fresh, offers, opened, person_turn, player

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run all calls at the same moment, each on a connection of its own; results or refusals, in order."""
    start = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        try:
            start.wait()
            return call()
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


class Rival:
    """Somebody who wants, on another connection, what is locked here."""

    def __init__(self) -> None:
        self._asks = Event()
        self._ended = Event()

    def run(self, call: Callable[[], object]) -> object:
        def note(execute: Callable[..., object], *statement: object) -> object:
            self._asks.set()
            return execute(*statement)

        try:
            with connection.execute_wrapper(note):
                return call()
        finally:
            self._ended.set()

    def let_come(self) -> None:
        """Until they wait for a lock, or are through without."""
        self._asks.wait()
        # SQLite locks all or nothing, at the first statement, and does not tell who waits.
        while connection.vendor == "postgresql" and not self._ended.wait(0.01) and not self._waits():
            pass

    def _waits(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
            return bool(cursor.fetchone()[0])


def kinds(results: Sequence[object]) -> Counter[str]:
    return Counter(type(result).__name__ for result in results)


def test_of_two_answers_at_once_exactly_one_counts(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    results = at_once(
        lambda: answer(turn, "settler", "take quarry", key="one"),
        lambda: answer(turn, "builder", "pass", key="two"),
        lambda: answer(turn, "mayor", "pass", key="three"),
    )
    assert kinds(results) == {"Answer": 1, TurnClosed.__name__: 2}
    assert set(game.moves.exclude(submission=None).values_list("turn", flat=True)) == {turn.pk}
    assert Submission.objects.filter(turn=turn).count() == 1
    check_replay(fresh(game))


def test_a_double_click_plays_once_and_is_answered_twice_the_same(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    results = at_once(*[lambda: answer(turn, "settler", "take quarry", key="click")] * 3)
    assert results[0] == results[1] == results[2]
    assert game.moves.filter(turn=turn).count() == 2


def test_of_two_who_want_the_last_seat_one_gets_it(anna: User, bob: User, chris: User) -> None:
    game = open_game(
        anna,
        name="",
        kind="puerto-rico",
        options={},
        seats=[SeatPlan("me"), SeatPlan("free")],
        time_control=TimeControl(LIMIT),
    )
    results = at_once(lambda: join(game.pk, bob), lambda: join(game.pk, chris))
    assert kinds(results) == {"Seat": 1, NotOpen.__name__: 1}
    assert fresh(game).status == Game.Status.RUNNING
    assert game.turns.count() == 1


def test_the_last_seat_goes_to_one_of_two_seeks_or_to_whoever_joins_however_many_runs_there_are(
    anna: User, bob: User, chris: User, david: User
) -> None:
    seats = [SeatPlan("me"), SeatPlan("free")]
    game = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    for person in (bob, chris):
        begin(person, SeekWishes("puerto-rico", [2], LIMIT, LIMIT, per_week=None))
    # Else they would find each other.
    block(bob, chris.username)
    runs = at_once(match, match, lambda: join(game.pk, david))
    found = SeekFind.objects.filter(game=game).count()
    assert sum(run for run in runs if isinstance(run, int)) == found
    assert found + kinds(runs)["Seat"] == 1
    assert fresh(game).status == Game.Status.RUNNING
    assert Seek.objects.count() == 2 - found


def test_one_person_who_joins_twice_at_once_has_one_seat(anna: User, bob: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("free")]
    game = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    results = at_once(lambda: join(game.pk, bob), lambda: join(game.pk, bob))
    assert kinds(results) == {"Seat": 1, AlreadySeated.__name__: 1}
    assert game.seats.filter(user=bob).count() == 1


def test_many_who_join_at_once_fill_exactly_the_free_seats(anna: User) -> None:
    people = [UserFactory.create(username=f"guest{number}") for number in range(6)]
    seats = [SeatPlan("me"), *[SeatPlan("free")] * 4]
    game = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    results = at_once(*[lambda person=person: join(game.pk, person) for person in people])
    count = kinds(results)
    assert count["Seat"] == 4
    assert count[NotOpen.__name__] + count[Full.__name__] == 2
    assert game.turns.filter(status=Turn.Status.OPEN, early=False, ahead_of_turn=False).count() == 1


def test_of_many_workers_one_thinks_about_a_bots_turn(anna: User) -> None:
    game = opened(anna, bots=2)
    bots_play(game)
    while not bot_turns(game):
        answer(person_turn(game), "1")
    turn = bot_turns(game)[0]
    assert Counter(at_once(*[lambda: bot_queue.claim(turn.pk)] * 4)) == {True: 1, False: 3}


def test_an_answer_and_a_take_back_at_once_leave_a_game_that_replays(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    first = person_turn(game)
    answer(first, "settler", "take quarry")
    second = person_turn(game)
    results = at_once(lambda: answer(second, "1"), lambda: undo(game.pk, player(first)))
    assert kinds(results) in (
        {"Answer": 1, CannotUndo.__name__: 1},
        {TurnClosed.__name__: 1, "TakenBack": 1},
    )
    check_replay(fresh(game))


def test_two_clocks_hand_an_overdue_turn_over_once(anna: User, bob: User, sent: list[str]) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    assert turn.deadline is not None
    late = turn.deadline + timedelta(seconds=1)
    results = at_once(*[lambda: clock.time_out(late)] * 3)
    assert Counter(map(str, results)) == {f"[{turn.pk}]": 1, "[]": 2}


def test_games_that_run_at_the_same_time_lose_no_move(anna: User, bob: User) -> None:
    games = [opened(anna, bob) for _ in range(4)]

    def ten_answers(game: Game) -> None:
        for _ in range(10):
            answer(person_turn(game), "1")

    at_once(*[lambda game=game: ten_answers(game) for game in games])
    for game in games:
        assert Move.objects.filter(game=game, undone_at=None).count() == fresh(game).plies >= 10
        check_replay(fresh(game))


def test_the_clock_and_an_answer_at_once_do_not_wait_for_each_other_for_ever(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    assert turn.deadline is not None
    late = turn.deadline + timedelta(seconds=1)
    locked, rival = Event(), Rival()

    def answer_slowly() -> None:
        with transaction.atomic():
            lock_game(game.pk)
            locked.set()
            rival.let_come()
            Turn.objects.filter(pk=turn.pk).update(stage="settler")

    def time_out() -> object:
        locked.wait()
        return rival.run(lambda: clock.time_out(late))

    assert at_once(answer_slowly, time_out) == [None, [turn.pk]]


def test_a_turn_that_opens_while_its_person_announces_an_absence_has_the_time_of_somebody_away(
    anna: User, bob: User
) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    other = bob if player(turn) == anna else anna
    begun, rival = Event(), Rival()
    today = today_of(other)

    def answer_slowly() -> None:
        with transaction.atomic():
            while player(person_turn(fresh(game))) != other:
                mine = person_turn(fresh(game))
                answer(mine, offers(mine)[0])
            begun.set()
            rival.let_come()

    def leave() -> None:
        begun.wait()
        rival.run(lambda: absences.announce(other, today, today + timedelta(days=5)))

    at_once(answer_slowly, leave)
    opened_turn = person_turn(fresh(game))
    assert opened_turn.deadline is not None
    assert opened_turn.deadline.date() > today + timedelta(days=5)


def test_a_move_and_an_absence_in_one_mail_lock_their_person_first(anna: User, bob: User) -> None:
    turn = person_turn(opened(anna, bob))
    begun, rival = Event(), Rival()
    words = f"{offers(turn)[0]}\naway until {(today_of(player(turn)) + timedelta(days=5)).isoformat()}\n"

    def seat_slowly() -> None:
        with transaction.atomic():
            lock_person(player(turn))
            begun.set()
            rival.let_come()
            lock_game(turn.game_id)

    def write() -> object:
        begun.wait()
        return rival.run(lambda: arrive(turn, words).outcome)

    assert at_once(seat_slowly, write) == [None, "played"]


def test_an_absence_locks_the_games_of_its_person_in_their_order(anna: User, bob: User) -> None:
    first, second = sorted(opened(anna, bob).pk for _number in range(2))
    begun, rival = Event(), Rival()

    def answer_slowly() -> None:
        with transaction.atomic():
            lock_game(first)
            begun.set()
            rival.let_come()
            lock_game(second)

    def leave() -> None:
        begun.wait()
        rival.run(lambda: absences.announce(anna, today_of(anna), today_of(anna)))

    assert at_once(answer_slowly, leave) == [None, None]


def test_an_answer_and_the_excuse_for_a_downtime_at_once_do_not_wait_for_each_other_for_ever(
    anna: User, bob: User
) -> None:
    game = opened(anna, bob)
    first = person_turn(game)
    other = game.seats.exclude(pk=first.seat_id).get()
    second = Turn.objects.create(
        game=game,
        seat=other,
        ahead_of_turn=True,
        phase=first.phase,
        stage=first.stage,
        first_ply=0,
        opened_at=first.opened_at,
        due=first.due,
    )
    before = second.deadline
    clock.tick()
    after_a_downtime = timezone.now() + 2 * MAX_PAUSE
    begun, rival = Event(), Rival()

    def answer_slowly() -> None:
        with transaction.atomic():
            lock_game(game.pk)
            Turn.objects.filter(pk=second.pk).update(stage="mayor")
            begun.set()
            rival.let_come()
            Turn.objects.filter(pk=first.pk).update(stage="mayor")

    def excuse() -> None:
        begun.wait()
        rival.run(lambda: clock.excuse_downtime(after_a_downtime))

    assert at_once(answer_slowly, excuse) == [None, None]
    changed = Turn.objects.get(pk=second.pk)
    assert changed.stage == "mayor"
    assert changed.deadline is not None
    assert before is not None
    assert changed.deadline > before


def test_of_two_clocks_that_come_back_at_once_one_notes_the_outage(anna: User, bob: User) -> None:
    turn = person_turn(opened(anna, bob))
    before = turn.deadline
    clock.tick()
    ticked_at = ClockTick.objects.get().at
    back = timezone.now() + 10 * MAX_PAUSE
    moments = [back, back + timedelta(seconds=1), back + timedelta(seconds=2)]
    at_once(*[partial(clock.excuse_downtime, moment) for moment in moments])
    outage = Outage.objects.get()
    assert outage.lost == outage.until - ticked_at
    assert ClockTick.objects.get().at >= outage.until
    assert before is not None
    assert turn.deadline == before + outage.lost


def test_of_equal_requests_at_once_one_opens_a_game_and_all_return_it(anna: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("free")]
    results = at_once(
        *[
            lambda: open_game(
                anna,
                name="",
                kind="puerto-rico",
                options={},
                seats=seats,
                time_control=TimeControl(LIMIT),
                opening_key="once",
            )
        ]
        * 4
    )
    assert results == [Game.objects.get()] * 4


def test_one_form_sent_several_times_at_once_makes_one_token(anna: User) -> None:
    at_once(*[lambda: api_tokens.create_token(anna, "at home", key="one form")] * 3)
    assert ApiToken.objects.get().request_key == "one form"
