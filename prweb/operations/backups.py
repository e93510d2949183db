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

from games.database.trigrams import INDEX_SUFFIX
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
"""The parameters of a connection that the client programs get, as environment variables: `ps` does not show these."""
WIPE_SCHEMA: Final = b"DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"
EXTENSION_INDEX: Final = re.compile(rb" INDEX public \w+%s \S+$" % INDEX_SUFFIX.encode(), re.MULTILINE)
CREATE_SCHEMA: Final = b"CREATE SCHEMA public;\n"
CHUNK_SIZE: Final = 1 << 18
"""Bytes of a database that are in memory at the same time."""
MAX_MANIFEST: Final = 1_000_000
MAX_ERROR_TEXT: Final = 4000


class BackupError(Exception):
    """A backup cannot be made or restored; the message is for the operator."""


@dataclass(frozen=True)
class Manifest:
    """The description of a backup, as its first member has it."""

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
            migrations=_applied_migrations(),
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
        # It appears under its name only when it is complete.
        os.replace(whole, file)
    return manifest


def restore(file: Path, *, wipe: bool = False) -> Manifest:
    """Replace this database by that of a backup, completely or not at all. Nothing else may run meanwhile.

    wipe: whether existing people and games may be deleted. Raises BackupError; nothing was changed then.
    """
    with _open_backup(file) as (manifest, dump):
        if not wipe and (contents := _describe_database()):
            raise BackupError(
                f"This database holds {contents}. With --wipe they are deleted, and the backup replaces them."
            )
        _RESTORES[_engine()](dump)
    connection.close()
    return manifest


def read_manifest(file: Path) -> Manifest:
    """The manifest of a file, if it looks like a backup. Raises BackupError."""
    with _open_archive(file) as archive:
        return _parse_manifest(archive)


@contextmanager
def _open_backup(file: Path) -> Iterator[tuple[Manifest, IO[bytes]]]:
    """The manifest and the dump of a backup, checked: it is complete, of this kind of database, and not of a later
    version of the site.

    The dump is read in parts, never as a whole.
    """
    with _open_archive(file) as archive:
        manifest = _parse_manifest(archive)
        if manifest.format != FORMAT:
            raise BackupError(f"{file} has the format {manifest.format}; this version reads {FORMAT}.")
        if manifest.sha256 != _sha256(_open_member(archive, DATABASE)):
            raise BackupError(f"{file} is damaged: its checksum differs.")
        if manifest.engine != _engine():
            raise BackupError(f"{file} is of a {manifest.engine} database, this one is {_engine()}.")
        if unknown := sorted(set(_flat_migrations(manifest.migrations)) - set(MigrationLoader(None).disk_migrations)):
            later = ", ".join(".".join(one) for one in unknown)
            raise BackupError(f"{file} was made by a later version of the site: {later} is not known here.")
        yield manifest, _open_member(archive, DATABASE)


@contextmanager
def _open_archive(file: Path) -> Iterator[tarfile.TarFile]:
    try:
        archive = tarfile.open(file, "r:")  # noqa: SIM115, closed below
    except (OSError, tarfile.TarError) as error:
        raise BackupError(f"{file} is no backup of this site: {error}") from error
    with archive:
        yield archive


def _parse_manifest(archive: tarfile.TarFile) -> Manifest:
    try:
        with _open_member(archive, MANIFEST) as member:
            return Manifest(**json.loads(member.read(MAX_MANIFEST)))
    except (OSError, tarfile.TarError, TypeError, ValueError) as error:
        raise BackupError(f"{archive.name!s} is no backup of this site: {error}") from error


def _open_member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    """Open one regular member of the archive."""
    try:
        member = archive.extractfile(name)
    except KeyError:
        member = None
    if member is None:
        raise BackupError(f"{archive.name!s} is no backup of this site: it has no file “{name}”")
    return member


def _flat_migrations(migrations: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    for app, names in migrations.items():
        for name in names:
            yield app, name


def _describe_database() -> str:
    """How many people and games there are, in words; empty if there are none."""
    tables = set(connection.introspection.table_names())
    counted = {model: model.objects.count() for model in (User, Game) if model._meta.db_table in tables}
    return ", ".join(f"{number} {model._meta.verbose_name_plural}" for model, number in counted.items() if number)


def _applied_migrations() -> dict[str, list[str]]:
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
        while chunk := content.read(CHUNK_SIZE):
            digest.update(chunk)
        return digest.hexdigest()


# --- SQLite ----------------------------------------------------------------------------------------------------------


def _dump_sqlite(dump: Path) -> None:
    with closing(_sqlite_file()) as database, closing(sqlite3.connect(dump)) as copy:
        database.backup(copy)


def _restore_sqlite(dump: IO[bytes]) -> None:
    connection.close()
    # Beside the database, where there is space for another one; the system's temporary folder may be in memory.
    beside = Path(connection.settings_dict["NAME"]).resolve().parent
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=beside) as folder:
        file = Path(folder) / DATABASE
        with file.open("wb") as written:
            shutil.copyfileobj(dump, written, CHUNK_SIZE)
        with closing(_sqlite_file()) as database, closing(sqlite3.connect(file)) as copy:
            try:
                (state,) = copy.execute("PRAGMA quick_check").fetchone()
            except sqlite3.DatabaseError as error:
                state = str(error)
            if state != "ok":
                raise BackupError(f"The database in the backup is damaged: {state}")
            try:
                # The copying itself would wait for a writer without a time limit.
                database.executescript("BEGIN EXCLUSIVE; ROLLBACK")
                copy.backup(database)
            except sqlite3.Error as error:
                raise BackupError(f"The database could not be written: {error}") from error


