"""Trigram indexes (PostgreSQL's extension pg_trgm), which find parts of texts among millions of rows."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper

log = logging.getLogger(__name__)

INDEX_SUFFIX: Final = "_parts"
"""The end of their names. Backups leave these indexes out, so that they can be restored without the extension."""


def create_missing_indexes(connection: BaseDatabaseWrapper, columns: Sequence[tuple[str, str]]) -> list[str]:
    """Create the missing indexes of these columns (table, column), without a lock against writers; returns their names.

    Tables and columns that do not exist yet, because only some migrations have run, are left out. Without the
    extension no index is created.
    """
    wanted = {f"{table}_{column}{INDEX_SUFFIX}": (table, column) for table, column in columns}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
            " WHERE indisvalid AND relname = ANY(%s)",
            [list(wanted)],
        )
        existing = {name for (name,) in cursor.fetchall()}
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_name = ANY(%s)",
            [[table for table, _column in columns]],
        )
        existing_columns = set(cursor.fetchall())
    missing = {name: place for name, place in wanted.items() if name not in existing and place in existing_columns}
    if not missing or not _has_extension(connection):
        return []
    with connection.cursor() as cursor:
        for name, (table, column) in missing.items():
            cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # one whose creation was interrupted
            # As Django writes `icontains`.
            cursor.execute(
                f"CREATE INDEX CONCURRENTLY {name} ON {table} USING gin (UPPER({column}::text) gin_trgm_ops)"
            )
    return list(missing)


def _has_extension(connection: BaseDatabaseWrapper) -> bool:
    """Whether the extension exists, or can be created now."""
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
