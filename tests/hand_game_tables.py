"""Tables at which the tiny game of hands is played, whose answers are completed with cards (tests.engine.hand_game)."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from games.models import Game
from games.people.models import User
from games.table.open_games import SeatPlan, join, open_game
from games.time_control import TimeControl
from tests.engine.hand_game import HandGame, HandGameView
from tests.game_registration import register_game
from tests.table.games import LIMIT, SECRET, fresh


def register_hand_game(patch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    register_game(patch, settings, HandGame(), HandGameView)


def open_hand_game(*people: User, left: int = 9) -> Game:
    """A running game of these people, with so many towers to build."""
    seats = [SeatPlan("free") for _ in people]
    options = {"towers": str(left)}
    game = open_game(
        people[0], name="Towers", kind=HandGame.key, options=options, seats=seats, time_control=TimeControl(LIMIT)
    )
    Game.objects.filter(pk=game.pk).update(secret=SECRET)
    for person in people:
        join(game.pk, person)
    return fresh(game)
