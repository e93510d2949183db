"""What PostgreSQL needs to find a part of a name, an address or a subject among millions: trigram indexes.

They are no part of migrations, because not every server has or allows the extension pg_trgm: each `migrate` makes those
that can be made and are missing. Without them the search reads whole tables, and gives up after a while.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from games.models import AuditEntry, Game, IncomingMail, MailAddress, OutgoingMail, Seat
from prweb.accounts.models import User
from prweb.indexes import OF_PARTS

log = logging.getLogger(__name__)

SEARCHED: Final = (
    (User, ("username", "email")),
    (Game, ("name",)),
    (OutgoingMail, ("recipient", "subject")),
    (IncomingMail, ("sender", "outcome")),
    (AuditEntry, ("reason",)),
    (MailAddress, ("address", "reason")),
    (Seat, ("invited_email",)),
)
"""Columns of which games.staff.searching looks for parts."""


def index_name(table: str, column: str) -> str:
    return f"{table}_{column}{OF_PARTS}"


def make_missing(using: str = "default", **_signal: Any) -> list[str]:
    """Make the indexes that are missing, beside writers; tells which it made. Does nothing where it cannot."""
    connection = connections[using]
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        return []
    wanted = {
        index_name(model._meta.db_table, column): (model._meta.db_table, column)
        for model, columns in SEARCHED
        for column in columns
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
            " WHERE indisvalid AND relname = ANY(%s)",
            [list(wanted)],
        )
        there = {name for (name,) in cursor.fetchall()}
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_name = ANY(%s)",
            [[table for table, _column in wanted.values()]],
        )
        columns = set(cursor.fetchall())
    missing = {name: place for name, place in wanted.items() if name not in there and place in columns}
    if not missing or not _has_trigrams(connection):
        return []
    with connection.cursor() as cursor:
        for name, (table, column) in missing.items():
            cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # one whose making was broken off
            # As Django writes `icontains`.
            cursor.execute(
                f"CREATE INDEX CONCURRENTLY {name} ON {table} USING gin (UPPER({column}::text) gin_trgm_ops)"
            )
    return list(missing)


def _has_trigrams(connection: BaseDatabaseWrapper) -> bool:
    """Whether the extension is there, or can be made now."""
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
