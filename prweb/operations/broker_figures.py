"""What a Redis broker holds: messages by queue, and its memory. Other brokers tell nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from celery import current_app
from django.conf import settings

from prweb.operations.readiness import BROKER_WITHIN_S

QUEUES: Final = (*settings.NUDGED_QUEUES, "tidying")


@dataclass(frozen=True)
class BrokerFigures:
    """messages: by queue; memory and limit in bytes, a limit of 0 is none."""

    messages: Mapping[str, int]
    memory: int
    limit: int


def broker_figures() -> BrokerFigures | None:
    """None: it is no Redis, or does not answer."""
    try:
        with current_app.connection_for_read(connect_timeout=BROKER_WITHIN_S) as connection:
            if connection.transport.driver_type != "redis":
                return None
            channel: Any = connection.channel()
            with channel:
                redis = channel.client
                memory = redis.info("memory")
                messages = {queue: redis.llen(queue) for queue in QUEUES}
    except Exception:  # whatever a broker client may raise; prweb_broker_up tells that it is away
        return None
    return BrokerFigures(messages, memory["used_memory"], memory["maxmemory"])
