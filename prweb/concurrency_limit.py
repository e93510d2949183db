"""A limit on the requests that one web process answers at once: each has a thread and usually a database connection.

Without it, too many requests make all of them slow; with it, those above the limit are told at once to try again.
"""

from __future__ import annotations

from typing import Final

from games.live.asgi import Application, Receive, Scope, Send

EXEMPT_PATHS: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""Health checks must be answered especially when the process is busy."""
BUSY: Final = b"The site is busy. Please try again in a moment.\n"
RETRY_AFTER_S: Final = 2


class ConcurrencyLimit:
    """An ASGI application that answers 503 while it works on `max_requests` requests."""

    def __init__(self, application: Application, max_requests: int) -> None:
        self.application = application
        self.max_requests = max_requests
        self.active = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in EXEMPT_PATHS:
            await self.application(scope, receive, send)
        elif self.active >= self.max_requests:
            await _refuse(send)
        else:
            self.active += 1
            try:
                await self.application(scope, receive, send)
            finally:
                self.active -= 1


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", str(RETRY_AFTER_S).encode())]
    headers += [(b"content-length", str(len(BUSY)).encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": BUSY})
