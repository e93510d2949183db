"""Proving anew who one is, before something that decides who can get at an account.

allauth asks for the password, or for a second factor. Whoever has neither (they sign in by a mailed code) it asks
nothing; here they are asked for a code that is mailed to them then. Whoever has a second factor is not: the mailbox is
no proof in its place. For views: allauth's own decorator, `reauthentication_required`, which obeys all this.
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

BY_MAIL: Final = "code"
"""What allauth calls a mailed code among the ways by which a session proved whose it is."""


def require_reauthentication(request: HttpRequest) -> None:
    """Raises ReauthenticationRequired, which allauth's middleware answers, unless it was proved a moment ago."""
    raise_if_reauthentication_required(request, app="allauth.account")


def require_code(request: HttpRequest) -> None:
    """Raises ReauthenticationRequired where allauth would ask nothing, for want of a password and a second factor."""
    user = request.user
    if isinstance(user, User) and not get_reauthentication_flows(user) and not _proved_just_now(request, user):
        raise ReauthenticationRequired


def may_prove_by_mail(user: User) -> bool:
    return not is_mfa_enabled(user)


def _proved_just_now(request: HttpRequest, user: User) -> bool:
    proofs = [record for record in get_authentication_records(request, user) if record.get("reauthenticated")]
    return bool(proofs) and time.time() - proofs[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT
