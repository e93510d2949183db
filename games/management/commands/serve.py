"""`manage.py serve`: runs all processes of the site with one command."""

from __future__ import annotations

import os
import shlex
import socket
import sys
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from honcho.manager import Manager
from honcho.printer import Printer

ENDED_BY_SIGINT: Final = 130
ENDED_BY_SIGTERM: Final = 143
CHILD_ENVIRONMENT: Final = {
    "PYTHONUNBUFFERED": "1",
    # As root Celery warns at length, and static files are streamed by a library that is not asynchronous.
    "PYTHONWARNINGS": "ignore:You're running the worker with superuser,ignore:StreamingHttpResponse must consume",
}
LOOPBACK: Final = "127.0.0.1"
"""Only this machine is served: a real site puts its own web server in front of `prweb.asgi`."""


class Command(BaseCommand):
    help = "Runs web server, workers, beat and mail listener together until Ctrl-C; if one ends, all end."

    def add_arguments(self, parser: CommandParser) -> None:
        cores = os.cpu_count() or 1
        parser.add_argument("--thinkers", type=int, default=max(1, cores - 1), help="processes that bots think in")

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_busy_port(LOOPBACK, settings.WEB_PORT, setting="PRWEB_WEB_PORT")
        listener_host, _, listener_port = settings.SMTP_LISTEN.rpartition(":")
        refuse_busy_port(listener_host, int(listener_port), setting="PRWEB_SMTP_LISTEN")

        manager = Manager(Printer(sys.stdout, colour=sys.stdout.isatty()))
        for name, arguments in processes(options["thinkers"]).items():
            command = shlex.join([sys.executable, *arguments])
            manager.add_process(name, command, cwd=str(settings.BASE_DIR), env=os.environ | CHILD_ENVIRONMENT)

        mailbox = f"  (its mailbox: {settings.SITE_URL}/mailbox/)" if settings.MAILBOX_PAGES else ""
        self.stdout.write(f"prweb is at {settings.SITE_URL}{mailbox}   Ctrl-C stops it")
        self.stdout.flush()
        manager.loop()
        if manager.returncode not in (0, ENDED_BY_SIGINT, ENDED_BY_SIGTERM):
            raise CommandError("One of the processes ended by itself; its last lines are above.")


def processes(thinkers: int) -> dict[str, list[str]]:
    """The command lines of the processes, by the name with which their lines of output begin.

    A worker has one process ("solo"), and finishes its task before it ends; several bots think in several workers.
    """
    site = ["-m", "uvicorn", "prweb.asgi:application", "--host", LOOPBACK, "--port", str(settings.WEB_PORT)]
    worker = ["-m", "celery", "--app", "prweb", "--quiet", "worker", "--pool", "solo", "--loglevel", "warning"]
    return {
        "web": [*site, "--log-level", "warning", "--timeout-graceful-shutdown", "10"],
        "mail": [*worker, "--queues", "mail,tidying", "--hostname", "mail@%h"],
        "inbox": [*worker, "--queues", "inbox", "--hostname", "inbox@%h"],
        # A worker of its own, so that the clock does not wait for mails: while it does not tick, no time runs.
        "clock": [*worker, "--queues", "default", "--hostname", "clock@%h"],
        **{
            f"bots-{number}": [*worker, "--queues", "bots", "--hostname", f"bots-{number}@%h"]
            for number in range(1, thinkers + 1)
        },
        "beat": ["-m", "celery", "--app", "prweb", "--quiet", "beat", "--loglevel", "warning"],
        "listener": ["manage.py", "listen_mail"],
        **({"poller": ["manage.py", "poll_mail"]} if settings.IMAP_MAILBOX else {}),
    }


def refuse_busy_port(host: str, port: int, *, setting: str) -> None:
    """Raises CommandError, which names the setting to change, before a child process fails with a traceback."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"{host}:{port} is in use. Stop what runs there, or choose another with {setting}."
            ) from error
