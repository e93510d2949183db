"""The places of a tournament before its start: who gets one that comes free."""

from __future__ import annotations

from typing import Final

from django.utils import timezone

from games.access import Permission
from games.access.tournaments import is_kept_out
from games.models import AuditEntry, Entrant, Tournament
from games.people.models import User
from games.table import audit
from games.table.days_away import all_away
from games.table.tournaments import telling

PLACED: Final = "given a place in a tournament"
"""The audit word for whoever had waited."""


def is_full(tournament: Tournament) -> bool:
    """Whether all places are taken."""
    return tournament.entrants.filter(status=Entrant.Status.ENTERED).count() >= tournament.places


def give_places(tournament: Tournament) -> None:
    """Give free places to those who have waited longest. The caller holds the lock of the tournament."""
    if tournament.status != Tournament.Status.ENTRY:
        return
    for row in _waiting(tournament):
        if is_full(tournament):
            return
        if row.user is not None and _may_be_placed(row.user, tournament):
            row.status, row.since = Entrant.Status.ENTERED, timezone.now()
            row.save(update_fields=["status", "since"])
            audit.note(PLACED, by=None, person=row.user, details={"tournament": tournament.pk})
            telling.tell_placed(tournament, row)


def was_removed(person: User, tournament: Tournament) -> bool:
    """Whether staff have taken somebody out of a tournament: they cannot come back to it."""
    removals = AuditEntry.objects.filter(person=person, action=Permission.SUPERVISE_TOURNAMENT)
    return removals.filter(details__tournament=tournament.pk, details__removed=True).exists()


def _waiting(tournament: Tournament) -> list[Entrant]:
    rows = tournament.entrants.filter(status=Entrant.Status.WAITING).select_related("user")
    return list(rows.order_by("since", "pk"))


def _may_be_placed(person: User, tournament: Tournament) -> bool:
    return (
        person.reads_mail and not person.is_suspended and not all_away([person]) and not is_kept_out(person, tournament)
    )
