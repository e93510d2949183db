"""Giving up: a bot takes the seat over, the game goes on."""

from __future__ import annotations

import pytest

from games.models import Delivery, Turn
from games.nudge import THINK
from games.people.models import User
from games.table import queries
from games.table.errors import NotRunning, NotSeated, NotYours
from games.table.open_games import SeatPlan, open_game
from games.table.resignation import resign
from games.time_control import TimeControl
from tests.table.games import LIMIT, answer, bots_play, opened, over, person_turn, play_on, player

pytestmark = pytest.mark.django_db


def test_a_bot_plays_on_at_once_for_whoever_resigns(anna: User, bob: User, sent: list[str]) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    sent.clear()
    resign(game.pk, player(turn))
    assert THINK in sent
    bots_play(game)
    turn.refresh_from_db()
    assert turn.status == Turn.Status.CLOSED
    assert queries.open_turn(game, player(turn)) is None


def test_the_turn_mail_of_whoever_resigned_is_not_sent_any_more(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    resign(game.pk, player(turn))
    assert Delivery.objects.get(turn=turn).status == Delivery.Status.DROPPED


def test_whoever_resigned_decides_nothing_any_more(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    resign(game.pk, player(turn))
    with pytest.raises(NotYours):
        answer(turn, "settler")
    with pytest.raises(NotSeated):
        resign(game.pk, player(turn))


def test_the_seat_keeps_the_name_and_gets_a_rank(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    resign(game.pk, bob)
    game = play_on(game, over)
    assert "bob" in queries.player_names(game)
    assert game.seats.get(user=bob).rank in (1, 2)


def test_only_a_running_game_can_be_resigned_by_those_who_sit_there(anna: User, bob: User, david: User) -> None:
    with pytest.raises(NotSeated):
        resign(opened(anna, bob).pk, david)
    seats = [SeatPlan("me"), SeatPlan("free")]
    waiting = open_game(anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))
    with pytest.raises(NotRunning):
        resign(waiting.pk, anna)
