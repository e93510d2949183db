"""The whole site as real processes, on free ports and in a folder of its own: web, worker, beat, mail listener."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from tests import prepared
from tests.e2e import site_functions
from tests.function_calls import request_json
from tests.preloaded import Preloaded, Started
from tests.servers import Postgres, Redis, free_port, running_postgres, running_redis

P = ParamSpec("P")
R = TypeVar("R")

ROOT: Final = Path(__file__).resolve().parents[2]
PASSWORD: Final = "puerto-rico"
READY_WITHIN_S: Final = 60
LEAKING: Final = ("PRWEB_", "BROKER_", "EMAIL_", "DATABASE_", "CACHE_", "SECRET_")

EMBEDDED_WORKERS: Final = {"worker": "bots,mail,inbox,default"}
ALONE: Final = ("--without-mingle", "--without-gossip")
PRODUCTION_WORKERS: Final = {f"worker-{queue}": queue for queue in ("bots", "mail", "inbox", "default")}


@dataclass
class Stack:
    """A running site. `call` runs functions beside it, in a process of their own, as an operator could.

    workers: the queues of each worker, by the worker's name. launch: what runs the processes, when they are not run
    by the interpreter alone: a module and its arguments, with {process} for the process's name.
    """

    folder: Path
    environment: dict[str, str]
    web_port: int
    smtp_port: int
    workers: Mapping[str, str]
    launch: Sequence[str] = ()
    root: Path = ROOT
    """The code that is run from now on."""
    processes: dict[str, subprocess.Popen[bytes] | Started] = field(default_factory=dict)
    preloaded: Preloaded | None = None
    """What starts them, if there is one and it has the code that is run from now on."""
    _caller: subprocess.Popen[str] | None = None
    _caller_root: Path = ROOT

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.web_port}"

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function of a module of the tests beside the site's processes (tests/function_calls.py)."""
        if self._caller is None or self._caller_root != self.root:
            self._end_caller()
            self._caller_root = self.root
            with (self.folder / "calls.log").open("ab") as log:
                self._caller = subprocess.Popen(
                    [sys.executable, "-m", "tests.function_calls"],
                    cwd=self.root,
                    # Other code has no tests: the functions are this tree's.
                    env={**self.environment, "PYTHONPATH": f"{self.root}{os.pathsep}{ROOT}"},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                )
        assert self._caller is not None
        assert self._caller.stdin is not None
        assert self._caller.stdout is not None
        self._caller.stdin.write(request_json(function, *args, **kwargs) + "\n")
        self._caller.stdin.flush()
        response = json.loads(self._caller.stdout.readline() or "null")
        assert response is not None, self.log("calls")
        assert "result" in response, response["failed"]
        result: R = response["result"]
        return result

    def person(self, name: str, email: str = "") -> int:
        """Somebody with a verified address who can sign in with PASSWORD."""
        return self.call(site_functions.make_person, name, email or f"{name}@example.org", PASSWORD)

    def start(self, name: str, *arguments: str) -> None:
        launch = [part.format(process=name) for part in self.launch]
        if self.preloaded is not None and self.root == ROOT:
            self.processes[name] = self.preloaded.start([*launch, *arguments], self.folder / f"{name}.log")
            return
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, *launch, *arguments],
                cwd=self.root,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def stop(self, name: str) -> None:
        """End a process as a supervisor does, and wait until it is gone."""
        process = self.processes.pop(name)
        process.terminate()
        process.wait(timeout=120)

    def kill(self, name: str) -> None:
        """Kill a process and its children, without a word of warning."""
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def end(self) -> None:
        """End every process, as a supervisor does."""
        # Not the group: a worker whose children are told too waits for them in vain.
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        self._end_caller()
        if self.preloaded is not None:
            self.preloaded.end()

    def _end_caller(self) -> None:
        if self._caller is not None:
            self._caller.communicate()
            self._caller = None

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def start_web(self, name: str = "web", port: int = 0) -> None:
        """port: another one than the site's own."""
        serve = ("-m", "uvicorn", "prweb.asgi:application", "--host", "127.0.0.1")
        self.start(name, *serve, "--port", str(port or self.web_port), "--log-level", "warning")

    def start_worker(self, name: str = "worker") -> None:
        work = ("-m", "celery", "--app", "prweb", "worker", "--queues", self.workers[name])
        self.start(name, *work, "--concurrency", "2", "--hostname", f"{name}@%h", "--loglevel", "info", *ALONE)

    def start_beat(self) -> None:
        self.start("beat", "-m", "celery", "--app", "prweb", "beat", "--loglevel", "warning")

    def start_listener(self) -> None:
        self.start("listener", "manage.py", "listen_mail")

    def start_poller(self) -> None:
        self.start("poller", "manage.py", "poll_mail")

    def start_again(self, name: str) -> None:
        """Start one of the processes, as a supervisor does when it has ended."""
        if name in self.workers:
            self.start_worker(name)
        else:
            {"web": self.start_web, "beat": self.start_beat, "listener": self.start_listener}[name]()

    def wait_until_ready(self) -> None:
        for port in (self.web_port, self.smtp_port):
            wait_for(lambda port=port: connects(port), f"something listens on port {port}", self)
        for worker in self.workers:
            wait_for(lambda worker=worker: " ready." in self.log(worker), f"{worker} is ready", self)

    def report(self, last: Collection[str] = ()) -> str:
        """The ends of all logs, for a failing test. last: whose logs come last, where a reader looks first."""
        logs = sorted(self.folder.glob("*.log"), key=lambda path: (path.stem in last, path.name))
        return "\n".join(f"--- {path.name}\n{path.read_text(errors='replace')[-4000:]}" for path in logs)


