"""A bound on the requests that one web process answers at once: each has a thread, and mostly a database connection.

Without it a heap of requests makes all of them late; with it those beyond are told at once to come again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

ALWAYS: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""What tells how the process is must be answered most of all when it is busy."""
BUSY: Final = b"The site is busy. Please try again in a moment.\n"
RETRY_AFTER_S: Final = 2


class BoundedConcurrency:
    """An ASGI application that answers 503 while it is at work on so many requests."""

    def __init__(self, application: Application, most: int) -> None:
        self.application = application
        self.most = most
        self.at_work = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in ALWAYS:
            await self.application(scope, receive, send)
        elif self.at_work >= self.most:
            await _refuse(send)
        else:
            self.at_work += 1
            try:
                await self.application(scope, receive, send)
            finally:
                self.at_work -= 1


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", str(RETRY_AFTER_S).encode())]
    headers += [(b"content-length", str(len(BUSY)).encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": BUSY})
