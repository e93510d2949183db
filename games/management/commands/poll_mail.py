"""`manage.py poll_mail`: fetches answers by mail from a mailbox by IMAP."""

from __future__ import annotations

import signal
import threading
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games import heartbeats
from games.mail.poller import Poller

GRACE_S: Final = 3
"""For what it is doing when it is told to end. Whatever is cut off then is done again by the next one."""


class Command(BaseCommand):
    help = "Fetch answers to turn mails from the mailbox in PRWEB_IMAP_URL, until interrupted."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if settings.IMAP_MAILBOX is None:
            raise CommandError("PRWEB_IMAP_URL is not set: there is no mailbox to read.")
        stopped = threading.Event()
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signal_number, lambda *_: stopped.set())
        self.stdout.write(f"Reading the mailbox at {settings.IMAP_MAILBOX.host}:{settings.IMAP_MAILBOX.port}")
        self.stdout.flush()
        # Whoever watches the process (docker/healthy) looks at when this file was last written.
        poller = Poller(stopped, (settings.VAR / "poll_mail").touch)
        heartbeats.start_heartbeat("poller", works=lambda: poller.reads)
        failures: list[BaseException] = []
        thread = threading.Thread(target=_run, args=(poller, stopped, failures), name="poller", daemon=True)
        thread.start()
        stopped.wait()
        thread.join(GRACE_S)
        if failures:
            raise failures[0]


def _run(poller: Poller, stopped: threading.Event, failures: list[BaseException]) -> None:
    try:
        poller.run()
    except BaseException as error:
        failures.append(error)
        raise
    finally:
        stopped.set()
