"""Webhooks: JSON, signed as Standard Webhooks has it (webhook-id, webhook-timestamp, webhook-signature)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from typing import Final

from games.endpoints.posting import Message
from games.endpoints.told import Told
from games.models import Endpoint

VERSION: Final = 1
"""Of the body. It only grows: what is there keeps its meaning."""
_PREFIX: Final = "whsec_"


def new_secret() -> str:
    return _PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def message_for(endpoint: Endpoint, told: Told) -> Message:
    """A message that its receiver can verify. The signature is new with each attempt, the id is not."""
    body = json.dumps(
        {
            "version": VERSION,
            "type": told.kind,
            "timestamp": told.at.isoformat(),
            "data": {
                "game": told.game.pk if told.game else None,
                "name": told.game.name if told.game else None,
                "kind": told.game.kind if told.game else None,
                "turn": told.turn.pk if told.turn else None,
                "deadline": told.deadline.isoformat() if told.deadline else None,
                "text": told.text,
                "url": told.url,
            },
        },
        ensure_ascii=False,
    ).encode()
    at = str(int(time.time()))
    return Message(
        endpoint.address,
        body,
        {
            "Content-Type": "application/json",
            "webhook-id": told.id,
            "webhook-timestamp": at,
            "webhook-signature": f"v1,{signature(endpoint.keys['secret'], told.id, at, body)}",
        },
    )


def signature(secret: str, message_id: str, at: str, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    signed = f"{message_id}.{at}.".encode() + body
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
