"""Stores what this release leaves behind, for the tests of all later ones: `python -m tests.history RELEASE`.

Once per release, with exactly its code, when nothing of it changes any more. Takes some minutes.
"""

from __future__ import annotations

import argparse
import lzma
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.servers import running_postgres

HISTORY = Path(__file__).parent
ROOT = HISTORY.parents[1]
SECRET_KEY = "a key that is for sites of these tests and no other"
"""That of tests.settings."""


def store(folder: Path, database_url: str, programs: Path | None, every: int) -> None:
    """Fill a site on one database (empty: SQLite), and keep its backup and what is outside of the database.

    every: see tests.history.filling.
    """
    folder.mkdir()
    with tempfile.TemporaryDirectory(prefix="prweb-history-") as place:
        var = Path(place) / "var"
        var.mkdir()
        (var / "secret_key").write_text(SECRET_KEY)
        environment = {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "PRWEB_VAR": str(var),
            "DATABASE_URL": database_url or f"sqlite:///{place}/site.sqlite3",
            "BROKER_URL": "memory://",
            "PRWEB_CARETAKER_LEVEL": "random",
            # A few people sit at all games.
            "PRWEB_HOSTED_GAMES": "1000",
            "PRWEB_SEATS": "1000",
            "PRWEB_POSTGRESQL_PROGRAMS": str(programs or ""),
        }

        def run(*command: str) -> None:
            subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=True)

        run("manage.py", "migrate", "--verbosity", "0")
        run("-m", "tests.history.filling", str(folder), str(every))
        backup = Path(place) / "site.backup"
        run("manage.py", "backup", str(backup))
        (folder / "backup.xz").write_bytes(lzma.compress(backup.read_bytes(), preset=9))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("release", help="as pyproject.toml calls it: 0.2.0")
    folder = HISTORY / arguments.parse_args().release
    folder.mkdir()
    with running_postgres() as server, ThreadPoolExecutor() as pool:
        both = [
            pool.submit(store, folder / "sqlite", "", None, 1),
            pool.submit(store, folder / "postgresql", server.url, server.programs, 4),
        ]
        for each in both:
            each.result()
    # One of each is enough.
    (folder / "postgresql" / "schema.json.xz").unlink()
    (folder / "sqlite" / "schema.json.xz").rename(folder / "schema.json.xz")


if __name__ == "__main__":
    main()
