"""`manage.py serve`: everything that the site is, under one command."""

from __future__ import annotations

import os
import shlex
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from honcho.manager import Manager
from honcho.printer import Printer

LOOPBACK = "127.0.0.1"
"""Only this machine is served: a real site puts its own web server in front of `prweb.asgi`."""


class Command(BaseCommand):
    help = "Runs web server, worker, beat and mail listener together until Ctrl-C; if one ends, all end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workers", type=int, default=max(2, os.cpu_count() or 1), help="worker processes")

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_busy_port(LOOPBACK, settings.WEB_PORT, setting="PRWEB_WEB_PORT")
        listener_host, _, listener_port = settings.SMTP_LISTEN.rpartition(":")
        refuse_busy_port(listener_host, int(listener_port), setting="PRWEB_SMTP_LISTEN")

        python = shlex.quote(sys.executable)
        manager = Manager(Printer(sys.stdout, colour=sys.stdout.isatty()))
        for name, command in {
            "web": f"{python} -m uvicorn prweb.asgi:application --host {LOOPBACK} --port {settings.WEB_PORT}"
            " --log-level warning",
            "worker": f"{python} -m celery --app prweb --quiet worker --queues bots,mail,default"
            f" --concurrency {options['workers']} --loglevel warning",
            "beat": f"{python} -m celery --app prweb --quiet beat --loglevel warning",
            "mail": f"{python} manage.py listen_mail",
        }.items():
            manager.add_process(name, command, cwd=str(settings.BASE_DIR), env={**os.environ, "PYTHONUNBUFFERED": "1"})

        mailbox = f"  (its mailbox: {settings.SITE_URL}/mailbox/)" if settings.MAILBOX_PAGES else ""
        self.stdout.write(f"prweb is at {settings.SITE_URL}{mailbox}   Ctrl-C stops it")
        self.stdout.flush()
        manager.loop()
        if manager.returncode and manager.returncode > 0:
            raise CommandError("One of the processes ended by itself; its last lines are above.")


def refuse_busy_port(host: str, port: int, *, setting: str) -> None:
    """Say which setting to change, before a child process fails with a traceback."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"{host}:{port} is in use. Stop what runs there, or choose another with {setting}."
            ) from error
