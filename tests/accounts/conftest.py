"""People and their programs."""

from __future__ import annotations

import pytest

from games.people.models import User
from games.table import programs


@pytest.fixture
def robo(anna: User) -> User:
    """A bot account of Anna's."""
    return programs.register(anna, "robo")
