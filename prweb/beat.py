"""The scheduler of beat: it nudges, and lets the clock tick though no broker is there.

Celery's own waits for a broker when it starts, and writes a traceback for every message that none took. Nudges need
neither: the next one comes in seconds. The clock is nobody's to wait for: time that it does not count is nobody's, so
while no broker takes its message, beat does its sweep itself, which needs the database alone.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from celery.beat import PersistentScheduler, ScheduleEntry, SchedulingError
from django.db import close_old_connections

log = logging.getLogger(__name__)

CLOCK: Final = "games.table.sweep"


class Scheduler(PersistentScheduler):
    """Celery's, but for the two things above."""

    # Each message goes by the pool that all processes of the site send by, which gives up soon.
    producer = None  # type: ignore[assignment]  # whoever sends it takes one of the pool's

    def apply_async(self, entry: ScheduleEntry, producer: Any = None, advance: bool = True, **kwargs: Any) -> Any:
        try:
            return super().apply_async(entry, producer=producer, advance=advance, **kwargs)
        except SchedulingError as refusal:
            log.warning("No broker took %s: %s", entry.task, refusal.__cause__ or refusal)
        if entry.task == CLOCK:
            self._tick_here()
        return None

    def _tick_here(self) -> None:
        close_old_connections()
        try:
            self.app.tasks[CLOCK]()
        except Exception:  # beat goes on, whatever it is: a database that is away too, an error of ours
            log.exception("The clock could not tick.")
        finally:
            close_old_connections()
