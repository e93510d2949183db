"""A site as in production for measurements: its PostgreSQL server waits for the disk, as real ones do."""

from __future__ import annotations

import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from tests.servers import free_port, running_postgres

COMMITS = 300


@contextmanager
def site(settings: Mapping[str, str] | None = None, programs: Path | None = None) -> Iterator[None]:
    """Django set up on an empty, migrated site. Processes started within find the same one by the environment.

    settings: of the PostgreSQL server, besides its defaults. programs: the folder of another PostgreSQL than the
    tests have.
    """
    server_to_be = running_postgres(durable=True, settings=settings, programs=programs)
    with server_to_be as server, tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "prweb.settings",
            "PRWEB_PROFILE": "production",
            "PRWEB_VAR": folder,
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": server.url,
            "PRWEB_DB_STATEMENT_TIMEOUT": "0",
            "BROKER_URL": "memory://",
            "CACHE_URL": "locmemcache://",
            "EMAIL_URL": "dummymail://",
            "PRWEB_SITE_URL": f"http://127.0.0.1:{free_port()}",
            "PRWEB_MAIL_HOST": "bench.example.org",
            "PRWEB_RATE_LIMITS": "false",
            "PRWEB_HEARTBEAT_SECONDS": "0",
            "LOG_LEVEL": "ERROR",
        }
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        try:
            yield
        finally:
            connections.close_all()


@contextmanager
def web_server() -> Iterator[str]:
    """The site behind uvicorn, one process and a pool of connections as in docker/compose.yaml; yields its address."""
    address = os.environ["PRWEB_SITE_URL"]
    command = ["-m", "uvicorn", "prweb.asgi:application", "--port", address.rpartition(":")[2], "--no-access-log"]
    environment = os.environ | {"PRWEB_DB_POOL": "10"}
    process = subprocess.Popen([sys.executable, *command, "--log-level", "warning"], env=environment)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{address}/healthz", timeout=1)
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait()


def bare_commits() -> list[float]:
    """The seconds of the smallest transaction on the same connection: one row changed, one commit."""
    from django.db import transaction

    from games.people.models import User

    user, _created = User.objects.get_or_create(username="bare", defaults={"email": "bare@example.org"})
    times = []
    for number in range(COMMITS):
        started = perf_counter()
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(first_name=str(number))
        times.append(perf_counter() - started)
    return times


def table_row(name: str, times: Sequence[float], bare: float) -> str:
    """One row of a table: median and 95 % of some times, beside the bare commit of the same run."""
    median, tail = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    return f"{name:<46} {median * 1000:8.2f} ms  95 % {tail * 1000:8.2f} ms  {median / bare:7.1f} bare commits"
