"""The Celery app: the nudge, not the queue of truth (what is pending is a row in the database)."""

from __future__ import annotations

import os
from typing import Any, Final

from celery import Celery, Task
from celery.app.amqp import AMQP
from kombu import Connection

from games import heartbeats
from prweb import broker, task_logs

PAUSES: Final = {"interval_start": 1, "interval_step": 1, "interval_max": 3}
"""In seconds, between two attempts to reach a broker that is away. Kombu's own grow to half a minute, and so long bots
and mails would wait after it is back."""


class PatientConnection(Connection):
    """Kombu's, with short pauses."""

    def ensure_connection(self, *args: Any, **more: Any) -> Any:
        return super().ensure_connection(*args, **PAUSES | more)


class Messages(AMQP):
    """Celery's, by connections of ours."""

    Connection = PatientConnection


class RestingTask(Task):  # type: ignore[type-arg]
    """While the site is only read, tasks do nothing: what is due stays due."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from games import site_state  # the app is made before models can be read

        if site_state.must_wait(self.name):
            return None
        return super().__call__(*args, **kwargs)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prweb.settings")

broker.register()
heartbeats.connect()
task_logs.connect()
app = Celery("prweb", amqp=Messages, task_cls=RestingTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games.table", "games.mail", "bots", "games.people"])
