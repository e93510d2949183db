"""Tables, and programs that sit at them."""

from __future__ import annotations

import pytest

from games.models import Game
from games.people.models import User
from games.table import bot_accounts
from tests.api.programs import Program, program_of
from tests.table.games import bots_play, fresh, opened, person_turn, player


@pytest.fixture
def game(anna: User, bob: User, sent: list[str]) -> Game:
    """Two people and a bot; the bot has played what it had to."""
    table = opened(anna, bob, bots=1)
    bots_play(table)
    return fresh(table)


@pytest.fixture
def mover(game: Game) -> User:
    """Whoever of the people is to move."""
    return player(person_turn(game))


@pytest.fixture
def other(game: Game, mover: User) -> User:
    """The person who has to wait."""
    return next(seat.user for seat in game.seats.all() if seat.user and seat.user != mover)


@pytest.fixture
def program(mover: User) -> Program:
    """Plays for the mover."""
    return program_of(mover)


@pytest.fixture
def robo(anna: User) -> User:
    """A bot account of Anna's."""
    return bot_accounts.create_bot_account(anna, "robo")
