"""The trigram indexes by which games.staff.search finds parts of texts on PostgreSQL.

Migrations do not contain them, because not every server has or allows the extension pg_trgm. Each `migrate` creates
the missing ones where it can. Without them the search reads whole tables and times out on large ones.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import connections

from games.database import trigrams
from games.models import AuditEntry, Delivery, Game, IncomingMail, MailAddress, Seat
from games.people.models import User

SEARCHED: Final = (
    (User, ("username", "email")),
    (Game, ("name",)),
    (Delivery, ("address", "subject")),
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
    columns = {
        model: {field.name: str(field.column) for field in model._meta.concrete_fields} for model, _names in SEARCHED
    }
    searched = [(model._meta.db_table, columns[model][name]) for model, names in SEARCHED for name in names]
    return trigrams.create_missing_indexes(connection, searched)
