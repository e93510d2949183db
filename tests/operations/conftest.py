"""A site of its own for each test here, driven by its commands as an operator drives it, on both databases."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from tests import preloaded, prepared
from tests.function_calls import shell_code
from tests.operations import site_functions
from tests.servers import Postgres, running_postgres

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Site:
    """One database and what an operator can do with it."""

    folder: Path
    database_url: str
    programs: Path | None = None
    """Where the server's client programs are."""
    server: Postgres | None = None

    def run(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "PRWEB_VAR": str(self.folder / "var"),
            "DATABASE_URL": self.database_url,
            "BROKER_URL": "memory://",
            "PRWEB_POSTGRESQL_PROGRAMS": str(self.programs or ""),
            **more,
        }
        return preloaded.manage(arguments, environment)

    def manage(self, *arguments: str, **more: str) -> str:
        done = self.run(*arguments, **more)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def migrate(self) -> None:
        """Put tables into the empty database."""
        if self.server is None:
            prepared.sqlite(Path(self.database_url.removeprefix("sqlite:///")))
            return
        name = self.database_url.partition("?")[0].rpartition("/")[2]
        self.server.psql(f"DROP DATABASE {name}")
        # The server's own has them (fixture `postgres`).
        self.server.psql(f"CREATE DATABASE {name} TEMPLATE postgres")

    def refuses(self, *arguments: str) -> str:
        """What it says when it does not do it."""
        done = self.run(*arguments)
        assert done.returncode != 0, done.stdout
        assert "Traceback" not in done.stderr, done.stderr
        return done.stderr

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function of a module of the tests on the site."""
        code = shell_code(function, *args, **kwargs)
        result: R = json.loads(self.manage("shell", "--no-imports", "--command", code))
        return result

    def play_games(self) -> None:
        """Fill it with one game that is under way, and one that is over."""
        self.migrate()
        self.call(site_functions.play_games)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres(prepared.postgres) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Site:
    if request.param == "sqlite":
        return Site(tmp_path, f"sqlite:///{tmp_path}/site.sqlite3")
    server: Postgres = request.getfixturevalue("postgres")
    name = f"site_{abs(hash(str(tmp_path)))}"
    server.psql(f"CREATE DATABASE {name}")
    return Site(tmp_path, server.url.replace("/postgres?", f"/{name}?"), server.programs, server)
