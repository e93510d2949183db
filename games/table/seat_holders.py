"""Who played in which seat, from when to when: the only writer of SeatHolder, and how it is read.

The caller holds the game's lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db.models import Count, F
from django.utils import timezone

from games.models import Game, Seat, SeatHolder
from games.people.models import User


def begin(game: Game, seats: Iterable[Seat], now: datetime) -> None:
    """Write who plays in these seats from the start of the game on."""
    SeatHolder.objects.bulk_create([_row(game, seat, SeatHolder.Cause.START, 0, now) for seat in seats])


@contextmanager
def changing(game: Game, seat: Seat, cause: SeatHolder.Cause) -> Iterator[None]:
    """Write who plays in a seat after what is done within, if that is somebody else than before."""
    present = SeatHolder.objects.filter(seat=seat, to_at=None).first()
    if present is None:
        # The game began before there was this table.
        present = _row(game, seat, SeatHolder.Cause.START, 0, game.started_at or timezone.now())
        present.save()
    yield
    if (present.user_id, present.level) == _player(seat):
        return
    now = timezone.now()
    present.to_ply, present.to_at = game.plies, now
    present.save(update_fields=["to_ply", "to_at"])
    _row(game, seat, cause, game.plies, now).save()


def take_back(game: Game, plies: int) -> None:
    """The game was taken back to so many plies: what they have changed since holds from there on."""
    rows = SeatHolder.objects.filter(game=game)
    rows.filter(from_ply__gt=plies).update(from_ply=plies)
    rows.filter(to_ply__gt=plies).update(to_ply=plies)


def has_sat(game: Game, people: Iterable[User], *, other_than: Seat | None = None) -> bool:
    """Whether one of these people plays in this game, or has, in another seat than that one."""
    rows = SeatHolder.objects.filter(game=game, user__in=people)
    return rows.exclude(seat=other_than).exists() if other_than is not None else rows.exists()


def has_somebody_left(game: Game) -> bool:
    """Whether one of those who began the game plays in it no more."""
    present = SeatHolder.objects.filter(game=game, user__isnull=False, to_at=None).values("user")
    began = SeatHolder.objects.filter(game=game, user__isnull=False, cause=SeatHolder.Cause.START)
    return began.exclude(user__in=present).exists()


def has_taken(seat: Seat, person: User) -> bool:
    """Whether this person has taken the seat over, and plays there still."""
    return SeatHolder.objects.filter(seat=seat, user=person, cause=SeatHolder.Cause.TAKEN, to_at=None).exists()


def has_begun(seat: Seat, person: User) -> bool:
    """Whether this person had the seat from the start of the game."""
    return SeatHolder.objects.filter(seat=seat, user=person, cause=SeatHolder.Cause.START).exists()


def returns_of(seat: Seat) -> int:
    """How often the present person of a seat has returned to it; not how often staff have given it back to them."""
    return SeatHolder.objects.filter(seat=seat, user=seat.user, cause=SeatHolder.Cause.RETURNED).count()


def present_since(game: Game) -> dict[int, datetime]:
    """Since when the present people of seats have them, by the index of the seat; only where others had them before."""
    former = SeatHolder.objects.filter(game=game, user__isnull=False, seat__user__isnull=False)
    rows = former.exclude(user=F("seat__user")).order_by("pk").values_list("seat__index", "to_at")
    return {seat: until for seat, until in rows if until is not None}


def person_at(seat: Seat, moment: datetime) -> User | None:
    """Whose seat it was at a moment, also while a bot played on there for them; None if no person has had it."""
    rows = SeatHolder.objects.filter(seat=seat, user__isnull=False, from_at__lte=moment).order_by("pk")
    row = rows.select_related("user__owner").last()
    return row.user if row is not None else seat.user


def holders_of(game: Game) -> Sequence[SeatHolder]:
    """Everybody who played in seats that have changed hands, by seat and time; with their people. Else nobody."""
    rows = SeatHolder.objects.filter(game=game)
    changed = rows.order_by().values("seat").annotate(rows=Count("pk")).filter(rows__gt=1).values("seat")
    found = rows.filter(seat__in=changed).select_related("seat", "user__owner")
    return list(found.order_by("seat__index", "pk"))


def _row(game: Game, seat: Seat, cause: SeatHolder.Cause, ply: int, at: datetime) -> SeatHolder:
    user, level = _player(seat)
    return SeatHolder(game=game, seat=seat, user_id=user, level=level, cause=cause, from_ply=ply, from_at=at)


def _player(seat: Seat) -> tuple[int | None, str]:
    """Who plays there: a person, also while a bot does for some days, or a bot of a level."""
    if seat.user_id is not None and not seat.is_given_up:
        return seat.user_id, ""
    return None, seat.playing_level
