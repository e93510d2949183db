"""The lifespan protocol of ASGI: the one way to run something when uvicorn is told to end by a signal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from games.live.asgi import Application, Receive, Scope, Send


class Lifespan:
    """Wraps an ASGI application, and calls a function when the server shuts down."""

    def __init__(self, application: Application, on_shutdown: Callable[[], None]) -> None:
        self.application = application
        self.on_shutdown = on_shutdown

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.application(scope, receive, send)
            return
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await asyncio.to_thread(self.on_shutdown)
        await send({"type": "lifespan.shutdown.complete"})
