"""Changes on SQLite, which has no NOTIFY: while pages listen, one thread polls whether the file has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from django.db import connection
from django.db.models import Count, Sum

from games.live.announcements import game_topic, person_topic
from games.live.hub import Publish
from games.models import Game, Seat

POLL_INTERVAL_S: Final = 0.05

TopicStates = Mapping[str, tuple[int, int]]
"""By topic, numbers that change with it: a game's version; the sum of versions and the number of a person's games."""


class SqliteSource:
    def __init__(self) -> None:
        self._seen: TopicStates = {}
        self._data_version: int | None = None
        self._topics: frozenset[str] = frozenset()
        self._next_poll: asyncio.Future[None] | None = None

    async def run(self, topics: Callable[[], Iterable[str]], publish: Publish) -> None:
        loop = asyncio.get_running_loop()
        # A thread of its own, because it keeps its connection: SQLite counts foreign writes for each connection.
        pool = ThreadPoolExecutor(1, "live")
        try:
            while True:
                waiter, self._next_poll = self._next_poll, None
                changes = await loop.run_in_executor(pool, self.changed_topics, frozenset(topics()))
                if waiter is not None and not waiter.done():
                    waiter.set_result(None)
                if changes:
                    publish(changes)
                await asyncio.sleep(POLL_INTERVAL_S)
        finally:
            pool.submit(connection.close)
            pool.shutdown(wait=False)

    async def wait_until_listening(self) -> None:
        if self._next_poll is None or self._next_poll.done():
            self._next_poll = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._next_poll)

    def changed_topics(self, topics: frozenset[str]) -> dict[str, int]:
        """The topics that have changed since the last call. A topic that is new in this call has not changed."""
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA data_version")
            data_version = int(cursor.fetchone()[0])
        if (data_version, topics) == (self._data_version, self._topics):
            return {}
        self._data_version, self._topics = data_version, topics
        before, self._seen = self._seen, _topic_states(topics)
        return {topic: state[0] for topic, state in self._seen.items() if topic in before and before[topic] != state}


def _topic_states(topics: frozenset[str]) -> TopicStates:
    keys_by_kind: dict[str, list[str]] = {"game": [], "person": []}
    for topic in topics:
        kind, _colon, key = topic.partition(":")
        keys_by_kind[kind].append(key)
    games = Game.objects.filter(pk__in=keys_by_kind["game"]).order_by().values_list("pk", "version")
    people = Seat.objects.filter(user__in=map(int, keys_by_kind["person"])).order_by().values_list("user")
    # So that people without a game hear of their first one.
    state = {person_topic(int(person)): (0, 0) for person in keys_by_kind["person"]}
    state |= {game_topic(game_id): (version, 0) for game_id, version in games}
    counted = people.annotate(games=Count("pk"), versions=Sum("game__version") + Sum("private_version"))
    return state | {person_topic(person): (versions, number) for person, number, versions in counted}
