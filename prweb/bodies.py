"""A bound on request bodies at the door: Django itself would take one of any length onto the disk before it looks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

TOO_LONG: Final = b"This request is too long.\n"


class BoundedBodies:
    """An ASGI application that answers requests with a longer body by 413, whether they say their length or not."""

    def __init__(self, application: Application, most: int) -> None:
        self.application = application
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
        elif self._said(scope) > self.most:
            await _refuse(send)
        else:
            await self._counting(scope, receive, send)

    async def _counting(self, scope: Scope, receive: Receive, send: Send) -> None:
        taken, refused = 0, False

        async def counted() -> Message:
            nonlocal taken, refused
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.most and not refused:
                refused = True
                await _refuse(send)
            return {"type": "http.disconnect"} if refused else message

        async def unless_refused(message: Message) -> None:
            if not refused:
                await send(message)

        await self.application(scope, counted, unless_refused)

    def _said(self, scope: Scope) -> int:
        said = dict(scope["headers"]).get(b"content-length", b"0")
        return int(said) if said.isdigit() else 0


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(TOO_LONG)).encode()))
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": TOO_LONG})
