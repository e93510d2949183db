"""Signing in with two factors: a password or a mailed code, then a code of an authenticator app or a passkey.

A passkey alone is enough, because it verifies its person itself (games.people.passkeys).
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

MFA_METHOD = "mfa"
"""allauth's name for a second factor among the methods by which a session was authenticated."""
_TYPES: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def proved_two_factors(request: HttpRequest, user: User) -> bool:
    """Whether this session proved a second factor that the person still has, and not too long ago."""
    records = [record for record in get_authentication_records(request, user) if record["method"] == MFA_METHOD]
    if not records or time.time() - records[-1]["at"] > max_age().total_seconds():
        return False
    if records[-1].get("type") == Authenticator.Type.WEBAUTHN:
        return bool(Authenticator.objects.filter(user=user, pk=records[-1].get("id")).exists())
    return has_second_factor(user)


def has_second_factor(user: User) -> bool:
    """Whether the person has set up an authenticator app or a passkey; recovery codes alone do not count."""
    return bool(Authenticator.objects.filter(user=user, type__in=_TYPES).exists())


def has_authenticator_app(user: User) -> bool:
    """Whether the person has set up an authenticator app."""
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def max_age() -> timedelta:
    """How long a second factor is valid before staff must prove it again."""
    return timedelta(hours=settings.TWO_FACTORS_HOURS)
