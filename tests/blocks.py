"""How much of a PostgreSQL database statements look at, as its server counts it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def blocks_read(*, changes: bool = False) -> Iterator[list[tuple[str, int]]]:
    """Every statement within that reads rows (changes: or changes some), with the blocks that it looks at.

    Within a transaction.
    """
    counted: list[tuple[str, int]] = []
    wanted = ("SELECT", "UPDATE", "DELETE") if changes else ("SELECT",)

    def count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(wanted) and not many:
            with connection.connection.cursor() as asked:
                asked.execute("SAVEPOINT before_it_is_explained")
                asked.execute("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) " + sql, params)
                explained = asked.fetchone()[0]
                asked.execute("ROLLBACK TO SAVEPOINT before_it_is_explained")
            plan = (json.loads(explained) if isinstance(explained, str) else explained)[0]["Plan"]
            counted.append((sql, plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        yield counted
