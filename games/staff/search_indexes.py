"""What games.staff.searching needs on PostgreSQL, where parts of texts are looked for.

These indexes are no part of migrations, because not every server has or allows the extension: each `migrate` makes
those that can be made and are missing. Without them the search reads whole tables, and gives up after a while.
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


def make_missing(using: str = "default", **_signal: Any) -> list[str]:
    """After a migration: which it made."""
    connection = connections[using]
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        return []
    searched = [(model._meta.db_table, column) for model, columns in SEARCHED for column in columns]
    return trigrams.make_missing(connection, searched)
