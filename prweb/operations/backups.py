"""Backups: the whole database in one file, and back.

The file is a tar archive of two members. `manifest.json` says what it is:

    {"format": 1, "made_at": ISO time, "engine": "postgresql" | "sqlite", "migrations": {app: [name, ...]},
     "games": how many, "people": how many, "sha256": of the other member}

`database` is PostgreSQL's custom format (pg_dump) or a SQLite file (its backup interface). Both are of one moment,
whatever plays meanwhile. The file holds the deals of running games, addresses and password hashes; it does not hold
SECRET_KEY or anything else of the environment.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games.models import Game
from prweb.accounts.models import User

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
DATABASE: Final = "database"
PG_VARIABLES: Final = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "service": "PGSERVICE",
    "passfile": "PGPASSFILE",
}
"""Of a connection's parameters, what the client programs are told, where no list of processes shows it."""
WIPE: Final = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"


class BackupError(Exception):
    """Why a backup cannot be made or taken back, in words for the operator."""


@dataclass(frozen=True)
class Manifest:
    """What a backup says of itself."""

    format: int
    made_at: str
    engine: str
    migrations: dict[str, list[str]]
    games: int
    people: int
    sha256: str


def back_up(file: Path) -> Manifest:
    """Write the database to a new file. Safe at any time. Raises BackupError."""
    if file.exists():
        raise BackupError(f"{file} is there already.")
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=_folder_of(file)) as folder:
        dump = Path(folder) / DATABASE
        _DUMPS[_engine()](dump)
        manifest = Manifest(
            format=FORMAT,
            made_at=timezone.now().isoformat(),
            engine=_engine(),
            migrations=_applied(),
            games=Game.objects.count(),
            people=User.objects.count(),
            sha256=_sha256(dump),
        )
        (Path(folder) / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1))
        whole = Path(folder) / "backup"
        with tarfile.open(whole, "w") as archive:
            for name in (MANIFEST, DATABASE):
                archive.add(Path(folder) / name, name)
        whole.chmod(0o600)
        # It appears under its name once it is whole.
        os.replace(whole, file)
    return manifest


def restore(file: Path, *, wipe: bool = False) -> Manifest:
    """Put the database of a backup in the place of this one, all of it or nothing. Nothing else may run meanwhile.

    wipe: whether people and games that are here now may go. Raises BackupError; nothing was changed then.
    """
    with _opened(file) as (manifest, dump):
        if not wipe and (what := _what_is_here()):
            raise BackupError(f"This database holds {what}. With --wipe they go, and the backup comes in their place.")
        _RESTORES[_engine()](dump)
    connection.close()
    return manifest


@contextmanager
def _opened(file: Path) -> Iterator[tuple[Manifest, Path]]:
    """What a file holds, checked: it is whole, of this kind of database, and not of a later version of the site."""
    with tempfile.TemporaryDirectory(prefix="prweb-restore-") as folder:
        try:
            with tarfile.open(file, "r:") as archive:
                for name in (MANIFEST, DATABASE):
                    _extract(archive, name, Path(folder) / name)
            manifest = Manifest(**json.loads((Path(folder) / MANIFEST).read_text()))
        except (OSError, tarfile.TarError, KeyError, TypeError, ValueError) as error:
            raise BackupError(f"{file} is no backup of this site: {error}") from error
        dump = Path(folder) / DATABASE
        if manifest.format != FORMAT:
            raise BackupError(f"{file} has the format {manifest.format}; this version reads {FORMAT}.")
        if manifest.sha256 != _sha256(dump):
            raise BackupError(f"{file} is damaged: its checksum differs.")
        if manifest.engine != _engine():
            raise BackupError(f"{file} is of a {manifest.engine} database, this one is {_engine()}.")
        if unknown := sorted(set(_names(manifest.migrations)) - set(MigrationLoader(None).disk_migrations)):
            later = ", ".join(".".join(one) for one in unknown)
            raise BackupError(f"{file} was made by a later version of the site: {later} is not known here.")
        yield manifest, dump


def _extract(archive: tarfile.TarFile, name: str, target: Path) -> None:
    """One regular member, whatever else the archive says about it."""
    member = archive.extractfile(name)
    if member is None:
        raise ValueError(f"its {name} is no file")
    with member, target.open("wb") as written:
        shutil.copyfileobj(member, written)


def _names(migrations: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    for app, names in migrations.items():
        for name in names:
            yield app, name


def _what_is_here() -> str:
    """Of people and games, how many; empty for a database without any."""
    tables = set(connection.introspection.table_names())
    counted = {model: model.objects.count() for model in (User, Game) if model._meta.db_table in tables}
    return ", ".join(f"{number} {model._meta.verbose_name_plural}" for model, number in counted.items() if number)


def _applied() -> dict[str, list[str]]:
    applied: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        applied.setdefault(app, []).append(name)
    return applied


def _engine() -> str:
    return connection.vendor


def _folder_of(file: Path) -> Path:
    folder = file.resolve().parent
    if not folder.is_dir():
        raise BackupError(f"There is no folder {folder}.")
    return folder


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


# --- SQLite ----------------------------------------------------------------------------------------------------------


def _dump_sqlite(dump: Path) -> None:
    with closing(_sqlite_file()) as database, closing(sqlite3.connect(dump)) as copy:
        database.backup(copy)


def _restore_sqlite(dump: Path) -> None:
    connection.close()
    with closing(_sqlite_file()) as database, closing(sqlite3.connect(dump)) as copy:
        (state,) = copy.execute("PRAGMA quick_check").fetchone()
        if state != "ok":
            raise BackupError(f"The database in the backup is damaged: {state}")
        try:
            # The copying itself would wait for ever for somebody who writes.
            database.executescript("BEGIN EXCLUSIVE; ROLLBACK")
            copy.backup(database)
        except sqlite3.Error as error:
            raise BackupError(f"The database could not be written: {error}") from error


def _sqlite_file() -> sqlite3.Connection:
    """A connection of our own: the copying interface cannot use one within a transaction."""
    return sqlite3.connect(connection.settings_dict["NAME"], timeout=20)


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


def _dump_postgresql(dump: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--schema=public", f"--file={dump}")


def _restore_postgresql(dump: Path) -> None:
    script = dump.with_name("restore.sql")
    _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(dump))
    told = script.read_text().replace("CREATE SCHEMA public;\n", "")
    script.write_text(WIPE + told)
    connection.close()
    _run("psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--file={script}")


def _run(program: str, *arguments: str) -> None:
    folder = settings.POSTGRESQL_PROGRAMS
    found = shutil.which(program, path=folder or None)
    if found is None:
        where = f"in {folder} (PRWEB_POSTGRESQL_PROGRAMS)" if folder else "on the PATH"
        raise BackupError(f"{program} is not {where}: install PostgreSQL's client programs (postgresql-client).")
    done = subprocess.run(
        [found, *arguments], env={**os.environ, **_pg_environment()}, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise BackupError(f"{program} failed: {done.stderr.strip()}")


def _pg_environment() -> dict[str, str]:
    parameters: dict[str, Any] = connection.get_connection_params()
    return {variable: str(parameters[name]) for name, variable in PG_VARIABLES.items() if parameters.get(name)}


_DUMPS: Final = {"sqlite": _dump_sqlite, "postgresql": _dump_postgresql}
_RESTORES: Final = {"sqlite": _restore_sqlite, "postgresql": _restore_postgresql}
