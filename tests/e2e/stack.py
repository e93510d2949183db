"""The whole site as real processes, on free ports and in a folder of its own: web, worker, beat, mail listener."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
PASSWORD: Final = "puerto-rico"
READY_WITHIN_S: Final = 60

MAKE_PERSON: Final = """
from allauth.account.models import EmailAddress
from prweb.accounts.models import User
user = User.objects.create_user({name!r}, {email!r}, {password!r})
EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
answer = user.pk
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Stack:
    """A running site. `ask` runs code beside it, in a process of its own, as an operator could."""

    folder: Path
    environment: dict[str, str]
    web_port: int
    smtp_port: int
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
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, *arguments],
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

    def start_worker(self) -> None:
        work = ("-m", "celery", "--app", "prweb", "worker", "--queues", "bots,mail,default", "--concurrency", "2")
        self.start("worker", *work, "--loglevel", "info")

    def start_beat(self) -> None:
        self.start("beat", "-m", "celery", "--app", "prweb", "beat", "--loglevel", "warning")

    def start_listener(self) -> None:
        self.start("listener", "manage.py", "listen_mail")

    def wait_until_ready(self) -> None:
        for port in (self.web_port, self.smtp_port):
            wait_for(lambda port=port: connects(port), f"something listens on port {port}", self)
        wait_for(lambda: " ready." in self.log("worker"), "the worker is ready", self)

    def report(self) -> str:
        """The ends of all logs, for a failing test."""
        return "\n".join(
            f"--- {path.name}\n{path.read_text(errors='replace')[-4000:]}" for path in self.folder.glob("*.log")
        )


def connects(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for(condition: Any, what: str, stack: Stack, seconds: float = READY_WITHIN_S) -> Any:
    """The first true value of the condition; fails with the logs if there is none in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} s: {what}\n{stack.report()}")


@contextmanager
def running_stack(folder: Path, **settings: str) -> Iterator[Stack]:
    """Migrate an empty site and run all of its processes until the block ends."""
    web_port, smtp_port = free_port(), free_port()
    environment = _without_test_settings(os.environ) | {
        "DJANGO_SETTINGS_MODULE": "prweb.settings",
        "PRWEB_PROFILE": "embedded",
        "PRWEB_VAR": str(folder / "var"),
        "PRWEB_WEB_PORT": str(web_port),
        "PRWEB_SMTP_LISTEN": f"127.0.0.1:{smtp_port}",
        "PRWEB_SWEEP_SECONDS": "1",
        "PYTHONUNBUFFERED": "1",
        **settings,
    }
    stack = Stack(folder, environment, web_port, smtp_port)
    stack.manage("migrate", "--verbosity", "0")
    try:
        stack.start_web()
        stack.start_worker()
        stack.start_beat()
        stack.start_listener()
        stack.wait_until_ready()
        yield stack
    finally:
        for process in stack.processes.values():
            os.killpg(process.pid, signal.SIGTERM)
        for process in stack.processes.values():
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


def _without_test_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """The test run's own site must not leak into the processes."""
    return {name: value for name, value in environment.items() if not name.startswith(("PRWEB_", "BROKER_", "EMAIL_"))}
