"""Redis as the message queue: a queue of nudges holds at most one message, and a server that refuses writes is away.

Kombu's transport puts every message into its queue, and takes a connection as good if it answers a PING. A server at
its memory limit answers a PING, too, but the worker then ends at the first message that it receives, because it cannot
mark it as received. Here a connection is good only after a successful write. So workers wait for a server that refuses
writes as they wait for one that is away (CELERY_BROKER_CHANNEL_ERROR_RETRY makes them connect again).

A worker whose connection is lost gives it up while some of its channels still hold messages. Kombu's channel then looks
for the server's address where none is any more, and that error, which no worker expects, ends it. Here it is one more
lost connection. The messages come back when their visibility timeout is over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final

from kombu.transport import redis
from kombu.utils.json import dumps
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError

PUSH_IF_EMPTY: Final = """
if redis.call('LLEN', KEYS[1]) == 0 then
  return redis.call('LPUSH', KEYS[1], ARGV[1])
end
return 0
"""
PROBE_KEY: Final = "prweb.writable"
PROBE_TTL_S: Final = 60


class Channel(redis.Channel):
    """Kombu's channel with the three changes above.

    coalesced_queues: a transport option. In these queues one message says as much as many; further ones are dropped.
    """

    coalesced_queues: Collection[str] = ()
    from_transport_options = (*redis.Channel.from_transport_options, "coalesced_queues")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        try:
            self.client.set(PROBE_KEY, 1, ex=PROBE_TTL_S)
        except ResponseError as refusal:
            self.close()
            raise RedisConnectionError(f"Redis takes no writes: {refusal}") from refusal

    @contextmanager
    def conn_or_acquire(self, client: Any = None) -> Iterator[Any]:
        if client is None and self.connection.client is None:
            raise RedisConnectionError("The connection is closed.")
        with super().conn_or_acquire(client) as acquired:
            yield acquired

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        if queue not in self.coalesced_queues:
            super()._put(queue, message, **kwargs)
            return
        with self.conn_or_acquire() as client:
            client.register_script(PUSH_IF_EMPTY)(keys=[queue], args=[dumps(message)])


class Transport(redis.Transport):
    """Kombu's transport with the channel above."""

    Channel = Channel
