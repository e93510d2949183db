"""Web push: messages for a browser, by the push service of its maker (RFC 8030).

They are encrypted for the browser (RFC 8291), and signed for the push service (RFC 8292).
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
from datetime import timedelta
from functools import lru_cache
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.endpoints.asked import asked_path
from games.endpoints.outgoing import read_url
from games.endpoints.posting import Message
from games.endpoints.told import Told
from games.models import Endpoint, Notification

_TOKEN_S: Final = 12 * 3600
"""How long a VAPID token is good; RFC 8292 allows 24 hours."""
_WITHOUT_DEADLINE: Final = timedelta(days=7)
_LEAST_TTL: Final = timedelta(minutes=5)
_MAX_TTL: Final = timedelta(days=28)
_OF_NEWS: Final = timedelta(days=1)
_APART: Final = {Notification.Kind.PROPOSAL.value: " vote", Notification.Kind.TALK.value: " talk"}
"""What messages of a kind have in the name of their topic."""


@lru_cache(maxsize=4)
def _private_key(pem: str) -> ec.EllipticCurvePrivateKey:
    """Raises ValueError if it is no private key on P-256 in PEM."""
    key = load_pem_private_key(pem.encode(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise ValueError("it is no key on P-256")
    return key


def is_configured() -> bool:
    return bool(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """The site's public key as browsers take it: `applicationServerKey`. Raises ValueError if the key is not one."""
    point = _private_key(settings.VAPID_PRIVATE_KEY).public_key()
    return _unpadded(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def find_fault() -> str:
    """Why nothing can be signed with the settings, in English; empty if it can."""
    from py_vapid import VapidException

    try:
        _authorization("https://push.example.org/")
    except (ValueError, TypeError, VapidException) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def message_for(endpoint: Endpoint, told: Told) -> Message:
    """A message that only this browser can read. A later one of the same game takes the place of an undelivered one."""
    topic = _topic(told)
    payload = {
        "title": told.title,
        "body": told.text,
        "url": told.path,
        "tag": topic,
        "check": asked_path(told.turn, told.person) if told.turn is not None else None,
    }
    return Message(
        endpoint.address,
        _encrypted(endpoint, json.dumps(payload).encode()),
        {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(int(_time_to_live(told).total_seconds())),
            "Topic": topic,
            "Urgency": "high" if told.asks else "normal",
            **_authorization(endpoint.address),
        },
    )


def is_key(p256dh: str, auth: str) -> bool:
    """Whether these are the keys of a subscription: a point on P-256, and 16 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(p256dh))
        return len(_decoded(auth)) == 16
    except ValueError:
        return False


def _time_to_live(told: Told) -> timedelta:
    """How long a push service keeps it for a browser that is not reached: what is asked, until its deadline."""
    if not told.asks:
        return _OF_NEWS
    if told.deadline is None:
        return _WITHOUT_DEADLINE
    return min(max(told.deadline - timezone.now(), _LEAST_TTL), _MAX_TTL)


def _topic(told: Told) -> str:
    """Of a person's messages about a game; push services cannot tell which. 32 characters are the most.

    Votes and talk take the place of no turn.
    """
    about = f"{told.person.pk} {told.game.pk if told.game else told.kind}{_APART.get(told.kind, '')}"
    digest = salted_hmac("games.endpoints.topic", about, algorithm="sha256").digest()
    return _unpadded(digest)[:32]


def _encrypted(endpoint: Endpoint, payload: bytes) -> bytes:
    # Imported here: it loads two HTTP clients, which only a process that pushes must carry.
    from pywebpush import WebPusher

    subscription: dict[str, Any] = {"endpoint": endpoint.address, "keys": dict(endpoint.keys)}
    return bytes(WebPusher(subscription).encode(payload, "aes128gcm")["body"])


def _authorization(url: str) -> dict[str, str]:
    from py_vapid import Vapid02

    claims = {
        "aud": read_url(url).origin,
        "sub": settings.VAPID_SUBJECT,
        "exp": int(time.time()) + _TOKEN_S,
    }
    return dict(Vapid02(_private_key(settings.VAPID_PRIVATE_KEY)).sign(claims))


def _unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decoded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def digest_of(address: str) -> str:
    """By which the row of an address is found."""
    return hashlib.sha256(address.encode()).hexdigest()
