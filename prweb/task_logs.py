"""Binds the task to all lines that a worker logs; the code that claims a row binds the ids of the row."""

from __future__ import annotations

from typing import Any

from celery.signals import task_postrun, task_prerun
from structlog.contextvars import bind_contextvars, clear_contextvars


def connect() -> None:
    task_prerun.connect(_begin, dispatch_uid="prweb.task_logs")
    task_postrun.connect(_end, dispatch_uid="prweb.task_logs")


def _begin(task_id: str, task: Any, **_more: object) -> None:
    clear_contextvars()
    bind_contextvars(task=task.name, task_id=task_id)


def _end(**_more: object) -> None:
    clear_contextvars()
