"""Looks at a running site's database from outside, quickly and often."""

from __future__ import annotations

import sqlite3
from typing import Any

import psycopg

from tests.e2e.stack import Stack


class Watch:
    """Statements in a connection of its own, each a transaction of its own."""

    def __init__(self, stack: Stack) -> None:
        self.url = stack.environment.get("DATABASE_URL", "")
        self._connection: Any = (
            psycopg.connect(self.url, autocommit=True)
            if self.url
            else sqlite3.connect(f"{stack.folder}/var/prweb.sqlite3", timeout=20, isolation_level=None)
        )

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        cursor = self._connection.execute(self._in_dialect(statement), values)
        return list(cursor.fetchall())

    def one(self, statement: str, *values: object) -> Any:
        """The only value of the only row."""
        ((value,),) = self.rows(statement, *values)
        return value

    def do(self, statement: str, *values: object) -> None:
        self._connection.execute(self._in_dialect(statement), values)

    def _in_dialect(self, statement: str) -> str:
        return statement.replace("?", "%s") if self.url else statement
