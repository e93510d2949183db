"""Web processes in the production profile, and what stands in front of them."""

from __future__ import annotations

import http.client
import os
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.servers import free_port

ROOT: Final = Path(__file__).resolve().parents[2]
HOST: Final = "prweb.example.org"
READY_WITHIN_S: Final = 60


def environment(database: str, folder: Path, **more: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PRWEB_PROFILE": "production",
        "PRWEB_VAR": str(folder / "var"),
        "PRWEB_STATIC_ROOT": str(folder / "static"),
        "SECRET_KEY": "a key that is for these checks only, and long enough for it",
        "DATABASE_URL": database,
        "BROKER_URL": "memory://",
        "CACHE_URL": "locmemcache://",
        "EMAIL_URL": "smtp://127.0.0.1:1",
        "PRWEB_SITE_URL": f"https://{HOST}",
        "PRWEB_MAIL_HOST": HOST,
        "PRWEB_OPERATOR_TOKEN": "not-kept",
        "BEHIND_PROXY": "true",
        **more,
    }


@dataclass
class WebProcess:
    """Started as a service or container starts it."""

    settings: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [ROOT / "docker" / "run", "web"], env=self.settings, stdout=log, stderr=subprocess.STDOUT
            )

    def wait_until_ready(self) -> None:
        address = (self.settings.get("PRWEB_WEB_HOST", "127.0.0.1"), int(self.settings["PRWEB_WEB_PORT"]))
        until = time.monotonic() + READY_WITHIN_S
        while True:
            try:
                socket.create_connection(address, timeout=1).close()
                return
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() < until, self.log.read_text()
                time.sleep(0.2)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


@contextmanager
def front(command: list[str], port: int, log: Path, **more: str) -> Iterator[None]:
    """A server in front, until the block ends."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env={**os.environ, **more})
    try:
        until = time.monotonic() + READY_WITHIN_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < until, log.read_text()
                time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait(60)


class Client:
    """One who comes over TLS to a server in front, believing the authority of these checks."""

    def __init__(self, port: int, authority: Path, host: str = HOST) -> None:
        self.port = port
        self.host = host
        self.tls = ssl.create_default_context(cafile=str(authority))

    def connect(self) -> http.client.HTTPSConnection:
        connection = http.client.HTTPSConnection(HOST, self.port, timeout=20, context=self.tls)
        connection._create_connection = lambda _address, *_more: socket.create_connection(  # type: ignore[attr-defined]
            ("127.0.0.1", self.port), 20
        )
        return connection

    def get(self, path: str, headers: Mapping[str, str] = {}) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = self.connect()
        connection.request("GET", path, headers={"Host": self.host, **headers})
        answer = connection.getresponse()
        read = answer.read()
        connection.close()
        return answer.status, answer.headers, read


__all__ = ["HOST", "ROOT", "Client", "WebProcess", "environment", "free_port", "front"]
