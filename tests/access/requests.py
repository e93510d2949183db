"""Sends a request and tells what became of it: whether the door opened, and whether anything was written."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Final

import pytest
from django.db import connection, transaction
from django.template import Context, Template
from django.test import Client

from tests.access.addresses import Operation

REFUSED: Final = (401, 403, 404)
SIGN_IN_PAGES: Final = re.compile(r"^/accounts/(login|2fa)/|^/staff/admin/login/")
"""Where whoever is not let in is sent instead: to sign in, or to give the second factor."""
INVITATION: Final = re.compile(r"/games/\w+/join/$")
"""Where whoever could take a seat is sent from the page of an open game, whether he may watch or not."""
WRITE_STATEMENT: Final = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP|TRUNCATE)\b", re.I)

SEEKS: Final = re.compile(r'"games_seek(find)?"')
"""The tables of what people seek."""

LAST_USE: Final = re.compile(
    r'UPDATE "accounts_apitoken" SET "last_used_at" =|(INSERT INTO|UPDATE) "(usersessions_|accounts_trace")'
)
"""What every request may write, once an hour: that a token or a session was used, and where."""


@dataclass(frozen=True)
class Outcome:
    """A response. wrote: the first statement that would have changed the database, empty if none.

    read_seeks: whether anything was read of what anybody seeks.
    """

    status: int
    redirected_to: str
    wrote: str
    read_seeks: bool
    content: bytes

    @property
    def let_in(self) -> bool:
        return self.status not in REFUSED and not SIGN_IN_PAGES.search(self.redirected_to)


def send(client: Client, operation: Operation, path: str) -> Outcome:
    """What a request comes to; whatever it changed is undone."""
    extra: dict[str, Any] = {}
    if operation.address.route.startswith("api/"):
        extra = {"content_type": "application/json", "HTTP_IDEMPOTENCY_KEY": "test", "HTTP_ACCEPT": "application/json"}
    with transaction.atomic(), record_writes() as written, record(SEEKS.search) as about_seeks, as_served():
        response = client.generic(
            operation.method, path, b"{}" if extra and operation.method != "GET" else b"", **extra
        )
        transaction.set_rollback(True)
    return Outcome(
        response.status_code,
        response.get("Location", ""),
        next(iter(written), ""),
        bool(about_seeks),
        response.getvalue(),
    )


def record_writes() -> AbstractContextManager[list[str]]:
    """The statements within it that write anything but the last use of a token or a session."""
    return record(lambda sql: WRITE_STATEMENT.match(sql) and not LAST_USE.match(sql))


@contextmanager
def as_served() -> Iterator[None]:
    """Templates without the test client's copies of all they were given; no traceback in the log for a refusal."""
    log = logging.getLogger("django.request")
    log.addFilter(_is_error)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", _render)
        yield
    log.removeFilter(_is_error)


def _is_error(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.ERROR


def _render(template: Template, context: Context) -> str:
    return template.nodelist.render(context)


@contextmanager
def record(wanted: Callable[[str], object]) -> Iterator[list[str]]:
    """The statements within it that are wanted."""
    found: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if wanted(sql):
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield found
