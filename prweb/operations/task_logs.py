"""Every line that a worker logs says which task it belongs to, and which row the task is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from celery.signals import task_postrun, task_prerun
from structlog.contextvars import bind_contextvars, clear_contextvars

from games.table.nudge import DELIVER, READ, THINK

ROW_OF: Final[Mapping[str, str]] = {THINK: "turn", DELIVER: "outgoing_mail", READ: "incoming_mail"}
"""What the one argument of a nudged task is the id of."""


def connect() -> None:
    task_prerun.connect(_begin, dispatch_uid="prweb.operations.task_logs")
    task_postrun.connect(_end, dispatch_uid="prweb.operations.task_logs")


def _begin(task_id: str, task: Any, args: Sequence[Any], **_more: object) -> None:
    clear_contextvars()
    bind_contextvars(task=task.name, task_id=task_id)
    if task.name in ROW_OF and args:
        bind_contextvars(**{ROW_OF[task.name]: args[0]})


def _end(**_more: object) -> None:
    clear_contextvars()
