"""Tidying up a large table takes as much for each row as in a small one (run by tests/table/test_postgresql.py)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings as site
from django.db import connection
from django.utils import timezone

from games.database import batches
from games.mail import cleanup
from games.notifications.cleanup import clean_up as clean_up_outbox
from games.people.models import User
from tests.blocks import blocks_read
from tests.mail.conftest import turn_of
from tests.table.games import opened

pytestmark = pytest.mark.django_db

MANY = 3_000
BLOCKS_PER_ROW = 3
"""That a step looks at: a block for each version of a row, and what belongs to it; never all rows of the table."""
OUTGOING = """
    INSERT INTO games_outgoingmail (kind, reason, recipient, user_id, game_id, seat_id, turn_id, content, status,
        attempts, next_attempt_at, last_error, message_id, subject, created_at)
    SELECT 'notice', 'many:' || number, 'x@example.org', %(user)s, %(game)s, %(seat)s, %(turn)s, '{"text": "so"}',
        'sent', 1, %(at)s, '', 'many' || number || '@example.org', 'a test', %(at)s
    FROM generate_series(1, %(many)s) AS number
"""
INCOMING = """
    INSERT INTO games_incomingmail (token, message_id, sender, raw, status, attempts, outcome, turn_id, received_at)
    SELECT 'token', 'many' || number, 'x@example.org', 'words', 'done', 1, 'from x@example.org', %(turn)s, %(at)s
    FROM generate_series(1, %(many)s) AS number
"""


def test_the_last_step_costs_what_the_first_did(anna: User, bob: User) -> None:
    turn = turn_of(opened(anna, bob))
    old = timezone.now() - timedelta(days=site.KEEP_MAILS_DAYS + 1)
    about = {"user": turn.seat.user_id, "game": turn.game_id, "seat": turn.seat_id, "turn": turn.pk}
    with connection.cursor() as cursor:
        for table in (OUTGOING, INCOMING):
            cursor.execute(table, {**about, "at": old, "many": MANY})
        cursor.execute("ANALYZE games_outgoingmail")
        cursor.execute("ANALYZE games_incomingmail")
    with blocks_read() as counted:
        done = cleanup.clean_up() | clean_up_outbox()
    assert done["mails emptied"] == done["outgoing mails of running games emptied"] == MANY
    assert len(counted) > 8 * MANY // batches.BATCH_SIZE
    costly = {sql: blocks for sql, blocks in counted if blocks > BLOCKS_PER_ROW * batches.BATCH_SIZE}
    assert costly == {}
