"""Tables and browsers."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from games.models import Game, Turn
from games.people.models import User
from games.table import queries
from tests.table.games import answer, bots_play, fresh, offers, opened, player
from tests.web.pages import client_of


@pytest.fixture
def game(anna: User, bob: User, sent: list[str]) -> Game:
    """Two people and a bot; the bot has played what it had to."""
    table = opened(anna, bob, bots=1)
    bots_play(table)
    return fresh(table)


@pytest.fixture
def mover(game: Game) -> User:
    """Whoever of the people is to move."""
    return player(the_turn(game))


@pytest.fixture
def browser(mover: User) -> Client:
    return client_of(mover)


def the_turn(game: Game) -> Turn:
    return game.turns.select_related("seat__user", "game").get(
        status=Turn.Status.OPEN, early=False, ahead_of_turn=False
    )


TOWARDS = {
    "hospice": ("build hospice", "builder", "mayor", "settler", "craftsman", "trader"),
    "university": ("build university", "craftsman", "trader", "builder", "mayor", "prospector"),
    "colonists": ("mayor",),
    "storing": ("captain", "craftsman", "mayor"),
}
"""What somebody plays who wants to be asked this; for all other stages the role itself does."""


def played_until(game: Game, stage: str) -> Turn:
    """The first open turn of a person in which this is asked; people play towards it, else anything."""
    wanted, lots = TOWARDS.get(stage, (stage,)), Random(3)
    for _step in range(2000):
        bots_play(game)
        turns = list(
            game.turns.filter(status=Turn.Status.OPEN, early=False)
            .select_related("seat__user", "game")
            .order_by("ahead_of_turn")
        )
        found = next((turn for turn in turns if queries.question_for(turn).stage == stage), None)
        if found is not None:
            return found
        choices = offers(turns[0])
        answer(turns[0], next((line for line in wanted if line in choices), lots.choice(choices)))
    raise AssertionError(f"nobody was ever asked at stage {stage}")
