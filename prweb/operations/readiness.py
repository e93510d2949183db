"""What the site needs to serve, each part tried within seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from celery import current_app
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

BROKER_WITHIN_S: Final = 2

OK: Final = "ok"


def database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "unreachable"
    return OK


def migrations() -> str:
    try:
        executor = MigrationExecutor(connection)
        wanted = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "unknown"
    return "not applied" if wanted else OK


def broker() -> str:
    try:
        with current_app.connection_for_write(connect_timeout=BROKER_WITHIN_S) as nudges:
            nudges.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=BROKER_WITHIN_S)
    except Exception:  # whatever a broker client may raise
        return "unreachable"
    return OK


NEEDED: Final[Mapping[str, Callable[[], str]]] = {"database": database, "migrations": migrations}
"""Without these no page can be served."""
WANTED: Final[Mapping[str, Callable[[], str]]] = {"broker": broker}
"""Without these the site serves and commits moves; bots and mails wait until they are back."""


def parts() -> dict[str, str]:
    """Every part by name, "ok" or what is wrong with it; no addresses, no error texts."""
    return {name: probe() for name, probe in {**NEEDED, **WANTED}.items()}


def is_ready(found: Mapping[str, str]) -> bool:
    return all(found[name] == OK for name in NEEDED)
