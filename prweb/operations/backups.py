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
import re
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games.database.trigrams import OF_PARTS
from games.models import Game
from games.people.models import User

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
    "target_session_attrs": "PGTARGETSESSIONATTRS",
    "connect_timeout": "PGCONNECT_TIMEOUT",
}
"""Of a connection's parameters, what the client programs are told, where no list of processes shows it."""
WIPE: Final = b"DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"
OF_AN_EXTENSION: Final = re.compile(rb" INDEX public \w+%s \S+$" % OF_PARTS.encode(), re.MULTILINE)
CREATE_SCHEMA: Final = b"CREATE SCHEMA public;\n"
CHUNK: Final = 1 << 18
"""Bytes of a database that are in memory at a time."""
MAX_MANIFEST: Final = 1_000_000
MAX_SAID: Final = 4000


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
            sha256=_sha256(dump.open("rb")),
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


def manifest_of(file: Path) -> Manifest:
    """What a file says of itself, if it looks like a backup. Raises BackupError."""
    with _archive(file) as archive:
        return _manifest(archive)


@contextmanager
def _opened(file: Path) -> Iterator[tuple[Manifest, IO[bytes]]]:
    """What a file holds, checked: it is whole, of this kind of database, and not of a later version of the site.

    The database in it is read as it is used, never as a whole.
    """
    with _archive(file) as archive:
        manifest = _manifest(archive)
        if manifest.format != FORMAT:
            raise BackupError(f"{file} has the format {manifest.format}; this version reads {FORMAT}.")
        if manifest.sha256 != _sha256(_member(archive, DATABASE)):
            raise BackupError(f"{file} is damaged: its checksum differs.")
        if manifest.engine != _engine():
            raise BackupError(f"{file} is of a {manifest.engine} database, this one is {_engine()}.")
        if unknown := sorted(set(_names(manifest.migrations)) - set(MigrationLoader(None).disk_migrations)):
            later = ", ".join(".".join(one) for one in unknown)
            raise BackupError(f"{file} was made by a later version of the site: {later} is not known here.")
        yield manifest, _member(archive, DATABASE)


@contextmanager
def _archive(file: Path) -> Iterator[tarfile.TarFile]:
    try:
        archive = tarfile.open(file, "r:")  # noqa: SIM115, closed below
    except (OSError, tarfile.TarError) as error:
        raise BackupError(f"{file} is no backup of this site: {error}") from error
    with archive:
        yield archive


def _manifest(archive: tarfile.TarFile) -> Manifest:
    try:
        with _member(archive, MANIFEST) as told:
            return Manifest(**json.loads(told.read(MAX_MANIFEST)))
    except (OSError, tarfile.TarError, TypeError, ValueError) as error:
        raise BackupError(f"{archive.name!s} is no backup of this site: {error}") from error


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    """One regular member, whatever else the archive says about it."""
    try:
        member = archive.extractfile(name)
    except KeyError:
        member = None
    if member is None:
        raise BackupError(f"{archive.name!s} is no backup of this site: it has no file “{name}”")
    return member


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


def _sha256(content: IO[bytes]) -> str:
    with content:
        digest = hashlib.sha256()
        while chunk := content.read(CHUNK):
            digest.update(chunk)
        return digest.hexdigest()


# --- SQLite ----------------------------------------------------------------------------------------------------------


def _dump_sqlite(dump: Path) -> None:
    with closing(_sqlite_file()) as database, closing(sqlite3.connect(dump)) as copy:
        database.backup(copy)


