"""On PostgreSQL the database itself keeps the audit trail; run there by test_postgresql.py."""

from __future__ import annotations

import pytest
from django.db import InternalError, ProgrammingError, connection, transaction

from games.models import AuditEntry
from games.people.models import User
from games.table.audit import note

STATEMENTS = ("UPDATE games_auditentry SET reason = 'none'", "DELETE FROM games_auditentry")


@pytest.mark.django_db
@pytest.mark.parametrize("statement", STATEMENTS)
def test_the_database_refuses_to_change_the_trail(anna: User, statement: str) -> None:
    note("pause", by=anna, reason="a fire")
    with (
        pytest.raises((InternalError, ProgrammingError), match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert AuditEntry.objects.get().reason == "a fire"


@pytest.mark.django_db(transaction=True)
def test_tests_can_clear_their_database(anna: User) -> None:
    note("pause", by=anna, reason="a fire")
