"""The whole site as real processes, on free ports and in a folder of its own: web, worker, beat, mail listener."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.servers import Postgres, Redis, free_port, running_postgres, running_redis

ROOT: Final = Path(__file__).resolve().parents[2]
PASSWORD: Final = "puerto-rico"
READY_WITHIN_S: Final = 60
LEAKING: Final = ("PRWEB_", "BROKER_", "EMAIL_", "DATABASE_", "CACHE_", "SECRET_")

MAKE_PERSON: Final = """
from allauth.account.models import EmailAddress
from prweb.accounts.models import User
user = User.objects.create_user({name!r}, {email!r}, {password!r})
EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
answer = user.pk
"""


EMBEDDED_WORKERS: Final = {"worker": "bots,mail,default"}
ALONE: Final = ("--without-mingle", "--without-gossip")
PRODUCTION_WORKERS: Final = {f"worker-{queue}": queue for queue in ("bots", "mail", "default")}


@dataclass
class Stack:
    """A running site. `ask` runs code beside it, in a process of its own, as an operator could.

    workers: the queues of each worker, by the worker's name. launch: what runs the processes, when they are not run
    by the interpreter alone: a module and its arguments, with {process} for the process's name.
    """

    folder: Path
    environment: dict[str, str]
    web_port: int
    smtp_port: int
    workers: Mapping[str, str]
    launch: Sequence[str] = ()
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.web_port}"

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ask(self, code: str) -> Any:
        """What the code leaves in `answer`, which must be JSON-able."""
        marked = f"{code}\nimport json\nprint('answer:' + json.dumps(answer))"
        output = self.manage("shell", "--no-imports", "--command", marked)
        return json.loads(output.rpartition("answer:")[2])

    def person(self, name: str, email: str = "") -> int:
        """Somebody with a verified address who can sign in with PASSWORD."""
        return int(self.ask(MAKE_PERSON.format(name=name, email=email or f"{name}@example.org", password=PASSWORD)))

    def start(self, name: str, *arguments: str) -> None:
        launch = [part.format(process=name) for part in self.launch]
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, *launch, *arguments],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def kill(self, name: str) -> None:
        """Kill a process and its children, without a word of warning."""
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def start_web(self) -> None:
        serve = ("-m", "uvicorn", "prweb.asgi:application", "--host", "127.0.0.1", "--port", str(self.web_port))
        self.start("web", *serve, "--log-level", "warning")

    def start_worker(self, name: str = "worker") -> None:
        work = ("-m", "celery", "--app", "prweb", "worker", "--queues", self.workers[name])
        self.start(name, *work, "--concurrency", "2", "--hostname", f"{name}@%h", "--loglevel", "info", *ALONE)

    def start_beat(self) -> None:
        self.start("beat", "-m", "celery", "--app", "prweb", "beat", "--loglevel", "warning")

    def start_listener(self) -> None:
        self.start("listener", "manage.py", "listen_mail")

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

    def report(self) -> str:
        """The ends of all logs, for a failing test."""
        return "\n".join(
            f"--- {path.name}\n{path.read_text(errors='replace')[-4000:]}" for path in self.folder.glob("*.log")
        )


def connects(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for(condition: Any, what: str, stack: Stack, seconds: float = READY_WITHIN_S) -> Any:
    """The first true value of the condition; fails with the logs if there is none in time, or a process has ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and all(process.poll() is None for process in stack.processes.values()):
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} s, or something ended: {what}\n{stack.report()}")


@contextmanager
def running_stack(
    folder: Path, *, workers: Mapping[str, str] = EMBEDDED_WORKERS, launch: Sequence[str] = (), **settings: str
) -> Iterator[Stack]:
    """Migrate an empty site and run all of its processes until the block ends; settings: of the environment."""
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
    stack = Stack(folder, environment, web_port, smtp_port, workers, launch)
    stack.manage("migrate", "--verbosity", "0")
    if environment["PRWEB_PROFILE"] == "production":
        stack.manage("collectstatic", "--no-input", "--verbosity", "0")
    try:
        stack.start_web()
        for worker in workers:
            stack.start_worker(worker)
        stack.start_beat()
        stack.start_listener()
        stack.wait_until_ready()
        yield stack
    finally:
        for process in stack.processes.values():
            _tell(process, signal.SIGTERM)
        for process in stack.processes.values():
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                _tell(process, signal.SIGKILL)


@contextmanager
def running_production(folder: Path, *, launch: Sequence[str] = (), **settings: str) -> Iterator[Production]:
    """The same as a real site runs: PostgreSQL, Redis, a worker for each queue; all of it said by the environment."""
    with running_postgres() as postgres, running_redis() as redis:
        profile = {
            "PRWEB_PROFILE": "production",
            "SECRET_KEY": "a secret of the tests alone, long enough for everybody to be content with it",
            "DATABASE_URL": postgres.url,
            "BROKER_URL": redis.url,
            "PRWEB_MAIL_HOST": "prweb.example.org",
        }
        with running_stack(folder, workers=PRODUCTION_WORKERS, launch=launch, **profile, **settings) as stack:
            yield Production(stack, postgres, redis)


@dataclass(frozen=True)
class Production:
    """A running site and the servers that it needs."""

    stack: Stack
    postgres: Postgres
    redis: Redis


def _tell(process: subprocess.Popen[bytes], word: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, word)


def _without_test_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """The test run's own site must not leak into the processes."""
    return {name: value for name, value in environment.items() if not name.startswith(LEAKING)}
