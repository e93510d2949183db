"""Signing in with two factors: a password or a code by mail first, then a code of an authenticator app or a passkey.

A passkey alone will do, as it verifies its person itself (games.people.passkeys).
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Final

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest

from games.people.models import User

SECOND_FACTOR = "mfa"
"""What allauth calls it among the ways by which a session proved whose it is."""
_TYPES: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def proved_two_factors(request: HttpRequest, user: User) -> bool:
    """Whether this session gave a second factor that the person still has, and not too long ago."""
    proofs = [record for record in get_authentication_records(request, user) if record["method"] == SECOND_FACTOR]
    if not proofs or time.time() - proofs[-1]["at"] > longest().total_seconds():
        return False
    if proofs[-1].get("type") == Authenticator.Type.WEBAUTHN:
        return bool(Authenticator.objects.filter(user=user, pk=proofs[-1].get("id")).exists())
    return has_second_factor(user)


def has_second_factor(user: User) -> bool:
    """Whether the person has set up an authenticator app or a passkey; recovery codes alone are none."""
    return bool(Authenticator.objects.filter(user=user, type__in=_TYPES).exists())


def has_app(user: User) -> bool:
    """Whether the person has set up an authenticator app."""
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def longest() -> timedelta:
    """How long a second factor holds before staff are asked for it again."""
    return timedelta(hours=settings.TWO_FACTORS_HOURS)
