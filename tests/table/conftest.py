"""Those who moderate."""

from __future__ import annotations

import pytest

from games.people.models import User
from tests.factories import UserFactory


@pytest.fixture
def moderator(db: None) -> User:
    """Staff, as signed in with two factors."""
    person = UserFactory.create(username="maria", is_staff=True)
    person.two_factors = True
    return person


@pytest.fixture
def administrator(db: None) -> User:
    person = UserFactory.create(username="ada", is_staff=True, is_superuser=True)
    person.two_factors = True
    return person
