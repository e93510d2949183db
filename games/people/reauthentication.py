"""Reauthentication: people prove again who they are before they change how their account is accessed.

allauth asks for the password or a second factor. It does not ask people who have neither (they sign in by a mailed
code); here they need another mailed code. People with a second factor cannot use a mailed code instead of it. Views use
allauth's own decorator `reauthentication_required`, which follows these rules.
"""

from __future__ import annotations

import time
from typing import Final

from allauth.account import app_settings
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import (
    get_reauthentication_flows,
    raise_if_reauthentication_required,
)
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.utils import is_mfa_enabled
from django.http import HttpRequest

from games.people.models import User

MAILED_CODE_METHOD: Final = "code"
"""allauth's name for a mailed code among the methods by which a session was authenticated."""


def require_reauthentication(request: HttpRequest) -> None:
    """Raises ReauthenticationRequired, which allauth's middleware handles, unless the person has just done it."""
    raise_if_reauthentication_required(request, app="allauth.account")


def require_mailed_code(request: HttpRequest) -> None:
    """Raises ReauthenticationRequired for people without a password and a second factor, whom allauth would not ask."""
    user = request.user
    if isinstance(user, User) and not get_reauthentication_flows(user) and not _has_just_reauthenticated(request, user):
        raise ReauthenticationRequired


def may_use_mailed_code(user: User) -> bool:
    return not is_mfa_enabled(user)


def _has_just_reauthenticated(request: HttpRequest, user: User) -> bool:
    records = [record for record in get_authentication_records(request, user) if record.get("reauthenticated")]
    return bool(records) and time.time() - records[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT
