"""Rows by the million: copied within the database, into tables that have no index but that of their ids meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

ROOM: Final = 2_000_000
"""Between the ids that were given to copies and those of rows that are made afterwards: for further copies."""


def multiply(model: type[Any], changed: Mapping[str, str], source: str) -> None:
    """Add rows like those of a model's table. changed: other columns as expressions of SQL; source: what follows the
    table in FROM."""
    from django.db import connection

    columns = [field.column for field in model._meta.concrete_fields]
    quoted = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(changed.get(column, f'"{column}"') for column in columns)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({quoted}) SELECT {values} FROM {table}, {source}".replace("%%", "%"))


@contextmanager
def without_indexes(models: Sequence[type[Any]]) -> Iterator[None]:
    """Within it, rows of these tables are not checked, and only their primary keys are indexed; after it, all is as it
    was, and vacuumed. What is added must be right by itself."""
    from django.db import connection

    with connection.cursor() as cursor:
        began = time.monotonic()
        made_again = [line for model in models for line in _taken_away(cursor, model._meta.db_table)]
        cursor.execute("SET session_replication_role = replica")
        try:
            yield
        finally:
            cursor.execute("SET session_replication_role = origin")
        copied = time.monotonic()
        for statement in made_again:
            cursor.execute(statement)
        for model in models:
            table = model._meta.db_table
            if any(field.column == "id" for field in model._meta.concrete_fields):
                cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
                (sequence,) = cursor.fetchone()
                if sequence:
                    cursor.execute(f"SELECT setval('{sequence}', (SELECT coalesce(max(id), 0) + {ROOM} FROM {table}))")
        indexed = time.monotonic()
        cursor.execute("VACUUM ANALYZE")
    parts = {"rows": copied - began, "indexes": indexed - copied, "vacuum": time.monotonic() - indexed}
    print("\nfilling: " + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in parts.items()), flush=True)


def _taken_away(cursor: Any, table: str) -> list[str]:
    """Drop all indexes of a table but that of its primary key; the statements that make them again."""
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
