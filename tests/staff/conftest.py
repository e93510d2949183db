"""Staff, and a game at which none of them sits."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Game
from games.people.models import User
from tests.factories import UserFactory
from tests.staff.signing_in import staff_client
from tests.table.games import bots_play, fresh, opened


@pytest.fixture(autouse=True)
def codes_unused() -> None:
    """Which codes were used is kept in the cache, which no test rolls back."""
    cache.clear()


@pytest.fixture
def mona(db: None) -> User:
    """A moderator."""
    return UserFactory.create(username="mona", is_staff=True)


@pytest.fixture
def admin(db: None) -> User:
    """An administrator."""
    return UserFactory.create(username="ada", is_staff=True, is_superuser=True)


@pytest.fixture
def staff(mona: User) -> Client:
    """The moderator's browser, signed in with two factors."""
    return staff_client(mona)


@pytest.fixture
def game(anna: User, bob: User, sent: list[str]) -> Game:
    """Two people and a bot; the bot has played what it had to."""
    table = opened(anna, bob, bots=1, open_vp="off")
    bots_play(table)
    return fresh(table)
