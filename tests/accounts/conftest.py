"""People and their programs."""

from __future__ import annotations

import pytest

from games.people.models import User
from games.table import bot_accounts


@pytest.fixture
def robo(anna: User) -> User:
    """A bot account of Anna's."""
    return bot_accounts.create_bot_account(anna, "robo")
