"""The hub of a web process, which passes changes on to its open streams. It runs in the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

log = logging.getLogger(__name__)

Publish = Callable[[Mapping[str, int]], None]


class ChangeSource(Protocol):
    """A source of changes."""

    async def run(self, topics: Callable[[], Iterable[str]], publish: Publish) -> None:
        """Tell of changes in these topics until cancelled. Raises whatever keeps it from it."""

    async def wait_until_listening(self) -> None:
        """Return when no later change of the present topics can be missed."""


class Unavailable(Exception):
    """There is no source of changes at present, or the process is about to end: pages poll."""


class Subscription:
    """The topics of one stream, and what has changed in them. closed: the stream must end."""

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = frozenset(topics)
        self.closed = False
        self._heard: dict[str, int] = {}
        self._woken = asyncio.Event()

    def deliver(self, topic: str, version: int) -> None:
        """Note a change. Of several changes of a topic before the next `wait`, the last one counts."""
        self._heard[topic] = version
        self._woken.set()

    def close(self) -> None:
        self.closed = True
        self._woken.set()

    async def wait(self, seconds: float) -> dict[str, int]:
        """The changes since the last call, by topic: at once if there are any; nothing after this time."""
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return {}
        self._woken.clear()
        heard, self._heard = self._heard, {}
        return heard


class Hub:
    """Passes changes from the source to the subscriptions. The source runs while there are subscriptions."""

    def __init__(self, source: Callable[[], ChangeSource]) -> None:
        self._new_source = source
        self._source: ChangeSource | None = None
        self._listening: asyncio.Task[None] | None = None
        self._subscriptions: dict[str, set[Subscription]] = defaultdict(set)
        self._closing = False

    async def subscribe(self, subscription: Subscription) -> None:
        """Add a subscription. After it returns, no change is missed. Raises Unavailable."""
        if self._closing:
            raise Unavailable
        for topic in subscription.topics:
            self._subscriptions[topic].add(subscription)
        if self._listening is None or self._source is None:
            self._source = self._new_source()
            self._listening = asyncio.create_task(self._listen(self._source))
        listening = self._listening
        wait_until_listening = asyncio.create_task(self._source.wait_until_listening())
        try:
            await asyncio.wait({wait_until_listening, listening}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            done = wait_until_listening.done()
            wait_until_listening.cancel()
        if not done or subscription.closed:
            self.unsubscribe(subscription)
            raise Unavailable

    def unsubscribe(self, subscription: Subscription) -> None:
        for topic in subscription.topics:
            self._subscriptions[topic].discard(subscription)
            if not self._subscriptions[topic]:
                del self._subscriptions[topic]
        if not self._subscriptions and self._listening is not None:
            self._listening.cancel()
            self._listening = self._source = None

    def topics(self) -> list[str]:
        return list(self._subscriptions)

    def publish(self, changes: Mapping[str, int]) -> None:
        for topic, version in changes.items():
            for subscription in self._subscriptions.get(topic, ()):
                subscription.deliver(topic, version)

    def close(self) -> None:
        """End all streams, and let none begin."""
        self._closing = True
        self._end_all()

    def _end_all(self) -> None:
        for subscription in {one for those in self._subscriptions.values() for one in those}:
            subscription.close()

    async def _listen(self, source: ChangeSource) -> None:
        try:
            await source.run(self.topics, self.publish)
        except Exception as error:  # whatever a database may raise: pages poll, and try again
            log.warning("There is no source of changes, pages poll: %s", error)
        finally:
            if self._source is source:
                self._listening = self._source = None
                self._end_all()
