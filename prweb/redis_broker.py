"""Redis as the message queue: queues of nudges hold one message at most, and a server that refuses writes is away.

Kombu's transport puts a message into its queue whatever waits there, and takes a connection for good that answers a
PING. A server at its memory limit answers that too: then the first message that a worker receives, and cannot note as
received, ended the worker. Here a connection counts once a write was taken, so that workers wait for a server that
refuses them as they wait for one that is away (CELERY_BROKER_CHANNEL_ERROR_RETRY lets them come here again).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from kombu.transport import redis
from kombu.utils.json import dumps
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import ResponseError

PUT_INTO_EMPTY: Final = """
if redis.call('LLEN', KEYS[1]) == 0 then
  return redis.call('LPUSH', KEYS[1], ARGV[1])
end
return 0
"""
PROBE: Final = "prweb.writable"
PROBE_KEPT_S: Final = 60


class Channel(redis.Channel):
    """Kombu's, but for the two things above.

    coalesced_queues: a transport option. In these one message says as much as many; a further one is dropped.
    """

    coalesced_queues: Collection[str] = ()
    from_transport_options = (*redis.Channel.from_transport_options, "coalesced_queues")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        try:
            self.client.set(PROBE, 1, ex=PROBE_KEPT_S)
        except ResponseError as refusal:
            self.close()
            raise Unreachable(f"Redis takes no writes: {refusal}") from refusal

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        if queue not in self.coalesced_queues:
            super()._put(queue, message, **kwargs)
            return
        with self.conn_or_acquire() as client:
            client.register_script(PUT_INTO_EMPTY)(keys=[queue], args=[dumps(message)])


class Transport(redis.Transport):
    """Kombu's, with the channel above."""

    Channel = Channel
