"""What somebody sees of their own time at a table: what they have left, and which deadlines they have missed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Game, Seat, Turn
from games.table import deadlines


@dataclass(frozen=True)
class OwnTime:
    """For the person of a seat alone."""

    left: timedelta | None
    """Of their bank, or of the present round while they are asked; None for another clock."""
    missed_in_row: int
    """Deadlines missed since their last answer; excused ones do not count, here and below."""
    missed_in_all: int
    excused: int


def own_time(game: Game, seat: Seat | None, live: Iterable[Turn], now: datetime) -> OwnTime | None:
    """seat: of whoever asks. live: the turns of the game that are not closed. None if they do not play now."""
    if seat is None or game.status != Game.Status.RUNNING:
        return None
    turn = next((one for one in live if one.seat_id == seat.pk), None)
    # Else all that was played would have to be read, for a number that nobody waits for.
    is_cheap = game.time_control.round is None or (turn is not None and turn.due is not None)
    left = deadlines.left_now(seat, game, turn, now) if is_cheap and not seat.is_given_up else None
    return OwnTime(left, seat.missed_in_row, seat.missed_in_all, seat.excused)
