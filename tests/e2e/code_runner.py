"""Runs code on a site beside its processes, a piece at a time: the other end of `Stack.ask`.

A line of the input is the code, as JSON; a line of the output is what it left in `answer`, or why there is nothing.
"""

from __future__ import annotations

import json
import sys
import traceback
from typing import Any

import django


def main() -> None:
    # Whatever the code prints is not an answer.
    told, sys.stdout = sys.stdout, sys.stderr
    django.setup()
    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line))), file=told, flush=True)


def _answer(code: str) -> dict[str, Any]:
    from django.db import connections

    names: dict[str, Any] = {}
    try:
        exec(code, names)
        return {"answer": names["answer"]}
    except Exception:
        return {"failed": traceback.format_exc()}
    finally:
        # The next piece may come after a restart of the database.
        connections.close_all()


if __name__ == "__main__":
    main()
