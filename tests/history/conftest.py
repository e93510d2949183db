"""The stored sites, each restored and upgraded once, in the place of the tests' own database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

import environ
import pytest
import time_machine
from django.db import connections
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from games.table.replay_checks import ReplayOutcome
from prweb.operations.backups import restore
from prweb.operations.upgrades import upgrade
from tests import prepared
from tests.history.stored import StoredSite, another_database, stored_sites
from tests.servers import Postgres, running_postgres

MANY = {"HOSTED_GAMES_PER_PERSON": 1000, "SEATS_PER_PERSON": 1000}
"""A few people sit at all games of a stored site."""
Row = TypeVar("Row")
SINCE = timedelta(minutes=10)
"""From the moment in which a site was stored to its upgrade."""


@dataclass(frozen=True)
class UpgradedSite:
    """A stored site, upgraded by today's code. known: see StoredSite."""

    stored: StoredSite
    outcome: ReplayOutcome

    @property
    def known(self) -> dict[str, Any]:
        return self.stored.known

    def names(self, status: str) -> dict[str, str]:
        """The ids of the games that were in this state, and what they show."""
        games: dict[str, dict[str, Any]] = self.known["games"]
        return {game: known["name"] for game, known in games.items() if known["status"] == status}

    def game(self, name: str) -> str:
        """The id of the game with this name."""
        (found,) = (game for game, known in self.known["games"].items() if known["name"] == name)
        return str(found)

    def some(self, rows: Iterable[Row], most: int) -> list[Row]:
        """So many of them, from everywhere; on PostgreSQL a quarter of that, for what is asked of both costs twice."""
        found = list(rows)
        most = most if self.stored.engine == "sqlite" else max(1, most // 4)
        return [found[place * len(found) // most] for place in range(most)] if len(found) > most else found

    def goes_on_unasked(self, game_id: str) -> bool:
        """Whether the upgrade left a running game to who had been asked in it, not carrying it over to other rules."""
        return game_id not in self.outcome.upgraded


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres(prepared.postgres) as server:
        yield server


@pytest.fixture(scope="module", params=stored_sites(), ids=str)
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[UpgradedSite]:
    stored: StoredSite = request.param
    folder = tmp_path_factory.mktemp("history")
    settings, programs = _database(request, stored, str(folder / "site.sqlite3"))
    with ExitStack() as stack:
        stack.enter_context(override_settings(POSTGRESQL_PROGRAMS=programs, **MANY))
        stack.enter_context(django_db_blocker.unblock())
        stack.enter_context(another_database(settings))
        restore(stored.backup(folder))
        with time_machine.travel(stored.at + SINCE):
            outcome = upgrade(None, lambda _said: None)
        yield UpgradedSite(stored, outcome)


def _database(request: pytest.FixtureRequest, stored: StoredSite, file: str) -> tuple[dict[str, Any], str]:
    """Where the site is put, as Django's settings, and the folder of the server's programs."""
    if stored.engine == "sqlite":
        return {**connections.settings["default"], "NAME": file}, ""
    server: Postgres = request.getfixturevalue("postgres")
    name = f"stored_{stored.release.replace('.', '_')}"
    server.psql(f"CREATE DATABASE {name}")
    return environ.Env.db_url_config(server.url.replace("/postgres?", f"/{name}?")), str(server.programs)


@pytest.fixture(autouse=True)
def _at_its_time(request: pytest.FixtureRequest) -> Iterator[None]:
    """A stored site is gone on with soon after it was stored."""
    site = request.getfixturevalue("site") if "site" in request.fixturenames else None
    if isinstance(site, UpgradedSite):
        with time_machine.travel(site.stored.at + 2 * SINCE):
            yield
    else:
        yield
