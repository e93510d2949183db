"""Tells Celery that something is pending, after the transaction that made it so.

The rows are the queue of truth: a nudge that is lost, or that no broker takes, costs time until the next sweep and
nothing else. Tasks are called by name, so that services need not know who does the work.
"""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)

THINK = "bots.think"
DELIVER = "games.mail.deliver"
READ = "games.mail.read"


def nudge(task: str, row_id: int, expires_s: float | None = None) -> None:
    """Send the task for one row once the current transaction is committed. Never raises.

    expires_s: seconds after which nobody needs to bother, because a sweeper will have told anew.
    """
    transaction.on_commit(partial(_send, task, row_id, expires_s), robust=True)


def _send(task: str, row_id: int, expires_s: float | None) -> None:
    try:
        current_app.send_task(task, args=[row_id], expires=expires_s)
    except Exception as error:  # whatever a broker client may raise: the move is committed and must stay a success
        logger.warning("No broker took %s(%s), a sweep will find it: %s", task, row_id, error)
