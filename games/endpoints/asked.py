"""Whether a turn is still asked, for the browser that was told of it: by a signed address, without signing in.

A push that waited for the browser to be opened may tell of a turn that was answered meanwhile. The address opens one
thing: whether this turn still waits for this person.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.core import signing
from django.urls import reverse

from games.models import Turn
from games.people.models import User

_SALT: Final = "games.endpoints.asked"
_GOOD_FOR: Final = timedelta(days=30)


def asked_path(turn: Turn, person: User) -> str:
    """The path at which a browser asks."""
    return reverse("push-asked", args=[signing.dumps([turn.pk, person.pk], salt=_SALT)])


def is_asked(signed: str) -> bool | None:
    """Whether the turn of a signed address still waits for its person; None if the address leads nowhere (any more)."""
    try:
        turn_id, person_id = signing.loads(signed, salt=_SALT, max_age=_GOOD_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    turn = Turn.objects.select_related("seat", "game").filter(pk=turn_id, status=Turn.Status.OPEN).first()
    return turn is not None and turn.seat.user_id == person_id and not turn.bot_level
