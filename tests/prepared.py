"""What tests and running sites begin with, made once: migrated, empty databases, and collected files.

Databases are kept in the folder of pytest's cache until a migration changes, collected files until the run ends.
"""

from __future__ import annotations

import atexit
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from tests.servers import Postgres

PLACE: Final = "PRWEB_TESTS_PREPARED"
ROOT: Final = Path(__file__).resolve().parents[1]
KEPT: Final = ROOT / ".pytest_cache" / "databases"
MADE_BY: Final = (
    "games/**/migrations/*.py",
    "games/database/*.py",
    "games/staff/search_indexes.py",
    "prweb/settings.py",
    "uv.lock",
)
"""What an empty, migrated database depends on."""
OF_A_SITE: Final = {"DJANGO_SETTINGS_MODULE": "prweb.settings", "PRWEB_PROFILE": "embedded", "BROKER_URL": "memory://"}


def sqlite(file: Path) -> None:
    """Put a database where this file is to be."""
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(_kept("sqlite", _make_sqlite) / "site.sqlite3", file)


def postgres(folder: Path) -> None:
    """Put the data of a server with a database into this folder, before a server is there."""
    # With their owner, who is not the one who copies.
    subprocess.run(["cp", "--archive", f"{_kept('postgres', _make_postgres)}/.", str(folder)], check=True)


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


def database_for_tests() -> None:
    """Make it while no test runs: few of them may start processes."""
    _kept("sqlite", _make_sqlite)


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


def _kept(name: str, make: Callable[[Path], None]) -> Path:
    """The same of a database, kept for later runs."""
    folder_of_all = KEPT / _digest()
    kept = folder_of_all / name
    if not kept.exists():
        # Made elsewhere: the path may be too long for a socket, or closed to the user of the server.
        made = _made(name, make)
        KEPT.mkdir(parents=True, exist_ok=True)
        with _locked(KEPT / "lock"):
            for earlier in KEPT.iterdir():
                if earlier.is_dir() and earlier != folder_of_all:
                    shutil.rmtree(earlier)
            if not kept.exists():
                _copy(made, kept)
    return kept


def _copy(made: Path, kept: Path) -> None:
    """All of it or nothing, with its owner, who may be another one than ours."""
    draft = kept.with_name(f"{kept.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.parent.mkdir(exist_ok=True)
    subprocess.run(["cp", "--archive", str(made), str(draft)], check=True)
    draft.rename(kept)


@cache
def _digest() -> str:
    digest = hashlib.sha256()
    for pattern in MADE_BY:
        for file in sorted(ROOT.glob(pattern)):
            digest.update(f"{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:20]


def _made(name: str, make: Callable[[Path], None]) -> Path:
    """The folder of this name, filled by whichever process of the run is first; the others wait for it."""
    made = folder() / name
    with _locked(folder() / f"{name}.lock"):
        if not made.exists():
            try:
                made.mkdir()
                make(made)
            except BaseException:
                shutil.rmtree(made, ignore_errors=True)
                raise
    return made


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
