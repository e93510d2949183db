"""Who may see a tournament: to all others it is as if there was none."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare

from games.access.blocks import apart_from, pairs_apart
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
    entered = tournament.entrants.filter(status=Entrant.Status.ENTERED, user__in=others)
    return _has_one_table(tournament) and entered.exists()


def _has_one_table(tournament: Tournament) -> bool:
    """Whether whoever entered now would meet all who have entered."""
    return tournament.status == Tournament.Status.ENTRY and tournament.places <= max(SIZES)


def waits_in_vain(own: Entrant | None, person: User, tournament: Tournament) -> bool:
    """Whether somebody waits for a place (own: their row there) who came to be kept out. Nothing tells them."""
    if own is None or own.status != Entrant.Status.WAITING or tournament.status != Tournament.Status.ENTRY:
        return False
    return is_kept_out(person, tournament)


def numbers_waiting(entrants: Mapping[Tournament, Collection[Entrant]], reader: User) -> dict[str, int]:
    """How many wait for a place in each of some tournaments, as somebody is told who may see them. One query.

    entrants: all rows of each. Those who wait in vain are not counted, as a place can be free while they wait; but
    they count themselves.
    """
    waiting = {
        tournament: {row.user_id for row in rows if row.user_id and row.status == Entrant.Status.WAITING}
        for tournament, rows in entrants.items()
        if tournament.status == Tournament.Status.ENTRY
    }
    met = {tournament: _surely_met(tournament, entrants[tournament]) for tournament in waiting if waiting[tournament]}
    apart = pairs_apart({person for tournament in met for person in waiting[tournament] | met[tournament]})

    def is_told(person: int, tournament: Tournament) -> bool:
        return person == reader.pk or not any(frozenset((person, other)) in apart for other in met[tournament])

    return {
        tournament.pk: sum(is_told(person, tournament) for person in waiting.get(tournament, ()))
        for tournament in entrants
    }


def _surely_met(tournament: Tournament, entrants: Collection[Entrant]) -> set[int]:
    """The organiser, and at an only table all who have entered; as `is_kept_out`."""
    met = {tournament.organiser_id}
    if _has_one_table(tournament):
        met |= {row.user_id for row in entrants if row.user_id and row.status == Entrant.Status.ENTERED}
    return met


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