def connects(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for(condition: Any, what: str, stack: Stack, seconds: float = READY_WITHIN_S) -> Any:
    """The first true value of the condition; fails with the logs if there is none in time, or a process has ended."""
    until = time.monotonic() + seconds
    ended: list[str] = []
    while time.monotonic() < until and not ended:
        if found := condition():
            return found
        time.sleep(0.05)
        ended = [name for name, process in stack.processes.items() if process.poll() is not None]
    why = f"{', '.join(ended)} ended" if ended else f"not within {seconds} s"
    raise AssertionError(f"{why}: {what}\n{stack.report(ended)}")


@contextmanager
def running_stack(
    folder: Path,
    settings: Mapping[str, str] = {},
    *,
    workers: Mapping[str, str] = EMBEDDED_WORKERS,
    launch: Sequence[str] = (),
    root: Path = ROOT,
) -> Iterator[Stack]:
    """Run all processes of an empty site until the block ends.

    root: other code than this tree's. settings: of the environment; in the profile "production" they name a database,
    which is migrated if this tree's code is to run.
    """
    web_port, smtp_port = free_port(), free_port()
    environment = _without_test_settings(os.environ) | {
        "DJANGO_SETTINGS_MODULE": "prweb.settings",
        "PRWEB_PROFILE": "embedded",
        "PRWEB_VAR": str(folder / "var"),
        "PRWEB_WEB_PORT": str(web_port),
        "PRWEB_SITE_URL": f"http://127.0.0.1:{web_port}",
        "PRWEB_SMTP_LISTEN": f"127.0.0.1:{smtp_port}",
        "PRWEB_SWEEP_SECONDS": "1",
        "PYTHONUNBUFFERED": "1",
        **settings,
    }
    stack = Stack(folder, environment, web_port, smtp_port, workers, launch, root)
    production = environment["PRWEB_PROFILE"] == "production"
    if root != ROOT:
        _prepare(stack, production=production)
    elif production:
        environment["PRWEB_STATIC_ROOT"] = str(prepared.static_files())
    else:
        prepared.sqlite(folder / "var" / "prweb.sqlite3")
    if root == ROOT:
        stack.preloaded = Preloaded(environment)
    try:
        stack.start_web()
        for worker in workers:
            stack.start_worker(worker)
        stack.start_beat()
        stack.start_listener()
        stack.wait_until_ready()
        yield stack
    finally:
        stack.end()


@contextmanager
def running_production(
    folder: Path,
    settings: Mapping[str, str] = {},
    *,
    workers: Mapping[str, str] = PRODUCTION_WORKERS,
    launch: Sequence[str] = (),
    root: Path = ROOT,
) -> Iterator[Production]:
    """The same as a real site runs: PostgreSQL, Redis, a worker for each queue; all of it said by the environment."""
    begin = prepared.postgres if root == ROOT else None
    with running_postgres(begin) as postgres, running_redis() as redis:
        profile = {
            "PRWEB_PROFILE": "production",
            "SECRET_KEY": "a secret of the tests alone, long enough for everybody to be content with it",
            "DATABASE_URL": postgres.url,
            "BROKER_URL": redis.url,
            "PRWEB_MAIL_HOST": "prweb.example.org",
        }
        with running_stack(folder, {**profile, **settings}, workers=workers, launch=launch, root=root) as stack:
            yield Production(stack, postgres, redis)


def _prepare(stack: Stack, *, production: bool) -> None:
    """As the stack's own code does it."""
    stack.manage("migrate", "--verbosity", "0")
    if production:
        stack.manage("collectstatic", "--no-input", "--verbosity", "0")


@dataclass(frozen=True)
class Production:
    """A running site and the servers that it needs."""

    stack: Stack
    postgres: Postgres
    redis: Redis


def _without_test_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """The test run's own site must not leak into the processes."""
    return {name: value for name, value in environment.items() if not name.startswith(LEAKING)}
