"""Fixtures of all tests: the cast, and what Celery is told."""

from __future__ import annotations

from typing import Any

import pytest
from celery import current_app
from pytest_django import Settings

from prweb.accounts.models import User
from tests.factories import UserFactory


@pytest.fixture
def anna(db: None) -> User:
    return UserFactory.create(username="anna")


@pytest.fixture
def bob(db: None) -> User:
    return UserFactory.create(username="bob")


@pytest.fixture
def chris(db: None) -> User:
    return UserFactory.create(username="chris")


@pytest.fixture
def david(db: None) -> User:
    return UserFactory.create(username="david")


@pytest.fixture
def more_languages(settings: Settings) -> None:
    """As if the catalogues of these were complete."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("hu", "Magyar"), ("pl", "Polski")]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What the broker was given: task name and row id, in order. Commits happen at once, though the test rolls back."""
    told: list[tuple[str, int]] = []

    def send_task(name: str, args: list[int], **_options: object) -> None:
        told.append((name, args[0]))

    def on_commit(function: Any, using: str | None = None, robust: bool = False) -> None:
        function()

    monkeypatch.setattr(current_app, "send_task", send_task)
    monkeypatch.setattr("django.db.transaction.on_commit", on_commit)
    return told
