"""Browsers that signed in with two factors, and the codes of an authenticator app."""

from __future__ import annotations

import base64
import hashlib
import hmac
import struct
import time

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.http import HttpRequest
from django.test import Client

from prweb.accounts.models import User

KEY = base64.b32encode(b"twenty bytes of salt").decode()


def code_now(key: str = KEY) -> str:
    """What an authenticator app shows (RFC 6238: SHA-1, 30 s, 6 digits)."""
    digest = hmac.new(base64.b32decode(key), struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset : offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def staff_client(user: User, *, seconds_ago: float = 0) -> Client:
    """Signed in with both factors, the second so long ago."""
    app = (
        Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).first()
        or TOTP.activate(user, KEY).instance
    )
    client = Client()
    client.force_login(user)
    request = HttpRequest()
    request.session = client.session
    record_authentication(request, user, "mfa", id=app.pk, type=app.type, reauthenticated=True)
    request.session[AUTHENTICATION_METHODS_SESSION_KEY][-1]["at"] -= seconds_ago
    request.session.save()
    return client
