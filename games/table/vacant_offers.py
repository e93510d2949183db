"""The vacant seats that somebody is offered, with what everybody may know of them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, Q, Subquery

from games.access.blocks import without_apart
from games.engine import registry
from games.models import AuditEntry, Game, Seat, SeatHolder
from games.people.models import User
from games.table.outsiders import LOOKS
from games.table.positions import stored_position
from games.table.seats_seen import sees_no_free_seat
from games.table.vacant_seats import free_seats, offered_in_lobby

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class VacantOffer:
    """A vacant seat of a running game."""

    game: Game
    seat: Seat
    place: int | None
    """By points, from 1; None where points are not open."""
    shared: bool
    """Whether others have the same place."""
    round: int | None
    """None in a game without rounds."""


def offers_for(person: User, most: int, kind: str = "") -> list[VacantOffer]:
    """The vacant seats that the lobby offers somebody, of at most so many games, the longest vacant first.

    Games with which they have to do already are left out, as games.table.takeover refuses them, and so are those of
    people from whom they are kept apart, and games whose position cannot be read. kind: only of this kind of game.
    """
    if person.owner_id is not None or person.is_guest:
        return []
    theirs = Q(user=person) | Q(user__owner=person)
    games = (
        offered_in_lobby()
        .exclude(pk__in=Seat.objects.filter(theirs, game__status=Game.Status.RUNNING).values("game"))
        .exclude(pk__in=SeatHolder.objects.filter(theirs).values("game"))
        .exclude(pk__in=AuditEntry.objects.filter(actor=person, action__in=LOOKS, game__isnull=False).values("game"))
    )
    games = without_apart(games, person)
    if kind:
        games = games.filter(kind=kind)
    longest = free_seats().filter(game=OuterRef("pk")).order_by("vacant_since").values("vacant_since")[:1]
    found = games.alias(longest=Subquery(longest)).order_by("longest", "pk")[:most]
    read = [(game, _standing_of(game)) for game in found.select_related("host").prefetch_related("seats__user__owner")]
    offers = [offer for game, at in read if at is not None for offer in _offers(game, game.seats.all(), at)]
    return sorted(offers, key=lambda offer: (offer.seat.vacant_since, offer.seat.pk))


def offers_of(game: Game, reader: User | AnonymousUser | None) -> Sequence[VacantOffer]:
    """The vacant seats of a running game that can be taken over, as somebody sees them.

    If its position cannot be read, they are without standing.
    """
    vacant = [seat for seat in game.seats.all() if seat.vacant_since is not None and not seat.locked]
    if not vacant or not game.takeover or game.status != Game.Status.RUNNING or sees_no_free_seat(reader, game):
        return []
    return _offers(game, vacant, _standing_of(game) or _Standing([], None))


@dataclass(frozen=True)
class _Standing:
    points: Sequence[int]
    """By seat; empty where they are not open."""
    round: int | None


def _standing_of(game: Game) -> _Standing | None:
    """How a running game stands; None if its position cannot be read."""
    try:
        position, chronicle = stored_position(game), registry.chronicle(game.kind)
        points = [int(score) for score in position.scores()] if chronicle.scores_are_open(position) else []
        return _Standing(points, chronicle.present_round(position))
    except Exception:  # whatever is wrong with one game, the others are offered
        logger.exception("Game %s cannot be read.", game.pk)
        return None


def _offers(game: Game, seats: Iterable[Seat], at: _Standing) -> list[VacantOffer]:
    return [
        VacantOffer(
            game=game,
            seat=seat,
            place=1 + sum(other > at.points[seat.index] for other in at.points) if at.points else None,
            shared=at.points.count(at.points[seat.index]) > 1 if at.points else False,
            round=at.round,
        )
        for seat in seats
        if seat.vacant_since is not None and not seat.locked
    ]
