"""The clock's Celery task."""

from __future__ import annotations

from celery import shared_task

from games.table import clock


@shared_task(name="games.table.sweep")
def sweep() -> None:
    clock.tick()
