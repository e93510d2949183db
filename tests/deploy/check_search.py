"""The staff's search on Debian's PostgreSQL, which has the extension pg_trgm: a part of anything by an index."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.deploy.serving import ROOT, environment
from tests.servers import Postgres, debians_postgresql, running_postgres

pytestmark = pytest.mark.processes

PEOPLE = """
from games.people.models import User
User.objects.bulk_create(
    User(username=f"person{n}", email=f"n{n}@example.org", name_skeleton=f"p{n}") for n in range(20_000)
)
"""
PLANS = """
import json
from django.db import connection
from games.staff import search
with connection.cursor() as cursor:
    cursor.execute("ANALYZE")
plans = {"person": search.QUERIES_BY_MODEL[search.User]("son1234")[0].explain()}
with connection.cursor() as cursor:
    cursor.execute("SET enable_seqscan = off")
for model, ways in search.QUERIES_BY_MODEL.items():
    for number, way in enumerate(ways("son1234")):
        plans[f"{model.__name__} {number}"] = way.explain()
print("=" + json.dumps(plans))
"""
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

    def has_index(self) -> bool:
        return bool(self.manage("shell", "-c", f"{HAS_INDEX.format(INDEX)}").strip().endswith("True"))


HAS_INDEX = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT 1 FROM pg_indexes WHERE indexname = '{}'")
    print(bool(cursor.fetchall()))
"""


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
    site.manage("shell", "-c", PEOPLE)
    plans = json.loads(site.manage("shell", "-c", PLANS).partition("=")[2])
    assert {name: plan for name, plan in plans.items() if "Seq Scan" in plan and name != "person"} == {}
    assert INDEX in plans["person"]


def test_a_migration_makes_the_index_that_is_missing(site: Site) -> None:
    site.manage("shell", "-c", f"from django.db import connection; connection.cursor().execute('DROP INDEX {INDEX}')")
    assert not site.has_index()
    site.manage("migrate", "--verbosity", "0")
    assert site.has_index()


def test_a_backup_is_restored_without_these_indexes_and_the_upgrade_makes_them(site: Site) -> None:
    """So that it can be restored where the extension is missing."""
    site.manage("backup", str(site.folder / "backup"))
    site.manage("restore", str(site.folder / "backup"), "--wipe")
    assert not site.has_index()
    site.manage("upgrade")
    assert site.has_index()
