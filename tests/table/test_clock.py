"""Time limits: a bot plays what was not answered in time, but nobody's time runs while we are down."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from bots import tasks
from games.models import ClockTick, Delivery, Game, Move, Turn
from games.nudge import THINK
from games.people.models import User
from games.table import clock
from games.table.errors import TurnClosed
from games.table.takeback import undo
from tests.table.games import (
    LIMIT,
    answer,
    bots_play,
    fresh,
    offers,
    opened,
    person_turn,
    play_on,
    player,
    somebody_ahead,
)

pytestmark = pytest.mark.django_db


def after(pause: timedelta) -> time_machine.travel:
    return time_machine.travel(timezone.now() + pause, tick=False)


@pytest.fixture
def game(anna: User, bob: User) -> Game:
    return opened(anna, bob)


def test_a_person_has_the_time_of_the_game_for_every_turn(game: Game) -> None:
    turn = person_turn(game)
    assert turn.deadline == turn.opened_at + LIMIT


def test_bots_have_no_deadline(anna: User) -> None:
    game = opened(anna, bots=3)
    bots_play(game)
    assert not Turn.objects.exclude(seat__bot_level="").exclude(due=None).exists()


def test_a_turn_in_time_is_left_alone(game: Game) -> None:
    with after(LIMIT - timedelta(seconds=1)):
        assert clock.time_out(timezone.now()) == []


def test_an_overdue_turn_is_played_by_a_bot_and_labelled(game: Game, sent: list[str]) -> None:
    turn = person_turn(game)
    with after(LIMIT):
        assert clock.time_out(timezone.now()) == [turn.pk]
        assert sent == [THINK]
        tasks.think(turn.pk)
    turn.refresh_from_db()
    assert (turn.status, turn.timed_out) == (Turn.Status.CLOSED, True)
    played = Move.objects.filter(turn=turn).exclude(source=Move.Source.FORCED)
    assert {move.source for move in played} == {Move.Source.TIMEOUT}


def test_a_turn_times_out_once(game: Game, sent: list[str]) -> None:
    with after(LIMIT):
        clock.time_out(timezone.now())
        assert clock.time_out(timezone.now()) == []
    assert len(sent) == 1


def test_the_person_may_still_answer_until_the_bot_has(game: Game) -> None:
    turn = person_turn(game)
    with after(LIMIT):
        clock.time_out(timezone.now())
        assert answer(turn, "settler", "take quarry").turn_closed
        tasks.think(turn.pk)
    assert {move.source for move in Move.objects.filter(turn=turn)} == {Move.Source.WEB}


def test_whoever_comes_after_the_bot_is_told_so(game: Game) -> None:
    turn = person_turn(game)
    with after(LIMIT):
        clock.time_out(timezone.now())
        tasks.think(turn.pk)
        with pytest.raises(TurnClosed):
            answer(turn, "settler")


def test_the_seat_is_the_persons_again_after_a_timed_out_turn(game: Game) -> None:
    turn = person_turn(game)
    with after(LIMIT):
        clock.time_out(timezone.now())
        tasks.think(turn.pk)
        following = person_turn(game)
    assert not following.timed_out
    assert following.deadline is not None


def test_a_page_learns_that_a_turn_timed_out(game: Game) -> None:
    version = fresh(game).version
    with after(LIMIT):
        clock.time_out(timezone.now())
    assert fresh(game).version > version


def test_our_own_downtime_costs_nobody_any_time(game: Game) -> None:
    clock.tick()
    before = person_turn(game).deadline
    down_at = ClockTick.objects.get().at
    with after(timedelta(days=10)):
        clock.tick()
        up_at = timezone.now()
    changed = person_turn(game)
    assert not changed.timed_out
    assert before is not None
    assert changed.deadline == before + (up_at - down_at)


def test_a_turn_overdue_before_the_downtime_stays_overdue(game: Game) -> None:
    turn = person_turn(game)
    ClockTick.objects.create(pk=1, at=timezone.now())
    Turn.objects.filter(pk=turn.pk).update(due=timezone.now() - timedelta(seconds=1))
    with after(timedelta(hours=5)):
        clock.tick()
    turn.refresh_from_db()
    assert turn.timed_out


def test_the_pauses_between_ticks_extend_nothing(game: Game) -> None:
    turn = person_turn(game)
    clock.tick()
    with after(timedelta(seconds=30)):
        clock.tick()
    assert person_turn(game).deadline == turn.deadline


def test_what_could_be_decided_ahead_is_decided_ahead_by_a_bot_when_time_is_up(anna: User, bob: User) -> None:
    game = play_on(opened(anna, bob), somebody_ahead)
    early = person_turn(game, ahead=True)
    Turn.objects.filter(pk=early.pk).update(due=timezone.now())
    assert clock.time_out(timezone.now()) == [early.pk]
    tasks.think(early.pk)
    early.refresh_from_db()
    assert early.status == Turn.Status.ANSWERED
    assert {given["source"] for given in early.deferred_plies} == {Move.Source.TIMEOUT}


def test_what_was_answered_ahead_before_a_downtime_can_be_thought_over_after_it(anna: User, bob: User) -> None:
    game = play_on(opened(anna, bob), somebody_ahead)
    clock.tick()
    early = person_turn(game, ahead=True)
    answer(early, offers(early)[0])
    with after(timedelta(days=10)):
        clock.tick()
        undo(game.pk, player(early))
        assert not clock.time_out(timezone.now())


def test_a_turn_that_a_bots_stand_in_opened_is_mailed_at_once(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    while True:
        turn = person_turn(game)
        Turn.objects.filter(pk=turn.pk).update(due=timezone.now())
        clock.time_out(timezone.now())
        tasks.think(turn.pk)
        following = person_turn(game)
        if following.seat == turn.seat:
            break
    mail = Delivery.objects.get(turn=following)
    assert mail.next_attempt_at <= timezone.now()


def test_a_turn_that_opened_in_a_downtime_gets_back_what_it_lost_only(game: Game) -> None:
    now = timezone.now()
    clock.tick()
    with time_machine.travel(now + timedelta(hours=2), tick=False):
        answer(person_turn(game), "settler", "take quarry")
        turn = person_turn(game)
        before = turn.deadline
    with time_machine.travel(now + timedelta(hours=3), tick=False):
        clock.tick()
        assert before is not None
        assert turn.deadline == before + timedelta(hours=1)
