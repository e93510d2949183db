"""How workers process rows that are due: each claims the next row, wakes another worker, and processes the row.

A worker that claims a row and sees more rows nudges before it begins, so that N workers are busy while N rows are due.
A nudge never says more than that there is work.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import QuerySet
from structlog.contextvars import bind_contextvars

from games import site_state
from games.nudge import DELIVER, READ, THINK, nudge

logger = logging.getLogger(__name__)

MAX_SLICE_S: Final = 3.0
"""After so long the task ends, so that the worker can stop if it is told to, and serves its other queues."""
MAX_CLAIM_TRIES: Final = 8
"""How many rows a worker tries to claim on SQLite, which has no row locks, until the next nudge."""
LOG_KEYS: Final = {THINK: "turn", DELIVER: "outgoing_mail", READ: "incoming_mail"}
"""The key for the id of a row in lines of the log, by kind of work."""


def process_due_rows(
    kind: str, claim_next: Callable[[], int | None], do: Callable[[int], object], is_due: Callable[[], bool]
) -> None:
    """Process the rows of a kind that are due, one at a time, until none is left or the time slice is over.

    kind: the task that is nudged. claim_next: claims the next row for this worker and returns its id, None if there is
    none. do: processes a claimed row; an exception ends this task. is_due: whether more rows wait.
    """
    until = time.monotonic() + MAX_SLICE_S
    done = 0
    while not site_state.must_wait(kind) and (row_id := claim_next()) is not None:
        if is_due():
            nudge(kind)
        # In a context of its own, because the variables that are bound for the log belong to this row.
        copy_context().run(_process, kind, row_id, do)
        done += 1
        if time.monotonic() >= until:
            if is_due():
                nudge(kind)
            break
    if done:
        logger.info("Did %d that were due.", done)


def _process(kind: str, row_id: int, do: Callable[[int], object]) -> None:
    bind_contextvars(**{LOG_KEYS[kind]: row_id})
    do(row_id)


def claim_first(queues: Sequence[QuerySet[Any]], claim: Callable[[int], bool]) -> int | None:
    """Claim the first free row, in the order of the queues and of each queue; its id, or None.

    claim: marks a row as claimed if it is still free, and says whether. Only one of several workers gets a row: on
    PostgreSQL each skips rows that others have locked, on SQLite the conditional update decides.
    """
    for rows in queues:
        if connection.features.has_select_for_update_skip_locked:
            with transaction.atomic():
                row = rows.select_for_update(skip_locked=True, of=("self",), no_key=True).only("pk").first()
                if row is not None and claim(row.pk):
                    return int(row.pk)
        else:
            for row_id in rows.values_list("pk", flat=True)[:MAX_CLAIM_TRIES]:
                if claim(row_id):
                    return int(row_id)
    return None
