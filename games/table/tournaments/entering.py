"""Who is in a tournament before its start: entering, leaving, inviting."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Permission
from games.access.profiles import may_see_profile
from games.access.tournaments import is_kept_out, may_see_tournament, waits_in_vain
from games.models import AuditEntry, Entrant, Tournament
from games.people.models import User
from games.people.unconfirmed import is_unconfirmed
from games.table import audit, caps, permission_check
from games.table.errors import (
    AlreadyEntered,
    CannotInvite,
    EntryClosed,
    Full,
    NoSuchPerson,
    NoSuchTournament,
    NotAllowed,
    NotEntered,
    SeatForYou,
    TooMany,
)
from games.table.invitable_people import invitable
from games.table.locks import lock_person
from games.table.named_people import find_person
from games.table.tournaments import telling
from games.table.tournaments.locks import lock_tournament
from games.table.tournaments.opening import lock_own_entry
from games.table.tournaments.places import give_places, is_full, was_removed

INVITED: Final = "invited to a tournament"
"""The word of the trail."""
ENTERED: Final = Entrant.Status.ENTERED
WAITING: Final = Entrant.Status.WAITING


def enter(tournament_id: str, user: User, code: str = "") -> Entrant:
    """Enter a tournament before its start. code: of the link by which the person came.

    Raises NoSuchTournament also if the person must not know of it, EntryClosed, AlreadyEntered, Full, TooMany,
    NotAllowed, Suspended.
    """
    with transaction.atomic():
        user, tournament, row = _lock_entry(tournament_id, user, code)
        if is_full(tournament) or waits_in_vain(row, user, tournament):
            raise Full(_("All places are taken."))
        _check_entry(user, row)
        row.status, row.since = ENTERED, timezone.now()
        row.save()
        audit.note(Permission.ENTER_TOURNAMENT, by=user, person=user, details={"tournament": tournament.pk})
    return row


def wait(tournament_id: str, user: User, code: str = "") -> Entrant:
    """Wait for a place in a full tournament; no effect if they wait already. The first free one goes to the first.

    code: of the link by which the person came. Raises as `enter` does, SeatForYou while a place is free, Full if too
    many wait.
    """
    with transaction.atomic():
        user, tournament, row = _lock_entry(tournament_id, user, code)
        if row.status == WAITING:
            return row
        if not is_full(tournament):
            raise SeatForYou(_("A place is free: enter the tournament."))
        if tournament.entrants.filter(status=WAITING).count() >= tournament.places:
            raise Full(_("So many wait for a place here that nobody else can."))
        _check_entry(user, row)
        row.status, row.since = WAITING, timezone.now()
        row.save()
        details = {"tournament": tournament.pk, "waits": True}
        audit.note(Permission.ENTER_TOURNAMENT, by=user, person=user, details=details)
    return row


def _lock_entry(tournament_id: str, user: User, code: str) -> tuple[User, Tournament, Entrant]:
    """Lock somebody and a tournament that they have not entered yet; with their row in it, as `_row_of` gives it.

    Raises NoSuchTournament, EntryClosed, AlreadyEntered, NotAllowed, Suspended.
    """
    user = lock_person(user)
    tournament = lock_tournament(tournament_id)
    if not may_see_tournament(user, tournament, code):
        raise NoSuchTournament
    permission_check.require_permission(Permission.ENTER_TOURNAMENT, user, NotAllowed())
    if tournament.status != Tournament.Status.ENTRY:
        raise EntryClosed
    row = _row_of(user, tournament)
    if row.status == ENTERED:
        raise AlreadyEntered
    return user, tournament, row


def _row_of(user: User, tournament: Tournament) -> Entrant:
    """What there is of somebody in a tournament, or a new row, which is not written. Raises NotAllowed."""
    row = tournament.entrants.filter(user=user).first()
    if row is not None:
        return row
    if was_removed(user, tournament):
        raise NotAllowed(_("A moderator has taken you out of this tournament."))
    if tournament.entry == Tournament.Entry.INVITATION:
        raise NotAllowed(_("This tournament is for those whom its organiser has invited."))
    return Entrant(tournament=tournament, user=user, status=Entrant.Status.INVITED)


def _check_entry(user: User, row: Entrant) -> None:
    """Raises NotAllowed or TooMany unless somebody, whose row is locked, may be in one more tournament."""
    if is_unconfirmed(user):
        raise NotAllowed(_("Confirm your mail address first."))
    if row.status != WAITING:
        caps.check_entries(user)
    caps.check_seats(user)


def leave(tournament_id: str, user: User) -> None:
    """Leave a tournament before its start, decline an invitation to it, or stop waiting for a place.

    Raises NoSuchTournament, NotEntered, EntryClosed once it has begun (use `dropping.drop_out` then), Suspended.
    """
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        permission_check.require_permission(Permission.LEAVE_TOURNAMENT, user, NotAllowed())
        row = tournament.entrants.filter(user=user).first()
        if row is None:
            raise NotEntered if may_see_tournament(user, tournament) else NoSuchTournament
        if tournament.status != Tournament.Status.ENTRY:
            raise EntryClosed
        row.delete()
        audit.note(Permission.LEAVE_TOURNAMENT, by=user, person=user, details={"tournament": tournament.pk})
        give_places(tournament)


def invite(tournament_id: str, by: User, name: str) -> User:
    """Invite somebody by name, who is told and can enter then; no effect if they are in it or invited already.

    Only people whose profile the organiser may see. Raises NoSuchTournament, NotOrganiser, EntryClosed, CannotInvite
    without a reason, Full with too many invitations, TooMany in a day, Suspended.
    """
    with transaction.atomic():
        by = lock_person(by)
        tournament = lock_own_entry(tournament_id, by)
        person = _invitable_person(by, name)
        if tournament.entrants.filter(user=person).exists():
            return person
        if is_kept_out(person, tournament) or was_removed(person, tournament):
            raise _cannot_invite(name)
        _check_invitations(tournament, by)
        Entrant.objects.create(tournament=tournament, user=person, status=Entrant.Status.INVITED)
        audit.note(INVITED, by=by, person=person, details={"tournament": tournament.pk})
        telling.tell_invited(tournament, person)
    return person


def _invitable_person(by: User, name: str) -> User:
    try:
        person = find_person(name.strip())
    except NoSuchPerson:
        raise _cannot_invite(name) from None
    if person.pk == by.pk:
        raise CannotInvite(_("You need no invitation: enter it yourself."))
    if not may_see_profile(by, person) or not invitable(by, [person]):
        raise _cannot_invite(name)
    return person


def _cannot_invite(name: str) -> CannotInvite:
    return CannotInvite(_("%(name)s cannot be invited now.") % {"name": name.strip()[:150]})


def _check_invitations(tournament: Tournament, by: User) -> None:
    """Raises Full or TooMany unless the organiser, whose row is locked, may invite one more."""
    if tournament.entrants.count() >= 2 * tournament.places:
        raise Full(_("You have invited enough people for the places that there are."))
    most, since = settings.INVITATIONS_PER_HOST_PER_DAY, timezone.now() - timedelta(days=1)
    if AuditEntry.objects.filter(actor=by, action=INVITED, at__gte=since).count() >= most:
        reason = ngettext(
            "You may invite %(most)s person a day to tournaments.",
            "You may invite %(most)s people a day to tournaments.",
            most,
        )
        raise TooMany(reason % {"most": most})