def _restore_sqlite(dump: IO[bytes]) -> None:
    connection.close()
    # Beside the database, where there is room for another one; a temporary folder may be in memory.
    beside = Path(connection.settings_dict["NAME"]).resolve().parent
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=beside) as folder:
        file = Path(folder) / DATABASE
        with file.open("wb") as written:
            shutil.copyfileobj(dump, written, CHUNK)
        with closing(_sqlite_file()) as database, closing(sqlite3.connect(file)) as copy:
            try:
                (state,) = copy.execute("PRAGMA quick_check").fetchone()
            except sqlite3.DatabaseError as error:
                state = str(error)
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
    command = [_program("pg_dump"), "--format=custom", "--no-owner", "--no-privileges", "--schema=public"]
    done = subprocess.run(
        [*command, f"--file={dump}"], env=_pg_environment(), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise BackupError(f"pg_dump failed: {done.stderr.strip()}")


def _restore_postgresql(dump: IO[bytes]) -> None:
    """pg_restore writes a script, psql runs it in one transaction, and we hand the one's to the other.

    psql commits when its script is at its end, which it is told only once pg_restore has ended well.
    """
    connection.close()
    pg_restore, psql_program = _program("pg_restore"), _program("psql")
    with (
        tempfile.TemporaryFile() as complaints,
        tempfile.TemporaryFile() as refusals,
        tempfile.NamedTemporaryFile() as contents,
    ):
        contents.write(_contents(pg_restore, dump))
        contents.flush()
        restore = subprocess.Popen(
            [pg_restore, "--no-owner", "--no-privileges", f"--use-list={contents.name}", "--file=-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
        )
        psql = subprocess.Popen(
            [psql_program, "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--file=-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=refusals,
            env=_pg_environment(),
        )
        feeding = threading.Thread(target=_feed, args=(dump, restore.stdin), daemon=True)
        feeding.start()
        taken = _hand_on(restore.stdout, psql.stdin)
        if not taken:
            restore.kill()
        feeding.join()
        if restore.wait() != 0 and taken:
            # Nothing was committed: the script has no end yet.
            psql.kill()
            psql.wait()
            raise BackupError(f"pg_restore failed: {_said(complaints)}")
        with suppress(BrokenPipeError):
            assert psql.stdin is not None
            psql.stdin.close()
        if psql.wait() != 0:
            raise BackupError(f"psql failed: {_said(refusals)}")


def _contents(pg_restore: str, dump: IO[bytes]) -> bytes:
    """What of a dump is to be restored: not the indexes that ask for an extension, which `upgrade` makes where it can.

    dump: is at its beginning, before and after.
    """
    with subprocess.Popen(
        [pg_restore, "--list"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as listing:
        feeding = threading.Thread(target=_feed, args=(dump, listing.stdin), daemon=True)
        feeding.start()
        assert listing.stdout is not None
        assert listing.stderr is not None
        listed, complaint = listing.stdout.read(), listing.stderr.read(MAX_SAID)
        feeding.join()
    dump.seek(0)
    if listing.returncode != 0:
        raise BackupError(f"pg_restore failed: {complaint.decode(errors='replace').strip()}")
    return b"".join(line for line in listed.splitlines(keepends=True) if not OF_AN_EXTENSION.search(line))


def _feed(dump: IO[bytes], taker: IO[bytes] | None) -> None:
    assert taker is not None
    with suppress(BrokenPipeError), taker:
        shutil.copyfileobj(dump, taker, CHUNK)


def _hand_on(script: IO[bytes] | None, taker: IO[bytes] | None) -> bool:
    """Whether all of the script was taken, behind the one that empties the database."""
    assert script is not None
    assert taker is not None
    try:
        taker.write(WIPE)
        # Ours is there already; what comes behind the definitions is data, in which any line may stand.
        for line in script:
            if line.startswith(b"COPY "):
                taker.write(line)
                break
            if line != CREATE_SCHEMA:
                taker.write(line)
        shutil.copyfileobj(script, taker, CHUNK)
        taker.flush()
    except BrokenPipeError:
        return False
    return True


def _said(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(MAX_SAID).decode(errors="replace").strip()


def _program(name: str) -> str:
    folder = settings.POSTGRESQL_PROGRAMS
    found = shutil.which(name, path=folder or None)
    if found is None:
        where = f"in {folder} (PRWEB_POSTGRESQL_PROGRAMS)" if folder else "on the PATH"
        raise BackupError(f"{name} is not {where}: install PostgreSQL's client programs (postgresql-client).")
    return found


def _pg_environment() -> dict[str, str]:
    parameters: dict[str, Any] = connection.get_connection_params()
    known = {variable: str(parameters[name]) for name, variable in PG_VARIABLES.items() if parameters.get(name)}
    return {**os.environ, **known}


_DUMPS: Final = {"sqlite": _dump_sqlite, "postgresql": _dump_postgresql}
_RESTORES: Final = {"sqlite": _restore_sqlite, "postgresql": _restore_postgresql}
