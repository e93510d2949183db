"""A rematch: the people of a finished game whom somebody who sat there can invite to another game.

It seats nobody. The host learns no address.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.models import Game
from games.people.models import User
from games.table.invitable_people import invitable


@dataclass(frozen=True)
class Rematch:
    """A finished game, and what somebody who sat there needs to open it again."""

    game: Game
    host: User
    """Who opens it again."""
    people: dict[str, User] = field(default_factory=dict)
    """The people who can be invited, by the name that others see."""
    missing: list[str] = field(default_factory=list)
    """The names of those who cannot be invited. Nobody is told why."""


def rematch_of(game_id: str, host: User) -> Rematch | None:
    """None unless the host sat at that game and it is finished. Games of tournaments are not repeated."""
    games = Game.objects.filter(pk=game_id, status=Game.Status.FINISHED, seats__user=host, tournament_table=None)
    game = games.prefetch_related("seats__user__owner").first()
    if game is None:
        return None
    everybody = [seat.user for seat in game.seats.all() if seat.user is not None]
    others = [one for one in everybody if host.pk not in (one.pk, one.owner_id)]
    people = {one.username: one for one in invitable(host, others)}
    return Rematch(game, host, people, [one.shown_name for one in others if one.username not in people])
