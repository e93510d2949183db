"""Staff and players at once: one after the other, and whatever the order is, the game replays."""

from __future__ import annotations

import pytest

from bots import tasks
from games.models import Game, Notification, Report, Seat
from games.people.models import User
from games.table import clock
from games.table.account_closing import close_account
from games.table.errors import Refused
from games.table.moderation.mail_resend import resend
from games.table.moderation.reports import Decision, decide
from games.table.moderation.rewind import rewind
from games.table.moderation.seat_replacement import replace_by_person
from games.table.open_games import SeatPlan, join, open_game
from games.table.pausing import pause, resume
from games.table.records import check_replay
from games.table.reports import report_game
from games.table.suspension import suspend
from games.time_control import TimeControl
from tests.factories import UserFactory
from tests.table.games import LIMIT, answer, bot_turns, fresh, offers, opened, person_turn, play_on, player, turn_mails
from tests.table.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_game_taken_back_while_somebody_moves_replays(anna: User, bob: User) -> None:
    game = play_on(opened(anna, bob), lambda game: game.plies >= 8)
    turn = person_turn(game)
    line = offers(turn)[0]
    at_once(lambda: answer(turn, line), lambda: rewind(game.pk, None, "a misclick", 4))
    check_replay(fresh(game))
    check_replay(play_on(game, lambda now: now.plies >= 20))


def test_what_a_bot_thought_of_before_the_game_was_taken_back_is_not_played(anna: User) -> None:
    game = opened(anna, bots=1)
    while not bot_turns(game):
        answer(person_turn(game), offers(person_turn(game))[0])
    (thinking,) = bot_turns(game)
    at_once(lambda: tasks.think(thinking.pk), lambda: rewind(game.pk, None, "a misclick", 0))
    check_replay(fresh(game))


def test_of_two_pauses_at_once_one_counts(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    assert sorted(map(str, at_once(*[lambda: pause(game.pk, None, "a fire")] * 2))) == ["False", "True"]


def test_of_two_decisions_of_a_report_at_once_one_counts(anna: User, bob: User) -> None:
    made = report_game(opened(anna, bob).pk, anna, "unwanted", "")
    results = at_once(
        lambda: decide(made.pk, None, Decision(Report.Outcome.ACTED), "an advert"),
        lambda: decide(made.pk, None, Decision(Report.Outcome.NOTHING), "no advert"),
    )
    assert sorted(map(str, results)) == ["False", "True"]
    assert Notification.objects.filter(user=anna, kind=Notification.Kind.NOTICE).count() == 1


def test_of_two_reports_of_the_same_at_once_one_is_made(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    first, second = at_once(*[lambda: report_game(game.pk, anna, "unwanted", "")] * 2)
    assert first == second
    assert Report.objects.count() == 1


def test_suspending_somebody_who_moves_in_several_games_waits_for_nobody_for_ever(anna: User, bob: User) -> None:
    games = [opened(anna, bob) for _ in range(3)]
    turns = [person_turn(game) for game in games]
    results = at_once(
        *[lambda turn=turn: answer(turn, "settler") for turn in turns],
        lambda: suspend(player(turns[0]), None, "insults"),
    )
    assert results[-1] is True
    for game in games:
        check_replay(Game.objects.get(pk=game.pk))
        assert game.seats.get(user=player(turns[0])).caretaker


def test_a_mail_sent_again_while_its_person_moves_waits_for_nobody_for_ever(anna: User, bob: User) -> None:
    turn = person_turn(opened(anna, bob))
    (mail,) = turn_mails(player(turn))
    results = at_once(lambda: answer(turn, "settler"), lambda: resend(mail.pk, None, "it never came"))
    assert not [result for result in results if isinstance(result, Refused)]


def test_who_is_suspended_while_joining_and_opening_ends_with_no_seat_of_their_own(anna: User, bob: User) -> None:
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("free")]

    def table(host: User) -> Game:
        return open_game(host, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))

    tables = [table(bob) for _ in range(3)]
    at_once(
        *[lambda game=game: join(game.pk, anna) for game in tables],
        lambda: table(anna),
        lambda: suspend(User.objects.get(pk=anna.pk), None, "insults"),
    )
    assert not Seat.objects.filter(user=anna, caretaker="", game__status__in=["open", "running"]).exists()
    assert not Game.objects.filter(host=anna, status="open").exists()


def test_closing_an_account_whose_person_moves_joins_and_opens_waits_for_nobody_for_ever(anna: User, bob: User) -> None:
    running = [opened(anna, bob) for _ in range(2)]
    turns = [person_turn(game) for game in running]
    mover = player(turns[0])
    seats = [SeatPlan("me"), SeatPlan("free"), SeatPlan("free")]

    def table(host: User) -> Game:
        return open_game(host, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))

    waiting = table(UserFactory.create())
    results = at_once(
        *[lambda turn=turn: answer(turn, "settler") for turn in turns],
        lambda: join(waiting.pk, mover),
        lambda: table(mover),
        lambda: close_account(mover, by=mover),
    )
    assert results[-1] is True
    for game in running:
        check_replay(fresh(game))
        assert game.seats.get(user=mover).caretaker
    assert not Seat.objects.filter(user=mover, caretaker="", game__status__in=["open", "running"]).exists()
    assert not Game.objects.filter(host=mover, status="open").exists()


@pytest.mark.parametrize("plies", [10, 13])
def test_four_channels_and_five_actions_at_once_leave_one_game_that_replays(
    anna: User, bob: User, chris: User, plies: int
) -> None:
    game = play_on(opened(anna, bob), lambda game: game.plies >= plies)
    turn, lines = person_turn(game), offers(person_turn(game))
    # Refusals are answers too; anything else would be raised here.
    at_once(
        *[
            lambda source=source, line=line: answer(turn, line, source=source, key=source)
            for source, line in zip(("web", "link", "mail", "api"), lines * 4, strict=False)
        ],
        lambda: pause(game.pk, None, "a fire"),
        lambda: replace_by_person(game.pk, turn.seat.index, None, "a substitute", chris),
        lambda: rewind(game.pk, None, "a misclick", 5),
        lambda: suspend(User.objects.get(pk=player(turn).pk), None, "insults"),
        lambda: resume(game.pk, None, "it is out"),
        clock.tick,
    )
    check_replay(fresh(game))
    assert game.turns.exclude(status="closed").filter(ahead_of_turn=False).count() == 1
