"""Who may see a tournament: to all others it is as if there was none."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare

from games.access.blocks import apart_from
from games.access.permissions import Permission
from games.access.policy import Actor, may
from games.models import Entrant, Tournament
from games.people.models import User


def may_see_tournament(actor: Actor, tournament: Tournament, code: str = "") -> bool:
    """Whether the actor may see the tournament with all that is on its page.

    code: of the link by which they came. Its organiser sees it, whoever is in it or invited, and staff; besides them
    everybody who has an account, or the link, as the organiser has chosen.
    """
    if not isinstance(actor, User) or not may(Permission.SEE_TOURNAMENTS, actor):
        return False
    if tournament.entry == Tournament.Entry.OPEN or tournament.organiser_id == actor.pk:
        return True
    if tournament.entry == Tournament.Entry.LINK and code and constant_time_compare(code, tournament.code):
        return True
    return (
        may(Permission.SUPERVISE_TOURNAMENT, actor)
        or Entrant.objects.filter(tournament=tournament, user=actor).exists()
    )


def tournaments_shown_to(person: User) -> QuerySet[Tournament]:
    """Those that are listed for somebody: their own, and the open ones of whoever is not kept apart from them."""
    if not may(Permission.SEE_TOURNAMENTS, person):
        return Tournament.objects.none()
    own = Entrant.objects.filter(user=person).values("tournament")
    for_all = Q(entry=Tournament.Entry.OPEN) & ~Q(organiser__in=apart_from(person))
    return Tournament.objects.filter(for_all | Q(organiser=person) | Q(pk__in=own))
