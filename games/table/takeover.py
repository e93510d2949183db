"""Taking a vacant seat over, and returning to one's own before somebody has.

Whoever takes a seat over has nothing to do with the game so far: nobody who sits or sat there, who has seen hidden
parts of it as staff, or whose program plays in it. They begin with a whole bank and see what the seat sees from now
on.
"""

from __future__ import annotations

from copy import copy
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from structlog.contextvars import bound_contextvars

from games.access import Permission
from games.models import Game, Seat, SeatHolder
from games.people.models import User
from games.table import audit, caps, notices, permission_check, seat_holders, shared_traces, vacant_seats
from games.table.caretakers import give_to_person, return_to_person
from games.table.errors import (
    CannotReturn,
    NoSuchSeat,
    NotAllowed,
    NotSeated,
    SeatLocked,
    SeatNotVacant,
)
from games.table.locked_turns import check_under_way
from games.table.locks import lock_game, lock_person
from games.table.outsiders import refusal_of_person
from games.table.proposals import decisions
from games.table.queries import seat_name_lazy
from games.table.seats_seen import sees_no_free_seat

MAX_RETURNS: Final = 5
"""Of one person to one seat: everybody else is told each time."""


def take_over(game_id: str, index: int, user: User, code: str = "") -> Seat:
    """Take a vacant seat of a running game over for good; it is returned as it is then.

    index: of the seat. code: of the invitation link by which the person came. Whoever has just taken it gets the same
    again. Raises NoSuchGame, NoSuchSeat, NotRunning, GamePaused, AlreadySeated, SeatNotVacant, SeatLocked,
    CannotTakeOver with the reason, NotAllowed, TooMany, Suspended.
    """
    with bound_contextvars(game=game_id), transaction.atomic():
        user = lock_person(user)
        game = lock_game(game_id)
        seat = game.seats.select_related("user__owner").filter(index=index).first()
        own = game.seat_of(user)
        if seat is not None and own == seat and seat_holders.has_taken(seat, user):
            return seat
        refusal = refusal_of_person(game, user)
        if refusal is not None and not isinstance(refusal, NotAllowed):
            raise refusal
        permission_check.require_permission(Permission.SEE_GAME, user, NotAllowed(), game, code=code)
        check_under_way(game)
        if seat is None:
            raise NoSuchSeat
        _check_vacant(game, seat, user)
        permission_check.require_permission(Permission.TAKE_OVER, user, NotAllowed(), game, code=code)
        if refusal is not None:
            raise refusal
        caps.check_seats(user)
        _hand_over(game, seat, user)
        seat.refresh_from_db()
        return seat


def check_may_take_over(game: Game, user: User, code: str = "") -> None:
    """Raises what `take_over` raises whatever seat is asked for, but for one that this person has taken already."""
    own = game.seat_of(user)
    if own is not None and seat_holders.has_taken(own, user):
        return
    refusal = refusal_of_person(game, user)
    if refusal is not None:
        raise refusal
    permission_check.require_permission(Permission.TAKE_OVER, user, NotAllowed(), game, code=code)


def _check_vacant(game: Game, seat: Seat, user: User) -> None:
    if seat.vacant_since is None:
        raise SeatNotVacant
    if not vacant_seats.can_be_taken(game, seat) or sees_no_free_seat(user, game):
        raise SeatLocked


def _hand_over(game: Game, seat: Seat, user: User) -> None:
    # Each reader reads the name in their own language, when somebody else has the seat already.
    before, whose = seat.user, seat_name_lazy(copy(seat))
    give_to_person(game, seat, user, SeatHolder.Cause.TAKEN)
    shared_traces.note(game, user)
    came_from = f"account {before.pk}" if before else "bot"
    entry = audit.note(
        Permission.TAKE_OVER, by=user, game=game, seat=seat.index, person=user, details={"from": came_from}
    )
    if before is not None:
        notices.write(
            entry,
            before,
            gettext_lazy("your seat is somebody else's"),
            gettext_lazy("%(name)s has taken over your former seat in “%(game_name)s”; you cannot return to it."),
            game=game,
            game_name=game.name,
            name=user.shown_name,
        )
    vacant_seats.tell_table(
        entry,
        game,
        seat,
        gettext_lazy("somebody else plays in a seat"),
        gettext_lazy("%(name)s has taken the seat of %(before)s in “%(game_name)s” over."),
        name=user.shown_name,
        before=whose,
    )
    decisions.ask_late_voters(game)


def return_to_seat(game_id: str, user: User) -> Seat:
    """Let somebody play again in their own vacant seat, which nobody has taken; it is returned as it is then.

    Whoever plays there is told nothing new. Raises NoSuchGame, NotRunning, GamePaused, NotSeated, SeatNotVacant if
    somebody has taken it, CannotReturn with the reason, TooMany, Suspended.
    """
    with bound_contextvars(game=game_id), transaction.atomic():
        user = lock_person(user)
        game = lock_game(game_id)
        seat = game.seats.select_related("user__owner").filter(user=user).first()
        if seat is None and seat_holders.has_sat(game, [user]):
            raise SeatNotVacant(_("Somebody else has taken your seat over."))
        permission_check.require_permission(Permission.RETURN, user, NotSeated(), game, seat)
        if seat is None:
            raise NotSeated
        check_under_way(game)
        if not seat.is_given_up:
            return seat
        _check_may_return(seat)
        caps.check_seats(user)
        return_to_person(game, seat, SeatHolder.Cause.RETURNED)
        entry = audit.note(Permission.RETURN, by=user, game=game, seat=seat.index, person=user)
        vacant_seats.tell_table(
            entry,
            game,
            seat,
            gettext_lazy("somebody has returned"),
            gettext_lazy("%(who)s plays again in “%(game_name)s”."),
        )
        decisions.ask_late_voters(game)
        return seat


def can_return(game: Game, seat: Seat) -> bool:
    """Whether the seat is vacant and its person can return to it. Reads only."""
    return (
        game.status == Game.Status.RUNNING
        and game.paused_at is None
        and seat.is_given_up
        and seat.can_be_returned_to
        and seat_holders.returns_of(seat) < MAX_RETURNS
    )


def _check_may_return(seat: Seat) -> None:
    if seat.caretaker_cause == Seat.Cause.VOTED:
        raise CannotReturn(_("The others have decided that a bot plays for you: you cannot return."))
    if not seat.can_be_returned_to:
        raise CannotReturn
    if seat_holders.returns_of(seat) >= MAX_RETURNS:
        reason = ngettext(
            "You have returned %(number)d time to this seat: now it is for others.",
            "You have returned %(number)d times to this seat: now it is for others.",
            MAX_RETURNS,
        )
        raise CannotReturn(reason % {"number": MAX_RETURNS})
