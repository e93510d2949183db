"""A web server on this machine that keeps what is posted to it, and answers as it is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Posted:
    path: str
    headers: Mapping[str, str]
    """By names in small letters."""
    body: bytes
    at: float = field(default_factory=time.time)


@dataclass
class Receiver:
    port: int
    posted: list[Posted] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    """Of the next answers; then 201."""
    headers: dict[str, str] = field(default_factory=dict)
    """Of every answer."""

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@contextmanager
def receiver() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            kept.posted.append(Posted(self.path, headers, body))
            self.send_response(kept.statuses.pop(0) if kept.statuses else 201)
            for name, value in kept.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept = Receiver(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield kept
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
