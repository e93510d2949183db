"""A rematch: the people of a finished game whom somebody who sat there can invite to another game.

It seats nobody. The host learns no address.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.models import Game
from games.people.models import User
from games.table.invitation_optouts import wants_no_invitations


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

    def person(self, name: str) -> User | None:
        return next((user for known, user in self.people.items() if known.casefold() == name.casefold()), None)


def rematch_of(game_id: str, host: User) -> Rematch | None:
    """None unless the host sat at that game and it is finished."""
    games = Game.objects.filter(pk=game_id, status=Game.Status.FINISHED, seats__user=host)
    game = games.prefetch_related("seats__user__owner").first()
    if game is None:
        return None
    found = Rematch(game, host)
    for seat in game.seats.all():
        if seat.user is None or seat.user.pk == host.pk or seat.user.owner_id == host.pk:
            continue
        if _can_be_invited(seat.user):
            found.people[seat.user.username] = seat.user
        else:
            found.missing.append(seat.user.shown_name)
    return found


def _can_be_invited(user: User) -> bool:
    return user.reads_mail and user.is_active and not user.is_suspended and not wants_no_invitations(user.email)
