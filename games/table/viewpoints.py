"""From where somebody looks at a game: which events of which moves they may know.

Whoever has taken a seat over from somebody else knows of the moves before only what an onlooker may (Seat.knows_after);
what the seat sees now, they see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.contract import Event
from games.models import Game, Move, Seat


@dataclass(frozen=True)
class Viewpoint:
    """From where somebody looks at a game."""

    seat: int | None = None
    """None for an onlooker."""
    disclosed: bool = False
    """Nothing is hidden; then there is no seat."""
    knows_after: int = 0
    """Seat.knows_after of the one who looks."""

    def seat_at(self, move: Move) -> int | None:
        """The seat as which they look at one move; None: as an onlooker."""
        assert move.pk is not None
        return self.seat if move.pk > self.knows_after else None

    def sees(self, event: Event, move: Move) -> bool:
        """Whether they may know an event of a move."""
        return self.disclosed or event.visible_to(self.seat_at(move))


ONLOOKER: Final = Viewpoint()
DISCLOSED: Final = Viewpoint(disclosed=True)


def viewpoint_of(seat: Seat | None) -> Viewpoint:
    """The viewpoint of a seat's own person; None: of an onlooker."""
    return ONLOOKER if seat is None else Viewpoint(seat.index, knows_after=seat.knows_after)


def viewpoint_at(game: Game, index: int | None) -> Viewpoint:
    """The viewpoint of the person at the seat with this index; None: of an onlooker."""
    return viewpoint_of(None if index is None else next(seat for seat in game.seats.all() if seat.index == index))
