"""Deputies: bots that play for people while they are away, at the tables where they want it (Seat.when_away).

A deputy is a caretaker (games.table.caretakers) for the days of an announced absence: from the first day to the last
one everybody sees that a bot plays in the seat; then the person plays on. Plans and orders of the person wait for them.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Game, Seat, SeatHolder
from games.people.models import Absence, User
from games.table import audit
from games.table.caretakers import hand_to_caretaker, return_to_person
from games.table.days_away import away_until
from games.table.locks import lock_game
from games.table.one_of_many import one_of_many

DEPUTY: Final = "deputy"
"""The audit word for a seat that is handed to a bot while its person is away, and for its return."""
MAX_AT_ONCE: Final = 500
"""Seats that one sweep changes over, so that it ends soon; the next one takes the others."""
_A_DAY: Final = timedelta(days=1)


def change_over(person: User | None = None) -> None:
    """Let bots begin or end to play for people who leave or are back; for all, or for one person.

    Any number of processes may do so at the same time. A paused game follows once it goes on.
    """
    for seat_id, game_id in _to_change_over(person):
        with one_of_many(game_id, "a deputy begins or ends"), transaction.atomic():
            game = lock_game(game_id)
            if game.status == Game.Status.RUNNING and game.paused_at is None:
                _change_over(game, game.seats.select_related("user").get(pk=seat_id))


def _to_change_over(person: User | None) -> list[tuple[int, str]]:
    """The seats, with their games, in the order of these; looked at without any lock."""
    found = [(seat.pk, seat.game_id) for seat in _may_change_over(person) if _deputy_wanted(seat) is not None]
    return found[:MAX_AT_ONCE]


def _may_change_over(person: User | None) -> QuerySet[Seat]:
    """The seats of those who leave or come back on one of these days, with their people; few more than change over."""
    today = timezone.now().date()
    # Whatever zone they live in, their day is this one, the one before or the one after.
    may_be_away = Absence.objects.filter(person=OuterRef("user"), first__lte=today + _A_DAY, last__gte=today - _A_DAY)
    are_away = Absence.objects.filter(person=OuterRef("user"), first__lte=today - _A_DAY, last__gte=today + _A_DAY)
    leaves = ~Q(when_away__in=["", Seat.CLOCK_RUNS]) & Q(caretaker="") & Exists(may_be_away)
    comes_back = Q(caretaker_cause=Seat.Cause.AWAY) & ~(Q(when_away=F("caretaker")) & Exists(are_away))
    seats = Seat.objects.filter(leaves | comes_back, game__status=Game.Status.RUNNING, game__paused_at=None)
    if person is not None:
        seats = seats.filter(user=person)
    return seats.select_related("user").order_by("game", "pk")


def _deputy_wanted(seat: Seat) -> str | None:
    """The level of the bot that is to play for the person from now on, empty for none; None if that is so already."""
    wanted = seat.deputy if away_until(seat.user) is not None else ""
    stands_in = seat.caretaker if seat.caretaker_cause == Seat.Cause.AWAY else ""
    return None if seat.is_given_up or wanted == stands_in else wanted


def _change_over(game: Game, seat: Seat) -> None:
    """The caller holds the game's lock."""
    wanted = _deputy_wanted(seat)
    if wanted is None:
        return
    if wanted:
        hand_to_caretaker(game, seat, wanted, Seat.Cause.AWAY)
    else:
        return_to_person(game, seat, SeatHolder.Cause.RETURNED)
    audit.note(DEPUTY, by=None, game=game, seat=seat.index, person=seat.user, details={"plays": wanted})
