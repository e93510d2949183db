"""Whose profiles somebody may see."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import F, Q

from games.access.permissions import Permission
from games.access.policy import Actor, may
from games.models import Seat, SeatHolder
from games.people.models import User

Shown = User.ProfileShown


def may_see_profile(actor: Actor, person: User) -> bool:
    """Whether the actor may see this person's profile; to all others it is as if there was nobody of that name."""
    return person.pk in visible_profiles(actor, [person])


def visible_profiles(actor: Actor, people: Iterable[User], *, at_a_table: bool = False) -> frozenset[int]:
    """The ids of those of these people whose profiles the actor may see, in at most two queries.

    at_a_table: whether they all sit at a table with the actor, which spares the queries. Programs, guests and closed
    accounts have no profiles.
    """
    if not isinstance(actor, User) or not may(Permission.SEE_PROFILE, actor):
        return frozenset()
    having = {one.pk: one for one in people if has_profile(one)}
    seen = {pk for pk, one in having.items() if pk == actor.pk or one.profile_shown == Shown.ALL}
    asked = {pk for pk, one in having.items() if pk not in seen and one.profile_shown == Shown.GAMES}
    if at_a_table:
        return frozenset(seen | asked)
    for rows in (_table_mates_by_seat, _table_mates_by_stay):
        if asked:
            seen |= rows(actor, asked)
            asked -= seen
    return frozenset(seen)


def _table_mates_by_seat(actor: User, people: Collection[int]) -> set[int]:
    games = Seat.objects.filter(user=actor).order_by().values("game")
    rows = Seat.objects.filter(user__in=people, game__in=games).order_by()
    return {pk for pk in rows.values_list("user_id", flat=True).distinct() if pk is not None}


def _table_mates_by_stay(actor: User, people: Collection[int]) -> set[int]:
    """Also those whose seats somebody else has by now, and where the actor's is.

    Only those who played there at the same time: who came after somebody had left is nobody whom they have met.
    """
    rows = SeatHolder.objects.filter(
        Q(to_at=None) | Q(to_at__gt=F("game__seat_holders__from_at")),
        Q(game__seat_holders__to_at=None) | Q(game__seat_holders__to_at__gt=F("from_at")),
        user__in=people,
        game__seat_holders__user=actor,
    ).order_by()
    return {pk for pk in rows.values_list("user_id", flat=True).distinct() if pk is not None}


def have_met(one: User, other: User) -> bool:
    """Whether both have a seat at the same table, or have had one at the same time."""
    return bool(_table_mates_by_seat(one, [other.pk]) or _table_mates_by_stay(one, [other.pk]))


def has_profile(person: User) -> bool:
    return person.owner_id is None and not person.is_guest and person.closed_at is None
