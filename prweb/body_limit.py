"""A limit on the length of request bodies: Django itself writes a body of any length to the disk before it checks."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from games.live.asgi import Application, Message, Receive, Scope, Send

logger = logging.getLogger(__name__)

TOO_LONG: Final = b"This request is too long.\n"


class BodyLimit:
    """An ASGI application that answers requests with a longer body by 413, with or without Content-Length.

    elsewhere: other limits for paths that begin so. What is refused there is logged, as no person sees the answer.
    """

    def __init__(self, application: Application, max_bytes: int, elsewhere: Mapping[str, int] = {}) -> None:
        self.application = application
        self.max_bytes = max_bytes
        self.elsewhere = elsewhere

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
        elif self._content_length(scope) > self._limit(scope):
            await self._refuse(scope, send)
        else:
            await self._call_and_count(scope, receive, send)

    def _limit(self, scope: Scope) -> int:
        path = str(scope.get("path", ""))
        return next(
            (limit for beginning, limit in self.elsewhere.items() if path.startswith(beginning)), self.max_bytes
        )

    async def _call_and_count(self, scope: Scope, receive: Receive, send: Send) -> None:
        received, refused, limit = 0, False, self._limit(scope)

        async def receive_and_count() -> Message:
            nonlocal received, refused
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit and not refused:
                refused = True
                await self._refuse(scope, send)
            return {"type": "http.disconnect"} if refused else message

        async def send_unless_refused(message: Message) -> None:
            if not refused:
                await send(message)

        await self.application(scope, receive_and_count, send_unless_refused)

    async def _refuse(self, scope: Scope, send: Send) -> None:
        limit = self._limit(scope)
        if limit != self.max_bytes:
            logger.warning("Refused a request of more than %d bytes to %s.", limit, scope.get("path"))
        await _refuse(send)

    def _content_length(self, scope: Scope) -> int:
        value = dict(scope["headers"]).get(b"content-length", b"0")
        return int(value) if value.isdigit() else 0


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(TOO_LONG)).encode()))
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": TOO_LONG})
