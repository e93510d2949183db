"""Fixtures of all tests: the cast, and what Celery is told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import time_machine
from celery import current_app
from django.core.cache import cache
from django.db import connection
from pytest_django import Settings
from pytest_django.fixtures import django_db_setup as database_by_django  # noqa: F401  (a fixture)

from games import site_state
from games.people.models import User
from tests import prepared
from tests.factories import UserFactory
from tests.interpreter import Interpreter
from tests.lanes import Markers, ProcessGuard, ProcessorTime, SlowList
from tests.languages.code_texts import extract_texts


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--note-slow", action="store_true", help="write the tests that took long into tests/slow.txt")


# How long an example takes says how busy the machine is.
hypothesis.settings.register_profile("prweb", deadline=None)
hypothesis.settings.load_profile("prweb")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Markers())
    config.pluginmanager.register(ProcessGuard())
    config.pluginmanager.register(ProcessorTime())
    config.pluginmanager.register(Interpreter())
    if not hasattr(config, "workerinput"):
        if config.getoption("--note-slow"):
            config.pluginmanager.register(SlowList())
        prepared.folder()


def pytest_collection_finish(session: pytest.Session) -> None:
    if not session.config.option.collectonly and any(wants_database(item) for item in session.items):
        prepared.database_for_tests()


def wants_database(item: pytest.Item) -> bool:
    return bool(item.get_closest_marker("django_db")) or "django_db_setup" in getattr(item, "fixturenames", ())


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, django_db_modify_db_settings: None, django_db_keepdb: bool) -> None:
    """On SQLite a copy of a migrated database; another server, or a database that is to be kept, Django sees to."""
    if connection.vendor != "sqlite" or django_db_keepdb:
        request.getfixturevalue("database_by_django")
        return
    file = connection.settings_dict["TEST"]["NAME"]
    prepared.sqlite(Path(file))
    connection.settings_dict["NAME"] = file


@pytest.fixture(autouse=True)
def nothing_is_said_of_the_site() -> None:
    """What this process keeps of it would outlive the test; a change in the test is seen at once."""
    site_state.cache_status(site_state.SiteStatus(), 3600)


@pytest.fixture(autouse=True)
def nobody_is_here() -> None:
    """Who looked at a page in another test may have the number of a person of this one."""
    cache.clear()


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
def one_moment() -> Iterator[None]:
    """Nothing has been counted yet, and no minute, hour or day ends while the test counts."""
    cache.clear()
    with time_machine.travel(datetime.now(UTC), tick=False):
        yield
    cache.clear()


@pytest.fixture
def more_languages(settings: Settings) -> None:
    """As if the catalogues of these were complete."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("hu", "Magyar"), ("pl", "Polski")]


@pytest.fixture(scope="session")
def texts_of_the_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The template that `manage.py makemessages` makes of the code as it is."""
    return extract_texts(tmp_path_factory.mktemp("locale"), tmp_path_factory.mktemp("code"))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks that the broker was told of, in order. Commits happen at once, though the test rolls back."""
    kinds: list[str] = []

    def send_task(name: str, **_options: object) -> None:
        kinds.append(name)

    def on_commit(function: Any, using: str | None = None, robust: bool = False) -> None:
        function()

    monkeypatch.setattr(current_app, "send_task", send_task)
    monkeypatch.setattr("games.nudge._Pause.until", 0.0)
    monkeypatch.setattr("django.db.transaction.on_commit", on_commit)
    return kinds
