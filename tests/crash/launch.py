"""Runs one process of the site so that it can be made to die at named points, and runs it again when it has died.

    python -m tests.crash.launch PROCESS (-m MODULE | FILE) ARGUMENTS...

The functions of the points are wrapped here, from outside: the site itself knows nothing of it. The site is loaded once
and forked for every life, so that a new life begins as soon as a supervisor could begin it.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import Any, Final, NoReturn

import django
import psycopg

from tests.crash import trigger
from tests.crash.points import POINTS, Point

FOLDER: Final = "PRWEB_CRASH_FOLDER"
A_MOMENT_S: Final = 0.5
"""So that a process that cannot start does not start all the time."""
ROLES: Final = {
    "worker": {"bots", "mail", "inbox", "default", "tidying"},
    "worker-bots": {"bots"},
    "worker-mail": {"mail", "tidying"},
    "worker-inbox": {"inbox"},
    "worker-default": {"default"},
}


class Gone(LookupError):
    """A point names a function that is not there (any more)."""


def place(dotted: str) -> tuple[Any, str]:
    """The object that holds a function, and the function's name in it. Raises Gone."""
    parts = dotted.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            holder: Any = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:-1]:
            holder = getattr(holder, part, None)
        if callable(getattr(holder, parts[-1], None)):
            return holder, parts[-1]
        break
    raise Gone(dotted)


def wrap(point: Point, folder: Path) -> None:
    holder, name = place(point.function)
    within = running_code(point.within) if point.within else None
    original = getattr(holder, name)

    @wraps(original)
    def passed(*args: Any, **kwargs: Any) -> Any:
        if point.when == "before":
            _pass(point, within, folder)
        result = original(*args, **kwargs)
        if point.when == "after":
            _pass(point, within, folder)
        return result

    setattr(holder, name, passed)


def running_code(dotted: str) -> CodeType:
    """What a function's frames run. Raises Gone."""
    holder, name = place(dotted)
    function = getattr(holder, name)
    while hasattr(function, "__wrapped__") or hasattr(function, "run"):
        function = getattr(function, "__wrapped__", None) or function.run
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        raise Gone(dotted)
    return code


def _pass(point: Point, within: CodeType | None, folder: Path) -> None:
    asked = trigger.armed(folder, point.name)
    if asked is None or (within is not None and not _under_way(within)):
        return
    file, whole = asked
    if point.kind == "connection":
        _cut_connection(file)
    elif trigger.count(file):
        os.killpg(0, signal.SIGKILL) if whole else os.kill(os.getpid(), signal.SIGKILL)


def _under_way(code: CodeType) -> bool:
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code is code:
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False


def _cut_connection(file: Path) -> None:
    """Let the server end the connection of this thread, if there is one and its turn has come."""
    from django.db import connection

    if connection.connection is None or not trigger.count(file):
        return
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as other:
        other.execute("select pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])


def live(command: Sequence[str]) -> NoReturn:
    os.setpgid(0, 0)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    if command[0] == "-m":
        sys.argv = list(command[1:])
        runpy.run_module(command[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = list(command)
        runpy.run_path(command[0], run_name="__main__")
    sys.exit(0)


def supervise(process: str, begin: Callable[[], NoReturn], folder: Path) -> int:
    """Live again after every death but the one that was asked for; notes the deaths that were not violent."""
    child = 0
    told_to_end = False

    def end(number: int, _frame: object) -> None:
        nonlocal told_to_end
        told_to_end = True
        if child:
            os.kill(child, number)

    signal.signal(signal.SIGTERM, end)
    while True:
        child = os.fork()
        if child == 0:
            begin()
        _pid, status = os.waitpid(child, 0)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        if told_to_end:
            return os.waitstatus_to_exitcode(status)
        if not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
            trigger.ended(folder, process)
            time.sleep(A_MOMENT_S)


def main(process: str, *command: str) -> int:
    folder = Path(os.environ[FOLDER])
    django.setup()
    roles = ROLES.get(process, {process})
    for point in POINTS:
        if point.process in roles:
            wrap(point, folder)
    return supervise(process, lambda: live(command), folder)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
