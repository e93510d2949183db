"""While the database is away the site says so, to people, programs and the operator's tools."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TypeAlias

import psycopg
import pytest
from django.db import IntegrityError, InterfaceError, OperationalError

from prweb.errors import is_database_unavailable
from tests.operations.conftest import Site
from tests.operations.site_functions import responses
from tests.servers import free_port

pytestmark = pytest.mark.processes

Answers: TypeAlias = dict[str, tuple[int, str | None, str]]
"""Status, Retry-After and body, by path."""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """What a site with nobody at its database's address answers."""
    folder: Path = tmp_path_factory.mktemp("away")
    return Site(folder, f"postgres://nobody@127.0.0.1:{free_port()}/none").call(responses)


@pytest.mark.parametrize("path", ["/games/abcdefgh/", "post"])
def test_people_get_a_page_that_says_so_and_when_to_come_again(answers: Answers, path: str) -> None:
    status, retry_after, page = answers[path]
    assert (status, retry_after) == (503, "30")
    assert "The site is not available for a moment" in page
    assert "/static/web/site.css" in page


def test_programs_get_a_problem(answers: Answers) -> None:
    status, retry_after, problem = answers["/api/v1/games/"]
    assert (status, retry_after) == (503, "30")
    assert "/api/v1/problems/unavailable/" in problem


def test_the_process_is_alive_and_not_ready(answers: Answers) -> None:
    assert answers["/healthz"][0] == 200
    status, _retry_after, found = answers["/readyz"]
    assert status == 503
    assert '"database": "unreachable"' in found


def wrapped(error: Exception, cause: Exception | None) -> Exception:
    error.__cause__ = cause
    return error


def of_sqlite(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("so")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (wrapped(OperationalError(), psycopg.OperationalError("connection refused")), True),
        (wrapped(OperationalError(), psycopg.errors.AdminShutdown()), True),
        (wrapped(OperationalError(), psycopg.errors.LockNotAvailable()), True),
        (wrapped(OperationalError(), psycopg.errors.QueryCanceled()), True),
        (wrapped(OperationalError(), psycopg.errors.TooManyConnections()), True),
        (wrapped(InterfaceError(), psycopg.InterfaceError("connection already closed")), True),
        (wrapped(OperationalError(), of_sqlite("SQLITE_BUSY_SNAPSHOT")), True),
        (wrapped(OperationalError(), of_sqlite("SQLITE_CANTOPEN")), True),
        (wrapped(OperationalError(), of_sqlite("SQLITE_ERROR")), False),
        (wrapped(IntegrityError(), psycopg.errors.UniqueViolation()), False),
        (ValueError(), False),
        (None, False),
    ],
    ids=repr,
)
def test_a_mistake_of_ours_is_not_the_databases(error: BaseException | None, away: bool) -> None:
    assert is_database_unavailable(error) is away
