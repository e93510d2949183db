"""Changes from PostgreSQL's NOTIFY: each web process listens on one connection of its own, outside of Django's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final

from django.db import connection
from psycopg import AsyncConnection

from games.live.announcements import CHANNEL, topics_of
from games.live.hub import Publish

CHECK_INTERVAL_S: Final = 20.0
"""How often a silent connection is checked."""
CHECK_TIMEOUT_S: Final = 5.0
DJANGO_ONLY: Final = frozenset({"cursor_factory", "context", "prepare_threshold"})


class PostgresSource:
    def __init__(self) -> None:
        self._listening = asyncio.Event()

    async def run(self, topics: Callable[[], Iterable[str]], publish: Publish) -> None:  # noqa: ARG002
        """Publish every change, whatever the topics are: the hub knows which subscriptions need it."""
        async with await AsyncConnection.connect(**_parameters(), autocommit=True) as listener:
            await listener.execute(f"LISTEN {CHANNEL}")
            self._listening.set()
            while True:
                async for notification in listener.notifies(timeout=CHECK_INTERVAL_S):
                    publish(topics_of(notification.payload))
                async with asyncio.timeout(CHECK_TIMEOUT_S):
                    await listener.execute("SELECT 1")

    async def wait_until_listening(self) -> None:
        await self._listening.wait()


def _parameters() -> dict[str, Any]:
    """The parameters of Django's connections, without those that only Django understands."""
    return {name: value for name, value in connection.get_connection_params().items() if name not in DJANGO_ONLY}
