"""The scheduler of beat: it nudges, and the clock ticks even while there is no broker.

Celery's own scheduler waits for a broker when it starts, and writes a traceback for every message that no broker took.
Nudges need neither: the next one comes in seconds. The clock must not wait: people do not lose the time in which it
does not tick, so games would stand still. While no broker takes the message for the clock's sweep, beat runs the sweep
itself, which needs only the database.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from celery.beat import PersistentScheduler, ScheduleEntry, SchedulingError
from django.db import close_old_connections

log = logging.getLogger(__name__)

CLOCK_TASK: Final = "games.table.sweep"


class Scheduler(PersistentScheduler):
    """Celery's persistent scheduler with the two changes above."""

    # Without one of its own it sends with the app's pool of producers, as all processes do; that one gives up soon.
    producer = None  # type: ignore[assignment]

    def apply_async(self, entry: ScheduleEntry, producer: Any = None, advance: bool = True, **kwargs: Any) -> Any:
        try:
            return super().apply_async(entry, producer=producer, advance=advance, **kwargs)
        except SchedulingError as refusal:
            log.warning("No broker took %s: %s", entry.task, refusal.__cause__ or refusal)
        if entry.task == CLOCK_TASK:
            self._run_sweep()
        return None

    def _run_sweep(self) -> None:
        close_old_connections()
        try:
            self.app.tasks[CLOCK_TASK]()
        except Exception:  # beat must go on, whatever fails: a database that is away too, a fault in our code
            log.exception("The clock could not tick.")
        finally:
            close_old_connections()
