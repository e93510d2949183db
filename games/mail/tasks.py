"""The Celery tasks of the inbox; they find their work in the database and may run twice."""

from __future__ import annotations

import logging

from celery import shared_task

from games.due_work import process_due_rows
from games.mail import cleanup, inbox
from games.nudge import READ

log = logging.getLogger(__name__)


@shared_task(name=READ)
def read(*_row_ids: int) -> None:
    """Read the mails that came. Row ids are what messages of earlier releases named: they are rows like others."""
    process_due_rows(READ, inbox.claim_next, inbox.read_claimed, lambda: inbox.unread().exists())


@shared_task(name="games.mail.tidy")
def tidy() -> None:
    """Once a day."""
    log.info("Tidied up: %s.", ", ".join(f"{number} {what}" for what, number in cleanup.clean_up().items()))
