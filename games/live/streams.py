"""The streams of server-sent events, served by an ASGI application around Django's.

A Django view decides whether somebody may have a stream, as for every page. Its response (`stream_response`) names the
topics of the stream. Then Django is done with the request, and the open stream is a coroutine of this module: it needs
no thread and no database connection.
"""

from __future__ import annotations

import asyncio
import random
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Final

from django.db import connection
from django.http import HttpResponse
from prometheus_client import Gauge

from games.live.asgi import Application, Message, Receive, Scope, Send
from games.live.hub import ChangeSource, Hub, Subscription, Unavailable
from games.live.postgresql import PostgresSource
from games.live.sqlite import SqliteSource

PREFIX: Final = "/live/"
"""The path prefix of all streams."""
STREAM_HEADER: Final = "X-Prweb-Stream"
"""The response header with the topics of a stream; it is removed here."""
HEARTBEAT_S: Final = 20.0
"""How often a silent stream sends something, so that proxies and browsers keep it."""
MAX_STREAM_S: Final = 300.0
"""After this time (and up to a fifth more, so that not all pages come back at once) the page requests another stream,
and access is checked again."""
RETRY_AFTER_S: Final = 60

OPEN_STREAMS: Final = Gauge(
    "prweb_live_streams", "Open streams of pages that follow games", multiprocess_mode="livesum"
)


def stream_response(owner: str, topics: Iterable[str]) -> HttpResponse:
    """The response of a view that allows a stream of these topics. owner: whose streams are counted together.

    Under a server without `Streams` it is a stream that ends at once.
    """
    response = HttpResponse(content_type="text/event-stream; charset=utf-8")
    response[STREAM_HEADER] = " ".join([owner, *topics])
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def change_source() -> ChangeSource:
    """The source of changes for this site's database."""
    return PostgresSource() if connection.vendor == "postgresql" else SqliteSource()


class Streams:
    """Serves the streams that the application allows, and passes everything else through.

    max_streams: of this process; max_per_owner: of one owner.
    """

    def __init__(self, application: Application, max_streams: int, max_per_owner: int, hub: Hub | None = None) -> None:
        self.application = application
        self.max_streams = max_streams
        self.max_per_owner = max_per_owner
        self.hub = hub or Hub(change_source)
        self.open: Counter[str] = Counter()
        self._closes_on_shutdown = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(PREFIX):
            await self.application(scope, receive, send)
            return
        if self.open.total() >= self.max_streams:
            await _refuse(send, 503)
            return
        answer = _CapturedResponse()
        await self.application(scope, _without_body(), answer.take)
        headers = [(name, value) for name, value in answer.headers if name.lower() != STREAM_HEADER.lower().encode()]
        stream_permit = answer.stream_permit()
        if answer.status != 200 or not stream_permit or scope["method"] != "GET":
            await send({"type": "http.response.start", "status": answer.status, "headers": headers})
            await send({"type": "http.response.body", "body": answer.body})
            return
        owner, *topics = stream_permit.split()
        headers = [(name, value) for name, value in headers if name.lower() != b"content-length"]
        await self._stream(owner, topics, headers, receive, send)

    async def _stream(
        self, owner: str, topics: list[str], headers: list[tuple[bytes, bytes]], receive: Receive, send: Send
    ) -> None:
        if self.open[owner] >= self.max_per_owner:
            await _refuse(send, 429)
            return
        self._close_on_shutdown()
        subscription = Subscription(topics)
        self.open[owner] += 1
        OPEN_STREAMS.inc()
        try:
            await self.hub.subscribe(subscription)
            try:
                await _send_changes(subscription, headers, receive, send)
            finally:
                self.hub.unsubscribe(subscription)
        except Unavailable:
            await _refuse(send, 503)
        finally:
            OPEN_STREAMS.dec()
            self.open[owner] -= 1
            if not self.open[owner]:
                del self.open[owner]

    def _close_on_shutdown(self) -> None:
        """Close the streams when the process is told to end: the server waits for open responses."""
        if self._closes_on_shutdown or threading.current_thread() is not threading.main_thread():
            return
        self._closes_on_shutdown = True
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            _run_before_handler(number, lambda: loop.call_soon_threadsafe(self.hub.close))


def _run_before_handler(number: signal.Signals, end: Callable[[], object]) -> None:
    """Let `end` run before the present handler of a signal."""
    usual = signal.getsignal(number)

    def handle(received: int, frame: FrameType | None) -> None:
        end()
        if callable(usual):
            usual(received, frame)

    if callable(usual):
        signal.signal(number, handle)


async def _send_changes(
    subscription: Subscription, headers: list[tuple[bytes, bytes]], receive: Receive, send: Send
) -> None:
    """Send changes until the client disconnects, the process ends, or the time is over."""
    gone = asyncio.create_task(_wait_for_disconnect(receive))
    gone.add_done_callback(lambda _task: subscription.close())
    clock = asyncio.get_running_loop().time
    ends = clock() + MAX_STREAM_S * random.uniform(1, 1.2)
    try:
        # A client that reads nothing can block the last message, but not for ever.
        async with asyncio.timeout_at(ends + HEARTBEAT_S):
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await _send_text(send, ": open\n\n")
            while not subscription.closed and clock() < ends:
                heard = await subscription.wait(min(HEARTBEAT_S, ends - clock()))
                if not subscription.closed:
                    await _send_text(send, "".join(map(_event, heard.items())) or ": still here\n\n")
            await send({"type": "http.response.body", "body": b""})
    except TimeoutError:
        pass
    finally:
        gone.cancel()


def _event(heard: tuple[str, int]) -> str:
    topic, version = heard
    if topic.startswith("game:"):
        return f"event: game\ndata: {version}\n\n"
    return "event: turns\ndata: 1\n\n"


async def _send_text(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class _CapturedResponse:
    """The response of the application, kept until it is known whether it allows a stream."""

    def __init__(self) -> None:
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message.get("headers", []))
        else:
            self.body += message.get("body", b"")

    def stream_permit(self) -> str:
        """The value of STREAM_HEADER, in whatever case the header is written."""
        return next(
            (value.decode() for name, value in self.headers if name.lower() == STREAM_HEADER.lower().encode()), ""
        )


def _without_body() -> Receive:
    """A request without a body, whose client stays connected."""
    given = False

    async def receive() -> Message:
        nonlocal given
        if given:
            await asyncio.Event().wait()
        given = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return receive


async def _refuse(send: Send, status: int) -> None:
    """Refuse a stream: the page polls then, and tries again later."""
    headers = [(b"retry-after", str(RETRY_AFTER_S).encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
