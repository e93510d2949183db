"""Whether the parts that the site needs work, each checked within seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from celery import current_app
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

BROKER_TIMEOUT_S: Final = 2

OK: Final = "ok"


def check_database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "unreachable"
    return OK


def check_migrations() -> str:
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "unknown"
    return "not applied" if missing else OK


def check_broker() -> str:
    try:
        with current_app.connection_for_write(connect_timeout=BROKER_TIMEOUT_S) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=BROKER_TIMEOUT_S)
    except Exception:  # broker clients raise many kinds
        return "unreachable"
    return OK


REQUIRED_PARTS: Final[Mapping[str, Callable[[], str]]] = {"database": check_database, "migrations": check_migrations}
"""The checks of the parts without which no page can be served."""
OPTIONAL_PARTS: Final[Mapping[str, Callable[[], str]]] = {"broker": check_broker}
"""The checks of the parts without which pages and moves still work; bots and mails wait until these are back."""


def check_parts() -> dict[str, str]:
    """The state of every part by name: "ok" or what is wrong, without addresses and error texts."""
    return {name: check() for name, check in {**REQUIRED_PARTS, **OPTIONAL_PARTS}.items()}


def is_ready(states: Mapping[str, str]) -> bool:
    return all(states[name] == OK for name in REQUIRED_PARTS)
