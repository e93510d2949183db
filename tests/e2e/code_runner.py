"""Runs functions and code on a site beside its processes, one at a time: the other end of `Stack.call` and `Stack.ask`.

A line of the input is JSON: a function with its arguments, or code. A line of the output is JSON, too: the function's
result, or what the code left in `answer`; or a traceback.
"""

from __future__ import annotations

import json
import sys
import traceback
from importlib import import_module
from typing import Any

import django


def main() -> None:
    # What the code prints is not its answer.
    output, sys.stdout = sys.stdout, sys.stderr
    django.setup()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=output, flush=True)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    from django.db import connections

    try:
        return {"answer": run_code(request["code"]) if "code" in request else call_function(**request)}
    except Exception:
        return {"failed": traceback.format_exc()}
    finally:
        # The database may be restarted before the next request.
        connections.close_all()


def run_code(code: str) -> Any:
    names: dict[str, Any] = {}
    exec(code, names)
    return names["answer"]


def call_function(module: str, function: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
    return getattr(import_module(module), function)(*args, **kwargs)


if __name__ == "__main__":
    main()
