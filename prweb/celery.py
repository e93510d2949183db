"""The Celery app: the nudge, not the queue of truth (what is pending is a row in the database)."""

from __future__ import annotations

import os
from typing import Any, Final

from celery import Celery, Task
from celery.app.amqp import AMQP
from kombu import Connection

from games import heartbeats
from prweb import folder_broker, task_logs

RETRY_INTERVALS: Final = {"interval_start": 1, "interval_step": 1, "interval_max": 3}
"""Seconds between two attempts to reach a broker that is away. Kombu's own intervals grow to half a minute, and bots
and mails would wait for so long after the broker is back."""


class ShortRetryConnection(Connection):
    """Kombu's connection, but it tries again after a short time."""

    def ensure_connection(self, *args: Any, **more: Any) -> Any:
        return super().ensure_connection(*args, **RETRY_INTERVALS | more)


class SiteAMQP(AMQP):
    """Celery's AMQP class with these connections."""

    Connection = ShortRetryConnection


class SiteTask(Task):  # type: ignore[type-arg]
    """Does nothing while the site is read-only: what is due stays due."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from games import site_state  # the app is made before models can be read

        if site_state.must_wait(self.name):
            return None
        return super().__call__(*args, **kwargs)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prweb.settings")

folder_broker.register()
heartbeats.connect_signals()
task_logs.connect()
app = Celery("prweb", amqp=SiteAMQP, task_cls=SiteTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games.table", "games.notifications", "games.mail", "bots", "games.people"])
