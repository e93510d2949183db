"""Indexes by which PostgreSQL finds a part of a text among millions: trigrams, of its extension pg_trgm."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper

log = logging.getLogger(__name__)

OF_PARTS: Final = "_parts"
"""The end of their names. Backups do without these indexes, so that they can be restored where the extension is not."""


def make_missing(connection: BaseDatabaseWrapper, searched: Sequence[tuple[str, str]]) -> list[str]:
    """Make the indexes of these columns (table, column) that are missing, beside writers. Which it made.

    What is not there yet, as tables are while only some migrations have run, is left out; without the extension, all.
    """
    wanted = {f"{table}_{column}{OF_PARTS}": (table, column) for table, column in searched}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
            " WHERE indisvalid AND relname = ANY(%s)",
            [list(wanted)],
        )
        there = {name for (name,) in cursor.fetchall()}
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_name = ANY(%s)",
            [[table for table, _column in searched]],
        )
        columns = set(cursor.fetchall())
    missing = {name: place for name, place in wanted.items() if name not in there and place in columns}
    if not missing or not _has_extension(connection):
        return []
    with connection.cursor() as cursor:
        for name, (table, column) in missing.items():
            cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # one whose making was broken off
            # As Django writes `icontains`.
            cursor.execute(
                f"CREATE INDEX CONCURRENTLY {name} ON {table} USING gin (UPPER({column}::text) gin_trgm_ops)"
            )
    return list(missing)


def _has_extension(connection: BaseDatabaseWrapper) -> bool:
    """Whether it is there, or can be made now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT installed_version FROM pg_available_extensions WHERE name = 'pg_trgm'")
        known = cursor.fetchone()
        if known is None:
            log.warning("This PostgreSQL has no pg_trgm: the staff's search reads whole tables.")
            return False
        if known[0] is None:
            try:
                cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
            except DatabaseError as refused:
                log.warning("PostgreSQL does not let this account make the extension pg_trgm: %s", refused)
                return False
    return True
