"""The embedded profile's message queue: files in a folder, written so that nobody reads half of one.

Kombu's filesystem transport opens a message under its final name and then writes it, and rewrites the table of an
exchange in place: a reader in between finds nothing, takes that for bad JSON, and the worker ends. Here both are
written aside and renamed.
"""

from __future__ import annotations

import fcntl
import os
import uuid
from pathlib import Path
from time import monotonic_ns
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

SCHEME = "folder"
"""Of the broker's URL: folder://"""


class Channel(filesystem.Channel):
    """Kombu's, with writes that are there whole or not at all."""

    def _put(self, queue: str, payload: Any, **_kwargs: Any) -> None:  # type: ignore[override]  # its bases disagree
        # Sorted names are the order of delivery; only names that end in ".msg" are messages.
        file = f"{monotonic_ns():020}_{uuid.uuid4()}.{queue}.msg"
        write_whole(Path(self.data_folder_out) / file, dumps(payload))

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        table_file = self.control_folder / f"{exchange}.exchange"
        binding = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with (self.control_folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            table = self.get_table(exchange)
            if binding not in table:
                write_whole(table_file, dumps([binding, *table]))


class Transport(filesystem.Transport):
    """Kombu's, with the channel above."""

    Channel = Channel


def write_whole(path: Path, text: str) -> None:
    """Make a file appear under its name with all of its text in it."""
    draft = path.with_name(f".{uuid.uuid4()}.draft")
    draft.write_text(text)
    os.replace(draft, path)


def register() -> None:
    """Let Kombu know the scheme."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
