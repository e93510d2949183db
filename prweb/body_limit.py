"""A limit on the length of request bodies: Django itself writes a body of any length to the disk before it checks."""

from __future__ import annotations

from typing import Final

from games.live.asgi import Application, Message, Receive, Scope, Send

TOO_LONG: Final = b"This request is too long.\n"


class BodyLimit:
    """An ASGI application that answers requests with a longer body by 413, with or without Content-Length."""

    def __init__(self, application: Application, max_bytes: int) -> None:
        self.application = application
        self.max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
        elif self._content_length(scope) > self.max_bytes:
            await _refuse(send)
        else:
            await self._call_and_count(scope, receive, send)

    async def _call_and_count(self, scope: Scope, receive: Receive, send: Send) -> None:
        received, refused = 0, False

        async def receive_and_count() -> Message:
            nonlocal received, refused
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.max_bytes and not refused:
                refused = True
                await _refuse(send)
            return {"type": "http.disconnect"} if refused else message

        async def send_unless_refused(message: Message) -> None:
            if not refused:
                await send(message)

        await self.application(scope, receive_and_count, send_unless_refused)

    def _content_length(self, scope: Scope) -> int:
        value = dict(scope["headers"]).get(b"content-length", b"0")
        return int(value) if value.isdigit() else 0


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(TOO_LONG)).encode()))
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": TOO_LONG})
