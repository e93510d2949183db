"""The codes of an authenticator app."""

from __future__ import annotations

import base64
import hashlib
import hmac
import struct
import time

KEY = base64.b32encode(b"twenty bytes of salt").decode()


def code_now(key: str = KEY) -> str:
    """What an authenticator app shows (RFC 6238: SHA-1, 30 s, 6 digits)."""
    digest = hmac.new(base64.b32decode(key), struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset : offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"
