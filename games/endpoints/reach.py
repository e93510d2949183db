"""Whether people are told of their turns at all: by mail, or by a channel of theirs that works."""

from __future__ import annotations

from collections.abc import Iterable

from games.endpoints.without_mail import without_mail
from games.endpoints.working import working
from games.models import Game
from games.people.models import User


def unreached(people: Iterable[User], game: Game | None = None) -> set[int]:
    """The ids of those whom nothing reaches at present, of people who are told anything; of a game, or anywhere.

    An endpoint whose last message did not arrive reaches nobody, until one arrives.
    """
    without = without_mail(people, game)
    if not without:
        return set()
    reaching = working().filter(person__in=without, failures=0)
    return without - set(reaching.values_list("person", flat=True))


def is_unreached(person: User) -> bool:
    return bool(unreached([person]))
