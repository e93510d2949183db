"""The Celery tasks of the outbox; they find their work in the database and may run twice."""

from __future__ import annotations

import logging

from celery import shared_task

from games.due_work import process_due_rows
from games.notifications import cleanup, delivery
from games.nudge import DELIVER

log = logging.getLogger(__name__)


@shared_task(name=DELIVER)
def deliver(*_row_ids: int) -> None:
    """Send what is due. Row ids are what messages of earlier releases named: they are rows like others."""
    process_due_rows(DELIVER, delivery.claim_next, delivery.deliver_claimed, lambda: delivery.due().exists())


@shared_task(name="games.notifications.tidy")
def tidy() -> None:
    """Once a day."""
    log.info("Tidied up: %s.", ", ".join(f"{number} {what}" for what, number in cleanup.clean_up().items()))
