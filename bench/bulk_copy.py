"""Copies rows by the million within the database. Meanwhile the tables have only their primary keys as indexes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

ID_GAP: Final = 2_000_000
"""The gap between the ids of copies and those of later rows: it is left for further copies."""


def insert_copies(model: type[Any], changed: Mapping[str, str], source: str) -> None:
    """Insert copies of a model's rows.

    changed: the columns that differ, as SQL expressions. source: what follows the table in FROM.
    """
    from django.db import connection

    columns = [field.column for field in model._meta.concrete_fields]
    quoted = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(changed.get(column, f'"{column}"') for column in columns)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({quoted}) SELECT {values} FROM {table}, {source}".replace("%%", "%"))


@contextmanager
def without_indexes(models: Sequence[type[Any]]) -> Iterator[None]:
    """Drop the indexes and checks of these tables, but for primary keys; restore them afterwards, and vacuum.

    The rows that are inserted meanwhile must be consistent.
    """
    from django.db import connection

    with connection.cursor() as cursor:
        began = time.monotonic()
        restore = [line for model in models for line in _drop_indexes(cursor, model._meta.db_table)]
        cursor.execute("SET session_replication_role = replica")
        try:
            yield
        finally:
            cursor.execute("SET session_replication_role = origin")
        copied = time.monotonic()
        for statement in restore:
            cursor.execute(statement)
        for model in models:
            table = model._meta.db_table
            if any(field.column == "id" for field in model._meta.concrete_fields):
                cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
                (sequence,) = cursor.fetchone()
                if sequence:
                    cursor.execute(
                        f"SELECT setval('{sequence}', (SELECT coalesce(max(id), 0) + {ID_GAP} FROM {table}))"
                    )
        indexed = time.monotonic()
        cursor.execute("VACUUM ANALYZE")
    parts = {"rows": copied - began, "indexes": indexed - copied, "vacuum": time.monotonic() - indexed}
    print("\nfilling: " + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in parts.items()), flush=True)


def _drop_indexes(cursor: Any, table: str) -> list[str]:
    """Drop all indexes of a table but that of its primary key. Returns the statements that create them again."""
    cursor.execute(
        "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'u'",
        [table],
    )
    constraints = cursor.fetchall()
    cursor.execute(
        "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = %s::regclass "
        "AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))",
        [table],
    )
    indexes = cursor.fetchall()
    for name, _definition in constraints:
        cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    for name, _definition in indexes:
        cursor.execute(f"DROP INDEX {name}")
    return [
        *(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}' for name, definition in constraints),
        *(definition for _name, definition in indexes),
    ]
