"""Fixtures of all tests: the cast."""

from __future__ import annotations

import pytest

from prweb.accounts.models import User
from tests.factories import UserFactory


@pytest.fixture
def anna(db: None) -> User:
    return UserFactory(username="anna")


@pytest.fixture
def bob(db: None) -> User:
    return UserFactory(username="bob")


@pytest.fixture
def chris(db: None) -> User:
    return UserFactory(username="chris")


@pytest.fixture
def david(db: None) -> User:
    return UserFactory(username="david")
