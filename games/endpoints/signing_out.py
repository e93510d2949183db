"""Where somebody is signed out, they are told nothing any more: the next one to use the browser may be somebody else.

A new password signs out everywhere else, too.
"""

from __future__ import annotations

from typing import Any, Final

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from games.endpoints import changes
from games.models import Endpoint
from games.people.models import User
from games.people.sessions import signed_out_elsewhere

_KEY: Final = "told here"
"""In the session: the id of the endpoint of its browser."""


def remember(request: HttpRequest, endpoint: Endpoint) -> None:
    """The session is of the browser of this endpoint."""
    request.session[_KEY] = endpoint.pk


@receiver(user_logged_out)
def on_signed_out(request: HttpRequest, user: User | None, **_kwargs: Any) -> None:
    if user is not None and user.pk is not None and (endpoint_id := request.session.get(_KEY)) is not None:
        changes.remove_at_sign_out(user, endpoint_id)


@receiver(signed_out_elsewhere)
def on_signed_out_elsewhere(person: User, request: HttpRequest | None, **_kwargs: Any) -> None:
    changes.remove_other_browsers(person, request.session.get(_KEY) if request is not None else None)


@receiver([password_changed, password_reset, password_set])
def on_new_password(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    changes.remove_other_browsers(user, request.session.get(_KEY))
