"""Functions of the tests that run in another process: on a site beside its processes, or under other settings.

A request names a function and its module, and has its arguments. Arguments and results pass as JSON, so that a tuple
arrives as a list. As a program this module runs the one request that is its argument. Without an argument it sets up
Django and runs the requests of its input, a line each; a line of its output is {"result": …} or {"failed": traceback}.
"""

from __future__ import annotations

import json
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

ROOT: Final = Path(__file__).resolve().parents[1]


def request_json(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> str:
    request = {"module": function.__module__, "function": function.__name__, "args": args, "kwargs": kwargs}
    return json.dumps(request)


def shell_code(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> str:
    """Code for `manage.py shell` that prints the function's result as JSON."""
    return f"from tests import function_calls; function_calls.print_result({request_json(function, *args, **kwargs)!r})"


def call_in_process(environment: Mapping[str, str], function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function in a new process with nothing else in its environment. It sets up Django itself if it needs it."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.function_calls", request_json(function, *args, **kwargs)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: R = json.loads(done.stdout)
    return result


def print_result(request: str) -> None:
    """Run a request and print the JSON of its result."""
    print(json.dumps(_run(**json.loads(request))))


def _run(module: str, function: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
    # What the function prints is not its result.
    with redirect_stdout(sys.stderr):
        return getattr(import_module(module), function)(*args, **kwargs)


def _serve() -> None:
    """Run the requests of the input, one at a time."""
    import django
    from django.db import connections

    django.setup()
    for line in sys.stdin:
        try:
            response = {"result": _run(**json.loads(line))}
        except Exception:
            response = {"failed": traceback.format_exc()}
        finally:
            # The database may be restarted before the next request.
            connections.close_all()
        print(json.dumps(response), flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print_result(sys.argv[1])
    else:
        _serve()
