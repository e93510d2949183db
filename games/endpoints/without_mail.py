"""Whom no mail reaches."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Game, MailAddress, MutedGame
from games.people.models import User
from games.table.mail_addresses import normalized_address


def without_mail(people: Iterable[User], game: Game | None = None) -> set[int]:
    """The ids of those whom mails do not reach, of people who are told anything; mails of a game, or any.

    Mails do not reach whose address is undeliverable, and of a game those who ended its mails.
    """
    told = {person.pk: normalized_address(person.email) for person in people if person.reads_mail}
    if not told:
        return set()
    bounced = set(
        MailAddress.objects.filter(address__in=told.values(), undeliverable_since__isnull=False).values_list(
            "address", flat=True
        )
    )
    without = {pk for pk, address in told.items() if address in bounced}
    if game is not None:
        without |= set(MutedGame.objects.filter(game=game, user__in=told).values_list("user", flat=True))
    return without
