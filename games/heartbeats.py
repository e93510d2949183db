"""Every process of the site says now and then that it lives: one row each, for the staff's start page.

A thread beats beside the work, never in its way: what goes wrong is logged and tried again at the next beat.
"""

from __future__ import annotations

import atexit
import logging
import os
import socket
import threading
from datetime import timedelta
from typing import Any, Final

from celery import signals
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

logger = logging.getLogger(__name__)

KEPT_FOR: Final = timedelta(minutes=15)
"""Rows of processes that were not heard of for so long are cleared away: others have come in their place."""


class Heart:
    """The beats of one process.

    name: role, host and process, as two processes never share it: "bots@host3/4711"; kind: a Heartbeat.Kind; queues:
    what a worker serves.
    """

    def __init__(self, name: str, kind: str, queues: str = "") -> None:
        self.name = name
        self.kind = kind
        self.queues = queues
        self.started_at = timezone.now()
        self._process = os.getpid()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Beat every settings.HEARTBEAT_SECONDS from a thread that ends with the process; never if that is 0."""
        if settings.HEARTBEAT_SECONDS > 0:
            self._thread = threading.Thread(target=self._beat_on, name="heartbeat", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self._stopped.set()

    def end(self) -> None:
        """The process ends as it was told to: it is not missed. What cannot be written is forgotten by itself."""
        self.stop()
        if os.getpid() != self._process:
            return  # a child, which inherited what is done at the end
        try:
            _rows().filter(name=self.name).delete()
        except Exception as error:  # a database that is away, or was never there
            logger.info("The end of a process was not noted: %s", error)

    def join(self) -> None:
        """Wait until it has stopped."""
        if self._thread is not None:
            self._thread.join()

    def _beat_on(self) -> None:
        while True:
            try:
                self.beat()
            except Exception as error:  # a database that is away or busy: the next beat tells it all
                logger.info("A heartbeat was not taken: %s", error)
            finally:
                connection.close()
            if self._stopped.wait(settings.HEARTBEAT_SECONDS):
                return

    def beat(self) -> None:
        """Write the row. Raises whatever the database does."""
        rows, now = _rows(), timezone.now()
        told = {"kind": self.kind, "queues": self.queues, "started_at": self.started_at, "at": now}
        if not rows.filter(name=self.name).update(**told):
            rows.get_or_create(name=self.name, defaults=told)
        rows.filter(at__lt=now - KEPT_FOR).delete()


def _rows() -> QuerySet[Any]:
    # By name, because processes are set up for their beats before the models are there.
    return apps.get_model("games", "Heartbeat")._default_manager.all()


def host() -> str:
    """What this machine (or container) is called."""
    return socket.gethostname()


def begin(kind: str, role: str = "", queues: str = "") -> Heart:
    """Start the heartbeat of this process. role: in its name, by default the kind."""
    process = f"/{os.getpid()}"
    heart = Heart(f"{role or kind}@{host()}"[: 120 - len(process)] + process, kind, queues[:120])
    heart.start()
    if settings.HEARTBEAT_SECONDS > 0:
        atexit.register(heart.end)
    return heart


def connect() -> None:
    """Let Celery's own processes beat, workers from when they take tasks."""
    signals.worker_ready.connect(_worker_ready, weak=False)
    signals.beat_init.connect(_beat_init, weak=False)


def _worker_ready(sender: Any, **_more: object) -> None:
    role = str(sender.hostname).partition("@")[0]
    begin("worker", role, ",".join(sorted(sender.app.amqp.queues.consume_from)))


def _beat_init(**_more: object) -> None:
    begin("beat")
