"""`manage.py listen_mail`: the SMTP listener for answers by mail."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import heartbeats
from games.mail.listener import listen


class Command(BaseCommand):
    help = "Take answers to turn mails in by SMTP, until interrupted."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--listen", default=settings.SMTP_LISTEN, help="host:port; default: %(default)s")
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP, for a mail server on the same machine")

    def handle(self, *_args: Any, **options: Any) -> None:
        host, _, port = str(options["listen"]).rpartition(":")
        if not host or not port.isdigit():
            raise CommandError(f"--listen is host:port, not {options['listen']!r}.")
        try:
            asyncio.run(self._serve(host.strip("[]"), int(port), lmtp=options["lmtp"]))
        except OSError as error:
            raise CommandError(f"Cannot listen on {options['listen']}: {error}") from error

    async def _serve(self, host: str, port: int, *, lmtp: bool) -> None:
        stopped = asyncio.Event()
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(signal_number, stopped.set)

        def say(bound: int) -> None:
            protocol = "LMTP" if lmtp else "SMTP"
            self.stdout.write(f"{protocol} listener for answers by mail on {host}:{bound}")
            self.stdout.flush()
            heartbeats.start_heartbeat("listener")

        await listen(host, port, stopped.wait(), lmtp=lmtp, on_bound=say)
