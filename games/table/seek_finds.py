"""What seeks find: their people are locked before, and what was found is noted."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from games.matching.seeks import Wish
from games.models import Game, Seek, SeekFind
from games.people.models import User
from games.table import audit
from games.table.locks import lock_people

FOUND: Final = "seeks found a game"
"""The audit word for a game that was opened for those who sought it, or in which one of them was seated."""


def lock_seeks(wishes: Collection[Wish]) -> tuple[dict[int, User], list[Seek]]:
    """Lock and reread people by their ids, and then those seeks of theirs that are not paused."""
    people = lock_people(wish.person for wish in wishes)
    rows = Seek.objects.select_for_update(of=("self",)).filter(pk__in=[wish.seek for wish in wishes], paused="")
    seeks = list(rows.order_by("pk"))
    for seek in seeks:
        seek.person = people[seek.person_id]
    return people, seeks


def note_finds(game: Game, wishes: Collection[Wish], seeks: Collection[Seek], now: datetime) -> None:
    """Note that these seeks, which are locked, have found a game."""
    SeekFind.objects.bulk_create(
        SeekFind(
            seek_id=wish.seek,
            game=game,
            person_id=wish.person,
            at=now,
            waited_since=wish.since,
            lowest=wish.lowest,
            highest=wish.highest,
            least_reliability=wish.least_reliability,
        )
        for wish in wishes
    )
    for seek in seeks:
        if seek.per_week is None:
            seek.delete()
        else:
            seek.waiting_since = now
            seek.save(update_fields=["waiting_since"])
    audit.note(FOUND, by=None, game=game, details={"seeks": len(seeks)})
