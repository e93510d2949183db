"""People and their programs."""

from __future__ import annotations

import pytest

from games.table import programs
from prweb.accounts.models import User


@pytest.fixture
def robo(anna: User) -> User:
    """A bot account of Anna's."""
    return programs.register(anna, "robo")
