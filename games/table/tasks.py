"""The Celery tasks for games that beat runs from time to time."""

from __future__ import annotations

import logging

from celery import shared_task

from games.nudge import CHECK_REPLAYS, nudge
from games.table import clock, guests, invitation_expiry, packing, replay_checks

log = logging.getLogger(__name__)


@shared_task(name="games.table.sweep")
def sweep() -> None:
    clock.tick()


@shared_task(name="games.table.tidy")
def tidy() -> None:
    """Once a day."""
    log.info("Tidied up: %d seats were kept long enough for somebody invited.", invitation_expiry.expire_invitations())


@shared_task(name="games.table.forget_guests")
def forget_guests() -> None:
    """Once an hour."""
    log.info("Tidied up: %d guests and their games.", guests.delete_expired_guests())


@shared_task(name=CHECK_REPLAYS)
def check_replays() -> None:
    """After an upgrade, until all running games were looked at."""
    if replay_checks.check_for_a_while():
        nudge(CHECK_REPLAYS)


@shared_task(name="games.table.pack")
def pack() -> None:
    """Once an hour."""
    log.info("Tidied up: %d finished games were packed.", packing.pack_old_games())
