"""Figures of a Redis broker: messages by queue, and its memory. Other brokers have none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from celery import current_app
from django.conf import settings

from prweb.operations.readiness import BROKER_TIMEOUT_S

ALL_QUEUES: Final = (*settings.NUDGED_QUEUES, "tidying")


@dataclass(frozen=True)
class BrokerFigures:
    messages: Mapping[str, int]
    """By queue."""
    memory: int
    """In bytes."""
    limit: int
    """Of the memory, in bytes; 0: no limit."""


def read_broker_figures() -> BrokerFigures | None:
    """None: the broker is not Redis, or does not answer."""
    try:
        with current_app.connection_for_read(connect_timeout=BROKER_TIMEOUT_S) as connection:
            if connection.transport.driver_type != "redis":
                return None
            channel: Any = connection.channel()
            with channel:
                redis = channel.client
                memory = redis.info("memory")
                messages = {queue: redis.llen(queue) for queue in ALL_QUEUES}
    except Exception:  # broker clients raise many kinds; prweb_broker_up tells that it is away
        return None
    return BrokerFigures(messages, memory["used_memory"], memory["maxmemory"])
