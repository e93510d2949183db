"""The embedded profile's message queue: files in a folder, which appear only when they are complete.

Kombu's filesystem transport opens a message under its final name and then writes it, and rewrites the table of an
exchange in place. A worker that reads in between finds bad JSON, and ends. Here both are written under another name and
then renamed. A queue of nudges holds at most one message, as with prweb.redis_broker.
"""

from __future__ import annotations

import fcntl
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic_ns
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

SCHEME = "folder"
"""The scheme of the broker's URL: folder://"""


class Channel(filesystem.Channel):
    """Kombu's channel with atomic writes.

    Transport option `coalesced_queues`: in these queues one message says as much as many; further ones are dropped.
    """

    def _put(self, queue: str, payload: Any, **_kwargs: Any) -> None:  # type: ignore[override]  # its bases disagree
        if queue not in self.transport_options.get("coalesced_queues", ()):
            self._add(queue, payload)
            return
        with self._locked(f"{queue}.lock"):
            if self._size(queue) == 0:
                self._add(queue, payload)

    def _add(self, queue: str, payload: Any) -> None:
        # Sorted names are the order of delivery; only names that end in ".msg" are messages.
        file = f"{monotonic_ns():020}_{uuid.uuid4()}.{queue}.msg"
        write_atomically(Path(self.data_folder_out) / file, dumps(payload))

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        table_file = self.control_folder / f"{exchange}.exchange"
        binding = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with self._locked("lock"):
            table = self.get_table(exchange)
            if binding not in table:
                write_atomically(table_file, dumps([binding, *table]))

    @contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        """Hold the lock of this name: one process at a time."""
        with (self.control_folder / name).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


class Transport(filesystem.Transport):
    """Kombu's transport with the channel above."""

    Channel = Channel


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that it appears under its name only when it is complete."""
    draft = path.with_name(f".{uuid.uuid4()}.draft")
    draft.write_text(text)
    os.replace(draft, path)


def register() -> None:
    """Register this transport and the one for Redis with Kombu."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = "prweb.redis_broker:Transport"
