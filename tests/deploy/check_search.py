"""The staff's search on Debian's PostgreSQL, which has the extension pg_trgm: a part of anything by an index."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from tests.deploy.serving import ROOT, environment
from tests.deploy.site_functions import drop_index, has_index, make_many_people, search_plans
from tests.function_calls import shell_code
from tests.servers import Postgres, debians_postgresql, running_postgres

pytestmark = pytest.mark.processes

P = ParamSpec("P")
R = TypeVar("R")

INDEX = "accounts_user_username_parts"


@dataclass(frozen=True)
class Site:
    """One whose database belongs to an account that is no more than its owner."""

    server: Postgres
    folder: Path

    def manage(self, *words: str) -> str:
        url = self.server.url.replace("postgres:@/postgres", "prweb:@/prweb")
        settings = environment(url, self.folder, PRWEB_POSTGRESQL_PROGRAMS=str(self.server.programs))
        done = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=settings, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        code = shell_code(function, *args, **kwargs)
        result: R = json.loads(self.manage("shell", "--no-imports", "--command", code))
        return result


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    programs = debians_postgresql()
    assert programs is not None
    with running_postgres(programs=programs) as server:
        server.psql("CREATE ROLE prweb LOGIN")
        server.psql("CREATE DATABASE prweb OWNER prweb")
        site = Site(server, tmp_path_factory.mktemp("site"))
        site.manage("migrate", "--verbosity", "0")
        yield site


def test_a_part_of_a_name_an_address_or_a_subject_is_found_by_an_index(site: Site) -> None:
    site.call(make_many_people)
    plans = site.call(search_plans, "son1234")
    assert {name: plan for name, plan in plans.items() if "Seq Scan" in plan and name != "person"} == {}
    assert INDEX in plans["person"]


def test_a_migration_makes_the_index_that_is_missing(site: Site) -> None:
    site.call(drop_index, INDEX)
    assert not site.call(has_index, INDEX)
    site.manage("migrate", "--verbosity", "0")
    assert site.call(has_index, INDEX)


def test_a_backup_is_restored_without_these_indexes_and_the_upgrade_makes_them(site: Site) -> None:
    """So that it can be restored where the extension is missing."""
    site.manage("backup", str(site.folder / "backup"))
    site.manage("restore", str(site.folder / "backup"), "--wipe")
    assert not site.call(has_index, INDEX)
    site.manage("upgrade")
    assert site.call(has_index, INDEX)
