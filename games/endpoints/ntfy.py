"""Topics of ntfy (https://ntfy.sh or a server of one's own), published as JSON.

Its other way, headers, carries no letters but ASCII.
"""

from __future__ import annotations

import json
import re
from typing import Final
from urllib.parse import urlsplit

from games.endpoints.posting import Message
from games.endpoints.told import Told
from games.models import Endpoint

_TOPIC: Final = re.compile(r"[-_A-Za-z0-9]{1,64}")
_PRIORITY: Final = 3
_OF_WHAT_ASKS: Final = 4


def topic_of(url: str) -> tuple[str, str] | None:
    """The address of the server and the topic in the address of a topic; None if there is none in it."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    server, _slash, topic = parts.path.rstrip("/").rpartition("/")
    if parts.query or not _TOPIC.fullmatch(topic):
        return None
    return parts._replace(path=f"{server}/").geturl(), topic


def message_for(endpoint: Endpoint, told: Told) -> Message:
    found = topic_of(endpoint.address)
    assert found is not None, "it was checked when it was kept"
    server, topic = found
    body = {
        "topic": topic,
        "title": told.title,
        "message": told.text,
        "click": told.url,
        "tags": ["game_die"],
        "priority": _OF_WHAT_ASKS if told.asks else _PRIORITY,
    }
    return Message(server, json.dumps(body, ensure_ascii=False).encode(), {"Content-Type": "application/json"})
