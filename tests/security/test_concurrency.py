"""One web process answers so many requests at once; those beyond are told to come again, health checks never are."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from prweb import asgi
from prweb.concurrency_limit import ConcurrencyLimit


async def slow(scope: Any, receive: Any, send: Any) -> None:
    """Answers once it may."""
    if scope["path"] == "/slow":
        await scope["may_end"].wait()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})


async def collect_messages(application: Any, path: str, **more: Any) -> list[Mapping[str, Any]]:
    messages: list[Mapping[str, Any]] = []

    async def send(message: Mapping[str, Any]) -> None:
        messages.append(message)

    await application({"type": "http", "path": path, "method": "GET", **more}, None, send)
    return messages


def test_beyond_the_bound_requests_are_refused_at_once_and_health_checks_are_answered() -> None:
    async def test() -> None:
        site, may_end = ConcurrencyLimit(slow, 2), asyncio.Event()
        working = [asyncio.create_task(collect_messages(site, "/slow", may_end=may_end)) for _one in range(2)]
        while site.active < 2:
            await asyncio.sleep(0)
        refused = (await collect_messages(site, "/games/"))[0]
        assert refused["status"] == 503
        assert dict(refused["headers"])[b"retry-after"].isdigit()
        for path in ("/healthz", "/readyz", "/metrics"):
            assert (await collect_messages(site, path))[0]["status"] == 200
        may_end.set()
        assert [(await one)[0]["status"] for one in working] == [200, 200]
        assert (await collect_messages(site, "/games/"))[0]["status"] == 200

    asyncio.run(test())


def test_an_application_that_fails_holds_no_place() -> None:
    async def failing(scope: Any, receive: Any, send: Any) -> None:
        raise OSError

    async def test() -> None:
        site = ConcurrencyLimit(failing, 1)
        for _time in range(2):
            try:
                await collect_messages(site, "/")
            except OSError:
                continue
            raise AssertionError("refused")
        assert site.active == 0

    asyncio.run(test())


def test_the_site_is_served_with_the_bound_and_streams_stand_outside_of_it() -> None:
    """Bodies are bounded first, then streams, and what is beneath counts as requests."""
    assert asgi.application.application is asgi.with_body_limit
    assert asgi.with_body_limit.application is asgi.with_streams
    assert asgi.with_streams.application is asgi.with_concurrency_limit
    assert asgi.with_concurrency_limit.max_requests > 0
