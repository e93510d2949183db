"""What is done for the games from time to time."""

from __future__ import annotations

import logging

from celery import shared_task

from games.table import clock, lapsing

log = logging.getLogger(__name__)


@shared_task(name="games.table.sweep")
def sweep() -> None:
    clock.tick()


@shared_task(name="games.table.tidy")
def tidy() -> None:
    """Once a day."""
    log.info("Tidied up: %d seats were kept long enough for somebody invited.", lapsing.lapse_invitations())
