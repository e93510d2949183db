"""What every running site begins with, made once in a test run: migrated, empty databases, and collected files."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.servers import Postgres

PLACE: Final = "PRWEB_TESTS_PREPARED"
ROOT: Final = Path(__file__).resolve().parents[1]
OF_A_SITE: Final = {"DJANGO_SETTINGS_MODULE": "prweb.settings", "PRWEB_PROFILE": "embedded", "BROKER_URL": "memory://"}


def sqlite(file: Path) -> None:
    """Put a database where this file is to be."""
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(_made("sqlite", _make_sqlite) / "site.sqlite3", file)


def postgres(folder: Path) -> None:
    """Put the data of a server with a database into this folder, before a server is there."""
    # With their owner, who is not the one who copies.
    subprocess.run(["cp", "--archive", f"{_made('postgres', _make_postgres)}/.", str(folder)], check=True)


def static_files() -> Path:
    """The folder of the collected ones, which are only read."""
    return _made("static", _collect_static_files)


def folder() -> Path:
    """Where it all is until the first process of the run ends, whose children find it by the environment."""
    if PLACE not in os.environ:
        # A short path, as those of sockets must be.
        os.environ[PLACE] = tempfile.mkdtemp(prefix="prweb-run-")
        Path(os.environ[PLACE]).chmod(0o755)
        atexit.register(shutil.rmtree, os.environ[PLACE], ignore_errors=True)
    return Path(os.environ[PLACE])


def _make_sqlite(made: Path) -> None:
    _manage("migrate", DATABASE_URL=f"sqlite:///{made}/site.sqlite3")


def _make_postgres(made: Path) -> None:
    server = Postgres(made)
    server.start()
    _manage("migrate", DATABASE_URL=server.url)
    server.stop()


def _collect_static_files(made: Path) -> None:
    _manage("collectstatic", "--no-input", PRWEB_STATIC_ROOT=str(made))


def _manage(*command: str, **more: str) -> None:
    with tempfile.TemporaryDirectory() as var:
        environment = {**os.environ, **OF_A_SITE, "PRWEB_VAR": var, **more}
        subprocess.run(
            [sys.executable, "manage.py", *command, "--verbosity", "0"], cwd=ROOT, env=environment, check=True
        )


def _made(name: str, make: Callable[[Path], None]) -> Path:
    """The folder of this name, filled by whichever process of the run is first; the others wait for it."""
    made = folder() / name
    with (folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            try:
                made.mkdir()
                make(made)
            except BaseException:
                shutil.rmtree(made, ignore_errors=True)
                raise
    return made
