"""Browsers that signed in with two factors."""

from __future__ import annotations

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.http import HttpRequest
from django.test import Client

from games.people.models import User
from tests.staff.codes import KEY


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
