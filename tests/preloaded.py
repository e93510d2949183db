"""Starts processes of a site without each of them importing the whole site.

A `Preloaded` process has imported it, for one environment, and done nothing else. It forks, and the fork does what
`python manage.py ...` or `python -m ...` does. As a program this module is that process: a line of the input is what to
start, as JSON; a line of the output is the number of the process, and for one that is waited for, how it ended.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import django
from django.conf import settings

ROOT: Final = Path(__file__).resolve().parents[1]
AT_ONCE: Final = 2
_kept: Final[dict[str, Preloaded]] = {}
"""For commands, by their environments; the one that was used last at the end."""


class Preloaded:
    """Ends with whoever made it, or when it is told to; what it started goes on.

    program: what the settings take it for (commands that somebody waits for log otherwise than services).
    """

    def __init__(self, environment: Mapping[str, str], program: str = "celery") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.preloaded", program],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of manage.py to its end."""
        with tempfile.TemporaryDirectory() as folder:
            logs = [str(Path(folder, name)) for name in ("stdout", "stderr")]
            self._ask(arguments=["manage.py", *arguments], logs=logs, waits=True)
            status = int(self._answer())
            outputs = [Path(log).read_text(errors="replace") for log in logs]
        return subprocess.CompletedProcess(["manage.py", *arguments], status, *outputs)

    def start(self, arguments: Sequence[str], log: Path) -> Started:
        """Start what `python ARGUMENTS` would, in a session of its own."""
        self._ask(arguments=list(arguments), logs=[str(log)] * 2, waits=False)
        return Started(int(self._answer()))

    def end(self) -> None:
        self._process.communicate()

    def _ask(self, **what: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


class Started:
    """A process that another one started, with what subprocess.Popen has for it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        # What has ended is nobody's zombie, so this may fail for one that ends at once.
        self._file = -1
        with suppress(ProcessLookupError):
            self._file = os.pidfd_open(pid)

    def poll(self) -> int | None:
        return 0 if self._ended(0) else None

    def wait(self, timeout: float | None = None) -> int:
        if not self._ended(timeout):
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return 0

    def terminate(self) -> None:
        if not self._ended(0):
            signal.pidfd_send_signal(self._file, signal.SIGTERM)

    def _ended(self, within_s: float | None) -> bool:
        if self._file < 0:
            return True
        waiting = select.poll()
        waiting.register(self._file, select.POLLIN)
        if not waiting.poll(None if within_s is None else within_s * 1000):
            return False
        os.close(self._file)
        self._file = -1
        return True


def manage(arguments: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command of manage.py with nothing else in its environment."""
    key = json.dumps(sorted(environment.items()))
    _kept[key] = _kept.pop(key) if key in _kept else Preloaded(environment, "manage.py")
    while len(_kept) > AT_ONCE:
        _kept.pop(next(iter(_kept))).end()
    return _kept[key].run(*arguments)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prweb.settings")
    sys.argv = sys.argv[1:]
    # What is wrong with the settings, the command itself is to say.
    with suppress(Exception):
        django.setup()
        import_module(settings.ROOT_URLCONF)
    for line in sys.stdin:
        _fork(**json.loads(line))


def _fork(arguments: list[str], logs: list[str], waits: bool) -> None:
    # Nobody asks how the others ended: the system takes them away.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL if waits else signal.SIG_IGN)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if not waits:
            os.setsid()
        _become(arguments, logs)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if waits else child, flush=True)


def _become(arguments: list[str], logs: list[str]) -> None:
    """In the fork; it does not come back."""
    for number, log in enumerate(logs, 1):
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    status: Any = 0
    try:
        if arguments[0] == "-m":
            sys.argv = arguments[1:]
            runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = arguments
            runpy.run_path(arguments[0], run_name="__main__")
    except SystemExit as end:
        status = end.code
    except BaseException:
        traceback.print_exc()
        status = 1
    if isinstance(status, str):
        print(status, file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    # Not by what the process does at its end that it was forked from.
    os._exit(status if isinstance(status, int) else int(status is not None))


if __name__ == "__main__":
    main()
