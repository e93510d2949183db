"""Bots take their turns through the tasks, called here as a worker would call them."""

from __future__ import annotations

import logging

import pytest
from celery import current_app
from django.utils import timezone

from bots import tasks
from games.models import Game, Move, Turn
from games.nudge import THINK
from games.people.models import User
from games.table import bot_queue
from games.table.records import check_replay
from games.table.resignation import resign
from games.table.takeback import undo
from tests.table.games import answer, bot_turns, bots_play, fresh, offers, opened, person_turn

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seats", [2, 5])
def test_bots_play_a_whole_game_for_somebody_who_resigned(anna: User, seats: int) -> None:
    game = opened(anna, bots=seats - 1)
    resign(game.pk, anna)
    bots_play(game)
    game = fresh(game)
    assert game.status == Game.Status.FINISHED
    assert 1 in game.seats.values_list("rank", flat=True)
    assert not game.turns.exclude(status=Turn.Status.CLOSED).exists()
    assert set(game.moves.values_list("source", flat=True)) <= {Move.Source.BOT, Move.Source.FORCED}
    check_replay(game)


def test_a_bot_thinks_about_its_turn_only_once_at_a_time(anna: User) -> None:
    turn = a_bots_turn(anna)
    Turn.objects.filter(pk=turn.pk).update(claimed_at=timezone.now())
    tasks.think(turn.pk)
    turn.refresh_from_db()
    assert turn.status == Turn.Status.OPEN


def test_a_bots_turn_whose_worker_died_is_taken_over(anna: User) -> None:
    turn = a_bots_turn(anna)
    Turn.objects.filter(pk=turn.pk).update(claimed_at=timezone.now() - 2 * bot_queue.STALE_AFTER)
    tasks.think(turn.pk)
    turn.refresh_from_db()
    assert turn.status == Turn.Status.CLOSED


def test_whoever_is_nudged_finds_the_turn_of_a_bot(anna: User) -> None:
    turn = a_bots_turn(anna)
    tasks.think_for_open_turns()
    turn.refresh_from_db()
    assert turn.status == Turn.Status.CLOSED


def test_a_message_of_an_earlier_release_that_names_a_turn_is_a_nudge_like_others(anna: User) -> None:
    turn = a_bots_turn(anna)
    current_app.tasks[THINK].apply(args=(turn.pk + 1000,), throw=True)
    turn.refresh_from_db()
    assert turn.status == Turn.Status.CLOSED


def test_a_bot_that_keeps_dying_over_a_turn_plays_a_quick_legal_move(
    anna: User, caplog: pytest.LogCaptureFixture
) -> None:
    turn = a_bots_turn(anna)
    Turn.objects.filter(pk=turn.pk).update(attempts=tasks.MAX_ATTEMPTS)
    with caplog.at_level(logging.WARNING, "bots.tasks"):
        tasks.think(turn.pk)
    assert Move.objects.filter(turn=turn, source=Move.Source.BOT).exists()
    assert "quick move" in caplog.text


def test_a_bot_of_a_level_that_fails_plays_a_quick_legal_move(anna: User, caplog: pytest.LogCaptureFixture) -> None:
    turn = a_bots_turn(anna)
    turn.seat.bot_level = "no such level"
    turn.seat.save()
    with caplog.at_level(logging.WARNING, "bots.tasks"):
        tasks.think(turn.pk)
    assert Move.objects.filter(turn=turn, source=Move.Source.BOT).exists()
    assert "no such level" in caplog.text


def test_a_turn_that_takes_no_move_at_all_is_left_alone_for_a_while(
    anna: User, caplog: pytest.LogCaptureFixture
) -> None:
    turn = a_bots_turn(anna)
    Turn.objects.filter(pk=turn.pk).update(phase=turn.phase + 7)
    tasks.think(turn.pk)
    assert f"Turn {turn.pk}: " in caplog.text
    assert "cannot be played" in caplog.text
    assert not Move.objects.filter(turn=turn).exists()
    assert bot_queue.claim_next() is None
    Turn.objects.filter(pk=turn.pk).update(claimed_at=timezone.now() - 2 * bot_queue.STALE_AFTER)
    assert bot_queue.claim_next() == turn.pk


def test_a_bot_leaves_a_persons_turn_alone(anna: User) -> None:
    game = opened(anna, bots=2)
    bots_play(game)
    turn = person_turn(game)
    tasks.think(turn.pk)
    assert not Move.objects.filter(turn=turn).exists()


def test_a_bots_turn_that_was_taken_back_needs_no_bot(anna: User) -> None:
    turn = a_bots_turn(anna)
    undo(turn.game_id, anna)
    tasks.think(turn.pk)
    assert not Move.objects.filter(turn=turn).exists()


def a_bots_turn(host: User) -> Turn:
    """The turn of a bot that moves directly after the host's answer."""
    game = opened(host, bots=2)
    bots_play(game)
    while not bot_turns(game):
        turn = person_turn(game)
        # A role that reveals nothing, so that it can be taken back.
        answer(turn, next(offer for offer in offers(turn) if offer not in ("settler", "mayor")))
    return bot_turns(game)[0]


def test_an_error_of_ours_while_a_bot_plays_is_not_taken_for_a_turn_that_is_over(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = a_bots_turn(anna)

    def broken(*_args: object, **_more: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr(tasks, "play_moves", broken)
    with pytest.raises(KeyError):
        tasks.think(turn.pk)
