"""Heartbeats: every process of the site regularly updates a row of its own, for the staff's start page.

A thread does it, and never disturbs the work: errors are logged, and the next heartbeat tries again.
"""

from __future__ import annotations

import atexit
import logging
import os
import socket
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from celery import signals
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

logger = logging.getLogger(__name__)

MAX_AGE: Final = timedelta(minutes=15)
"""Rows of processes that sent nothing for so long are deleted, but see `_POLLER`."""
_POLLER: Final = "poller"
"""A process that cannot read its mailbox sends nothing and is not gone: staff see since when. Its row stays until it
ends, or until a poller reads the mailbox."""


class HeartbeatSender:
    """Sends the heartbeats of one process.

    name: role, host and process id, unique for each process: "bots@host3/4711"; kind: a Heartbeat.Kind; queues: those
    that a worker serves; works: whether the process does its work, else it sends nothing after the first heartbeat.
    """

    def __init__(self, name: str, kind: str, queues: str = "", works: Callable[[], bool] = lambda: True) -> None:
        self.name = name
        self.kind = kind
        self.queues = queues
        self._works = works
        self.started_at = timezone.now()
        self._process = os.getpid()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Send one every settings.HEARTBEAT_SECONDS, in a thread that ends with the process; none if that is 0."""
        if settings.HEARTBEAT_SECONDS > 0:
            self._thread = threading.Thread(target=self._send_repeatedly, name="heartbeat", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self._stopped.set()

    def end(self) -> None:
        """Stop and delete the row, because the process ends. If that fails, the row is deleted when it is too old."""
        self.stop()
        if os.getpid() != self._process:
            return  # a child process, which inherited the exit handler
        try:
            _rows().filter(name=self.name).delete()
        except Exception as error:  # the database may be away, or may never have existed
            logger.info("The heartbeat of a process that ends could not be deleted: %s", error)

    def join(self) -> None:
        """Wait until it has stopped."""
        if self._thread is not None:
            self._thread.join()

    def _send_repeatedly(self) -> None:
        is_known = False
        while True:
            try:
                if self._works() or not is_known:
                    self.send()
                    is_known = True
            except Exception as error:  # the database may be away or busy: the next heartbeat is enough
                logger.info("A heartbeat could not be sent: %s", error)
            finally:
                connection.close()
            if self._stopped.wait(settings.HEARTBEAT_SECONDS):
                return

    def send(self) -> None:
        """Write the row. Raises whatever the database does."""
        rows, now = _rows(), timezone.now()
        columns = {"kind": self.kind, "queues": self.queues, "started_at": self.started_at, "at": now}
        if not rows.filter(name=self.name).update(**columns):
            rows.get_or_create(name=self.name, defaults=columns)
        gone = rows.filter(at__lt=now - MAX_AGE)
        (gone if self.kind == _POLLER and self._works() else gone.exclude(kind=_POLLER)).delete()


def _rows() -> QuerySet[Any]:
    # By name, because this module is imported before the models are loaded.
    return apps.get_model("games", "Heartbeat")._default_manager.all()


def host_name() -> str:
    """The name of this machine or container."""
    return socket.gethostname()


def start_heartbeat(
    kind: str, role: str = "", queues: str = "", works: Callable[[], bool] = lambda: True
) -> HeartbeatSender:
    """Start the heartbeats of this process. role: the first part of its name; default: the kind."""
    process = f"/{os.getpid()}"
    sender = HeartbeatSender(f"{role or kind}@{host_name()}"[: 120 - len(process)] + process, kind, queues[:120], works)
    sender.start()
    if settings.HEARTBEAT_SECONDS > 0:
        atexit.register(sender.end)
    return sender


def connect_signals() -> None:
    """Start heartbeats in Celery's processes; in workers as soon as they take tasks."""
    signals.worker_ready.connect(_worker_ready, weak=False)
    signals.beat_init.connect(_beat_init, weak=False)


def _worker_ready(sender: Any, **_more: object) -> None:
    role = str(sender.hostname).partition("@")[0]
    start_heartbeat("worker", role, ",".join(sorted(sender.app.amqp.queues.consume_from)))


def _beat_init(**_more: object) -> None:
    start_heartbeat("beat")
