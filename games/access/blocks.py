"""Who is kept apart: one of two people has blocked the other (games.table.blocks).

Lobby, invitations, seats and requests ask here, and so must whatever else brings people together. It makes no
difference who has blocked whom, so that nobody can tell. A program stands for its owner. What two people are in
together already goes on.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Block, Game, Seat
from games.people.models import User

_CACHED = "_kept_apart_from"


def are_apart(one: User, other: User) -> bool:
    """Whether one of these two has blocked the other."""
    return principal_of(other) in apart_from(one)


def apart_from(person: User) -> frozenset[int]:
    """The ids of all from whom this person is kept apart; read once for an instance."""
    known: frozenset[int] | None = getattr(person, _CACHED, None)
    if known is None:
        known = frozenset(_rows_of(principal_of(person)))
        setattr(person, _CACHED, known)
    return known


def forget_cached(*people: User) -> None:
    """After a change: let these instances read anew from whom they are kept apart."""
    for person in people:
        person.__dict__.pop(_CACHED, None)


def pairs_apart(people: Collection[int]) -> set[frozenset[int]]:
    """Those pairs among some people, by their ids, of whom one has blocked the other. One query."""
    rows = Block.objects.filter(person__in=people, blocked__in=people).order_by()
    return {frozenset(pair) for pair in rows.values_list("person", "blocked")}


def keeps_apart(game: Game, person: User) -> bool:
    """Whether somebody has to do with this game from whom the person is kept apart: its host, or whoever sits there."""
    others = apart_from(person)
    return bool(others) and (
        game.host_id in others
        or any(seat.user is not None and principal_of(seat.user) in others for seat in game.seats.all())
    )


def without_apart(games: QuerySet[Game], person: User) -> QuerySet[Game]:
    """The games in which nobody has to do from whom the person is kept apart; as `keeps_apart`."""
    others = apart_from(person)
    if not others:
        return games
    seated = Seat.objects.filter(Q(user__in=others) | Q(user__owner__in=others), game=OuterRef("pk"))
    return games.exclude(host__in=others).filter(~Exists(seated))


def principal_of(person: User) -> int:
    """The id of the person who acts by an account: of a program, its owner."""
    return person.owner_id or person.pk


def _rows_of(person: int) -> list[int]:
    blocked = Block.objects.filter(person=person).order_by().values_list("blocked")
    return [other for (other,) in blocked.union(Block.objects.filter(blocked=person).order_by().values_list("person"))]
