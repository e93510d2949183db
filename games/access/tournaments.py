"""Who may see a tournament: to all others it is as if there was none."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare

from games.access.blocks import apart_from
from games.access.permissions import Permission
from games.access.policy import Actor, may
from games.models import Entrant, Tournament
from games.people.models import User
from games.tournaments.table_sizes import SIZES


def may_see_tournament(actor: Actor, tournament: Tournament, code: str = "") -> bool:
    """Whether the actor may see the tournament with all that is on its page.

    code: of the link by which they came. Its organiser sees it, whoever is in it or waits for a place, and staff;
    besides them whoever is invited, everybody who has an account, or the link, as the organiser has chosen, but nobody
    who is kept out.
    """
    if not isinstance(actor, User) or not may(Permission.SEE_TOURNAMENTS, actor):
        return False
    if tournament.organiser_id == actor.pk or may(Permission.SUPERVISE_TOURNAMENT, actor):
        return True
    own = tournament.entrants.filter(user=actor).first()
    if own is not None and own.status != Entrant.Status.INVITED:
        return True
    by_link = tournament.entry == Tournament.Entry.LINK and code and constant_time_compare(code, tournament.code)
    is_offered = own is not None or tournament.entry == Tournament.Entry.OPEN or by_link
    return bool(is_offered) and not is_kept_out(actor, tournament)


def is_kept_out(person: User, tournament: Tournament) -> bool:
    """Whether somebody is kept apart from the organiser, or would meet somebody from whom they are at the only table.

    For them there is no such tournament, unless they are in it already, or wait for a place: then it is full for them
    (`waits_in_vain`).
    """
    others = apart_from(person)
    if not others:
        return False
    if tournament.organiser_id in others:
        return True
    one_table = tournament.status == Tournament.Status.ENTRY and tournament.places <= max(SIZES)
    return one_table and tournament.entrants.filter(status=Entrant.Status.ENTERED, user__in=others).exists()


def waits_in_vain(own: Entrant | None, person: User, tournament: Tournament) -> bool:
    """Whether somebody waits for a place (own: their row there) who came to be kept out. Nothing tells them."""
    if own is None or own.status != Entrant.Status.WAITING or tournament.status != Tournament.Status.ENTRY:
        return False
    return is_kept_out(person, tournament)


def tournaments_shown_to(person: User) -> QuerySet[Tournament]:
    """Those that are listed for somebody: their own, and those that they are invited to or that are open to all, but
    for those that they are kept out of."""
    if not may(Permission.SEE_TOURNAMENTS, person):
        return Tournament.objects.none()
    own, others = Entrant.objects.filter(user=person), apart_from(person)
    theirs = Q(organiser=person) | Q(pk__in=own.exclude(status=Entrant.Status.INVITED).values("tournament"))
    offered = Q(entry=Tournament.Entry.OPEN) | Q(pk__in=own.filter(status=Entrant.Status.INVITED).values("tournament"))
    if others:
        # As `is_kept_out`.
        met = Entrant.objects.filter(status=Entrant.Status.ENTERED, user__in=others).values("tournament")
        one_table = Q(status=Tournament.Status.ENTRY, places__lte=max(SIZES), pk__in=met)
        offered &= ~Q(organiser__in=others) & ~one_table
    return Tournament.objects.filter(theirs | offered)
