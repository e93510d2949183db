"""Who can be invited to a game by name. Nobody is told why somebody cannot."""

from __future__ import annotations

from collections.abc import Iterable

from games.access.blocks import are_apart
from games.people.models import User
from games.table.invitation_optouts import unwilling_addresses


def invitable(host: User, people: Iterable[User]) -> list[User]:
    """Those of these people whom the host can invite by name, in their order."""
    reachable = [one for one in people if one.reads_mail and one.is_active and not one.is_suspended]
    unwilling = unwilling_addresses([one.email for one in reachable])
    return [one for one in reachable if one.email not in unwilling and not are_apart(host, one)]


def is_told_of_invitation(host: User, address: str) -> bool:
    """Whether the mail of an invitation goes out to an address: not to that of somebody kept apart from the host."""
    owner = User.objects.filter(email__iexact=address).first()
    return owner is None or not are_apart(host, owner)
