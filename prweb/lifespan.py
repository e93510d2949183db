"""What an ASGI server is told at its start and end: uvicorn ends by a signal, behind which nothing else is done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from prweb.concurrency import Application, Receive, Scope, Send


class Lifespan:
    """An ASGI application around another one that calls a function when the server shuts down."""

    def __init__(self, application: Application, at_end: Callable[[], None]) -> None:
        self.application = application
        self.at_end = at_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.application(scope, receive, send)
            return
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await asyncio.to_thread(self.at_end)
        await send({"type": "lifespan.shutdown.complete"})
