"""While a game is paused nobody decides, no time runs and nobody is bothered; then it goes on where it was."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from bots import tasks
from games.access import Permission
from games.models import Delivery, Game, Move, Turn
from games.notifications import delivery
from games.people.models import User
from games.table import clock, queries
from games.table.errors import GamePaused, NotRunning
from games.table.pausing import pause, resume
from games.table.playing import continue_game
from games.table.resignation import resign
from games.table.takeback import can_undo, undo
from tests.table.games import (
    LIMIT,
    answer,
    audit_entries,
    bot_turns,
    fresh,
    notices,
    offers,
    opened,
    person_turn,
    player,
)

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def test_nobody_moves_takes_back_or_resigns_in_a_paused_game(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler")
    before = fresh(game)
    pause(game.pk, moderator, "a fire")
    with pytest.raises(GamePaused):
        answer(turn, "take quarry")
    with pytest.raises(GamePaused):
        undo(game.pk, player(turn))
    with pytest.raises(GamePaused):
        resign(game.pk, player(turn))
    assert not can_undo(fresh(game), turn.seat)
    assert fresh(game).position == before.position
    assert queries.open_turn(fresh(game), player(turn)) is None


def test_an_answer_that_was_taken_in_before_the_pause_is_acknowledged_again(
    anna: User, bob: User, moderator: User
) -> None:
    turn = person_turn(opened(anna, bob))
    first = answer(turn, "settler", key="once")
    pause(turn.game_id, moderator, "a fire")
    assert answer(turn, "settler", key="once") == first


def test_the_game_goes_on_where_it_was(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    pause(game.pk, moderator, "a fire")
    resume(game.pk, moderator, "it is out")
    answer(person_turn(game), "settler", "take quarry")
    assert fresh(game).plies == 2


def test_deadlines_are_later_by_the_length_of_the_pause(anna: User, bob: User, moderator: User) -> None:
    turn = person_turn(opened(anna, bob))
    now = timezone.now()
    with time_machine.travel(now + HOUR, tick=False):
        pause(turn.game_id, moderator, "a fire")
    with time_machine.travel(now + LIMIT + 5 * HOUR, tick=False):
        clock.time_out(timezone.now())
        resume(turn.game_id, moderator, "it is out")
        assert clock.time_out(timezone.now()) == []
    before = turn.deadline
    assert before is not None
    turn.refresh_from_db()
    assert turn.deadline == before + LIMIT + 4 * HOUR
    assert not turn.timed_out


def test_a_turn_that_opens_in_a_pause_gets_no_more_than_it_lost(anna: User, bob: User, moderator: User) -> None:
    game, now = opened(anna, bob), timezone.now()
    pause(game.pk, moderator, "a fire")
    turn = person_turn(game)
    Turn.objects.filter(pk=turn.pk).update(opened_at=now + 2 * HOUR, due=now + LIMIT, runs_out=now + LIMIT)
    with time_machine.travel(now + 3 * HOUR, tick=False):
        resume(game.pk, moderator, "it is out")
    turn.refresh_from_db()
    assert turn.deadline == now + LIMIT + HOUR


def test_our_own_downtime_is_not_excused_twice(anna: User, bob: User, moderator: User) -> None:
    turn = person_turn(opened(anna, bob))
    now, before = timezone.now(), turn.deadline
    clock.excuse_downtime(now)
    with time_machine.travel(now, tick=False):
        pause(turn.game_id, moderator, "a fire")
    with time_machine.travel(now + HOUR, tick=False):
        clock.excuse_downtime(timezone.now())
        resume(turn.game_id, moderator, "it is out")
    assert before is not None
    turn.refresh_from_db()
    assert turn.deadline == before + HOUR


def test_bots_are_asked_only_when_the_game_goes_on(anna: User, moderator: User, sent: list[str]) -> None:
    game = opened(anna, bots=3)
    while not bot_turns(game):
        answer(person_turn(game), offers(person_turn(game))[0])
    waiting = bot_turns(game)[0]
    pause(game.pk, moderator, "a fire")
    sent.clear()
    tasks.think(waiting.pk)
    with time_machine.travel(timezone.now() + HOUR):
        tasks.think_for_open_turns()
    assert not sent
    assert Turn.objects.get(pk=waiting.pk).status == Turn.Status.OPEN
    resume(game.pk, moderator, "it is out")
    assert "bots.think" in sent
    tasks.think(waiting.pk)
    assert Turn.objects.get(pk=waiting.pk).status == Turn.Status.CLOSED


def test_an_interrupted_game_goes_on_only_after_the_pause(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    Game.objects.filter(pk=game.pk).update(interrupted=True)
    pause(game.pk, moderator, "a fire")
    continue_game(game.pk)
    clock.continue_interrupted_games()
    assert fresh(game).interrupted
    resume(game.pk, moderator, "it is out")
    clock.continue_interrupted_games()
    assert not fresh(game).interrupted


def test_turn_mails_wait_for_the_end_of_the_pause(
    anna: User, bob: User, moderator: User, mailoutbox: list[object]
) -> None:
    game = opened(anna, bob)
    mail = Delivery.objects.get(turn=person_turn(game))
    pause(game.pk, moderator, "a fire")
    delivery.deliver(mail.pk)
    assert mailoutbox == []
    resume(game.pk, moderator, "it is out")
    delivery.deliver(mail.pk)
    mail.refresh_from_db()
    assert (len(mailoutbox), mail.status) == (1, Delivery.Status.SENT)


def test_pausing_twice_is_pausing_once(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    assert pause(game.pk, moderator, "a fire")
    paused_at = fresh(game).paused_at
    assert not pause(game.pk, moderator, "a fire")
    assert fresh(game).paused_at == paused_at
    assert resume(game.pk, moderator, "it is out")
    assert not resume(game.pk, moderator, "it is out")
    assert (len(audit_entries(Permission.PAUSE)), len(audit_entries(Permission.RESUME))) == (1, 1)


def test_players_are_told_in_their_languages_what_was_done_and_why(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    pause(game.pk, moderator, "a fire in the house")
    for person in (anna, bob):
        (notice,) = notices(person)
        assert "a fire in the house" in notice.content["text"]
        assert game.name in notice.content["text"]


def test_only_a_game_under_way_is_paused(anna: User, bob: User, moderator: User) -> None:
    game = opened(anna, bob)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    with pytest.raises(NotRunning):
        pause(game.pk, moderator, "a fire")
    assert not Move.objects.filter(source=Move.Source.STAFF).exists()


@pytest.mark.parametrize(
    ("paused_after", "goes_on_after", "back_after"),
    [(1, 2, 3), (1, 4, 3), (2, 4, 3), (4, 5, 3)],
    ids=["within the downtime", "into it", "within it, longer", "after it"],
)
def test_a_pause_and_a_downtime_together_give_back_the_time_that_was_lost_and_no_more(
    anna: User, bob: User, moderator: User, paused_after: int, goes_on_after: int, back_after: int
) -> None:
    """The pages can be there while the clock is not; it never ticks within the minutes that it would have to."""
    turn, now = person_turn(opened(anna, bob)), timezone.now()
    before = turn.deadline
    with time_machine.travel(now, tick=False):
        clock.tick()
    actions = {paused_after: lambda: pause(turn.game_id, moderator, "a fire"), back_after: clock.tick}
    actions[goes_on_after] = lambda: resume(turn.game_id, moderator, "it is out")
    for hours in range(1, 6):
        with time_machine.travel(now + hours * HOUR, tick=False):
            actions.get(hours, lambda: None)()
            if hours > back_after:
                clock.tick()
    assert before is not None
    turn.refresh_from_db()
    assert turn.deadline is not None
    assert turn.deadline == before + 5 * HOUR  # the clock was away, or the game stood still, or both, for all of it


def test_what_was_answered_before_a_pause_can_be_taken_back_as_long_after_it(
    anna: User, bob: User, moderator: User
) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    assert turn.deadline is not None
    with time_machine.travel(turn.deadline - HOUR, tick=False):
        clock.tick()
        answer(turn, "settler", "take quarry")
        pause(game.pk, moderator, "a fire")
    with time_machine.travel(turn.deadline + HOUR, tick=False):
        resume(game.pk, moderator, "it is out")
        assert can_undo(fresh(game), turn.seat)
