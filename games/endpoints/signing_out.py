"""Who signs out in a browser is told nothing there any more: the next one to use it may be somebody else."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from games.endpoints import changes
from games.models import Endpoint
from games.people.models import User

_KEY: Final = "told here"
"""In the session: the id of the endpoint of its browser."""


def remember(request: HttpRequest, endpoint: Endpoint) -> None:
    """The session is of the browser of this endpoint."""
    request.session[_KEY] = endpoint.pk


@receiver(user_logged_out)
def on_signed_out(request: HttpRequest, user: User | None, **_kwargs: Any) -> None:
    if user is not None and user.pk is not None and (endpoint_id := request.session.get(_KEY)) is not None:
        changes.remove_at_sign_out(user, endpoint_id)
