"""Reads everything that a page shows from one snapshot: a move in between is seen wholly or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.models.site_clock import read_once


@contextmanager
def snapshot() -> Iterator[None]:
    """All reads within see the database as it was at the first read; nothing can be written.

    It takes no lock that others would wait for. Within a transaction it has no effect: that transaction decides what is
    seen. It is also a decorator. A write within it raises the error of the database.
    """
    with read_once(), _one_moment():
        yield


@contextmanager
def _one_moment() -> Iterator[None]:
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _deferred(connection), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            _run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield


@contextmanager
def _deferred(sqlite: BaseDatabaseWrapper) -> Iterator[None]:
    """The transaction begun within holds a snapshot from its first read on, and never the lock for writing.

    Our other transactions are IMMEDIATE (settings.DATABASES), which would let readers wait for each other.
    """
    # What fails on PostgreSQL fails here too. (And now it is connected, which says what is usual.)
    _run("PRAGMA query_only = ON")
    usual = sqlite.transaction_mode  # type: ignore[attr-defined] # of SQLite's wrapper alone
    sqlite.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        sqlite.transaction_mode = usual  # type: ignore[attr-defined]
        _run("PRAGMA query_only = OFF")


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