def _sqlite_file() -> sqlite3.Connection:
    """A connection outside of Django's: the backup interface cannot use one within a transaction."""
    return sqlite3.connect(connection.settings_dict["NAME"], timeout=20)


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


def _dump_postgresql(dump: Path) -> None:
    command = [_find_program("pg_dump"), "--format=custom", "--no-owner", "--no-privileges", "--schema=public"]
    done = subprocess.run(
        [*command, f"--file={dump}"], env=_pg_environment(), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise BackupError(f"pg_dump failed: {done.stderr.strip()}")


def _restore_postgresql(dump: IO[bytes]) -> None:
    """pg_restore writes a script, and psql runs it in one transaction; the script passes through this process.

    psql commits at the end of its script, and gets to that end only if pg_restore has succeeded.
    """
    connection.close()
    pg_restore, psql_program = _find_program("pg_restore"), _find_program("psql")
    with (
        tempfile.TemporaryFile() as restore_errors,
        tempfile.TemporaryFile() as psql_errors,
        tempfile.NamedTemporaryFile() as restore_list,
    ):
        restore_list.write(_restore_list(pg_restore, dump))
        restore_list.flush()
        restore = subprocess.Popen(
            [pg_restore, "--no-owner", "--no-privileges", f"--use-list={restore_list.name}", "--file=-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=restore_errors,
        )
        psql = subprocess.Popen(
            [psql_program, "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--file=-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=psql_errors,
            env=_pg_environment(),
        )
        feeder = threading.Thread(target=_copy_into, args=(dump, restore.stdin), daemon=True)
        feeder.start()
        copied_all = _copy_script(restore.stdout, psql.stdin)
        if not copied_all:
            restore.kill()
        feeder.join()
        if restore.wait() != 0 and copied_all:
            # Nothing was committed: psql has not reached the end of its script.
            psql.kill()
            psql.wait()
            raise BackupError(f"pg_restore failed: {_error_text(restore_errors)}")
        with suppress(BrokenPipeError):
            assert psql.stdin is not None
            psql.stdin.close()
        if psql.wait() != 0:
            raise BackupError(f"psql failed: {_error_text(psql_errors)}")


def _restore_list(pg_restore: str, dump: IO[bytes]) -> bytes:
    """The list of entries of a dump that pg_restore is to restore.

    All but the indexes that need an extension: `upgrade` makes those if it can. dump: is read from its beginning, and
    is there again afterwards.
    """
    with subprocess.Popen(
        [pg_restore, "--list"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as listing:
        feeder = threading.Thread(target=_copy_into, args=(dump, listing.stdin), daemon=True)
        feeder.start()
        assert listing.stdout is not None
        assert listing.stderr is not None
        listed, errors = listing.stdout.read(), listing.stderr.read(MAX_ERROR_TEXT)
        feeder.join()
    dump.seek(0)
    if listing.returncode != 0:
        raise BackupError(f"pg_restore failed: {errors.decode(errors='replace').strip()}")
    return b"".join(line for line in listed.splitlines(keepends=True) if not EXTENSION_INDEX.search(line))


def _copy_into(dump: IO[bytes], target: IO[bytes] | None) -> None:
    assert target is not None
    with suppress(BrokenPipeError), target:
        shutil.copyfileobj(dump, target, CHUNK_SIZE)


def _copy_script(script: IO[bytes] | None, target: IO[bytes] | None) -> bool:
    """Send psql the commands that empty the database, then the script. Whether psql took all of it."""
    assert script is not None
    assert target is not None
    try:
        target.write(WIPE_SCHEMA)
        # The schema exists already. After the definitions comes data, in which any line may occur.
        for line in script:
            if line.startswith(b"COPY "):
                target.write(line)
                break
            if line != CREATE_SCHEMA:
                target.write(line)
        shutil.copyfileobj(script, target, CHUNK_SIZE)
        target.flush()
    except BrokenPipeError:
        return False
    return True


def _error_text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(MAX_ERROR_TEXT).decode(errors="replace").strip()


def _find_program(name: str) -> str:
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
