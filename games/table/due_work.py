"""How workers go about rows that are due: each takes the next one for itself, wakes another worker, and does it.

Whoever takes a row and leaves others behind nudges before it begins, so that N workers are busy while N rows are due,
and no more is ever said than that there is work.
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

from games.table import site_state
from games.table.nudge import DELIVER, READ, THINK, nudge

logger = logging.getLogger(__name__)

SLICE_S: Final = 3.0
"""After so long a worker lets go for a moment, so that it can be told to end and serves its other queues."""
CONTENDERS: Final = 8
"""How many rows are tried in vain on SQLite, where a row cannot be locked, until the next nudge."""
LOGGED_AS: Final = {THINK: "turn", DELIVER: "outgoing_mail", READ: "incoming_mail"}
"""What lines of the log call a row of this kind."""


def work_off(
    kind: str, claim_next: Callable[[], int | None], do: Callable[[int], object], is_due: Callable[[], bool]
) -> None:
    """Do what is due of a kind, a row at a time, until nothing is left or the time slice is over.

    kind: the task that is nudged. claim_next: takes the next row for this worker and returns its id, None if there is
    none to take. do: does a row that was taken; what it raises ends this task. is_due: whether more rows wait.
    """
    until = time.monotonic() + SLICE_S
    done = 0
    while not site_state.rests(kind) and (row_id := claim_next()) is not None:
        if is_due():
            nudge(kind)
        # What is bound for the log is about this row alone.
        copy_context().run(_do, kind, row_id, do)
        done += 1
        if time.monotonic() >= until:
            if is_due():
                nudge(kind)
            break
    if done:
        logger.info("Did %d that were due.", done)


def _do(kind: str, row_id: int, do: Callable[[int], object]) -> None:
    bind_contextvars(**{LOGGED_AS[kind]: row_id})
    do(row_id)


def claim_first(queues: Sequence[QuerySet[Any]], claim: Callable[[int], bool]) -> int | None:
    """Take the first row that is there to take, in the order of the queues and of each; its id, or None.

    claim: marks one row as taken, if it still is to be had; says whether. Of several workers one gets a row: on
    PostgreSQL each passes over rows that others are just taking, on SQLite the conditional update decides.
    """
    for rows in queues:
        if connection.features.has_select_for_update_skip_locked:
            with transaction.atomic():
                row = rows.select_for_update(skip_locked=True, of=("self",), no_key=True).only("pk").first()
                if row is not None and claim(row.pk):
                    return int(row.pk)
        else:
            for row_id in rows.values_list("pk", flat=True)[:CONTENDERS]:
                if claim(row_id):
                    return int(row_id)
    return None
