"""The trigram indexes by which games.staff.search finds parts of texts on PostgreSQL.

Migrations do not contain them, because not every server has or allows the extension pg_trgm. Each `migrate` creates
the missing ones where it can. Without them the search reads whole tables and times out on large ones.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import connections

from games.database import trigrams
from games.models import AuditEntry, Game, IncomingMail, MailAddress, OutgoingMail, Seat
from games.people.models import User

SEARCHED: Final = (
    (User, ("username", "email")),
    (Game, ("name",)),
    (OutgoingMail, ("recipient", "subject")),
    (IncomingMail, ("sender", "outcome")),
    (AuditEntry, ("reason",)),
    (MailAddress, ("address", "reason")),
    (Seat, ("invited_email",)),
)


def create_search_indexes(using: str = "default", **_signal: Any) -> list[str]:
    """Creates the missing indexes after a migration; returns their names."""
    connection = connections[using]
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        return []
    searched = [(model._meta.db_table, column) for model, columns in SEARCHED for column in columns]
    return trigrams.create_missing_indexes(connection, searched)
