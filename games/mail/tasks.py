"""The Celery tasks of the mail queue; all of them find their work in the database and may run twice."""

from __future__ import annotations

import logging

from celery import shared_task

from games.mail import delivery, inbox, tidying
from games.table.nudge import DELIVER, READ, nudge

SWEPT_AT_ONCE = 200

log = logging.getLogger(__name__)


@shared_task(name=DELIVER)
def deliver(outgoing_id: int) -> None:
    delivery.deliver(outgoing_id)


@shared_task(name=READ)
def read(incoming_id: int) -> None:
    inbox.read(incoming_id)


@shared_task(name="games.mail.sweep")
def sweep() -> None:
    """Find what a lost nudge or a killed process left behind."""
    for outgoing_id in delivery.due().values_list("pk", flat=True)[:SWEPT_AT_ONCE]:
        nudge(DELIVER, outgoing_id, expires_s=60)
    for incoming_id in inbox.unread().values_list("pk", flat=True)[:SWEPT_AT_ONCE]:
        nudge(READ, incoming_id, expires_s=60)


@shared_task(name="games.mail.tidy")
def tidy() -> None:
    """Once a day."""
    log.info("Tidied up: %s.", ", ".join(f"{number} {what}" for what, number in tidying.tidy().items()))
