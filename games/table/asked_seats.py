"""Which seats are asked in a position: those that decide now, and people who can plan what they will decide."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.engine.contract import Position
from games.models import Seat
from games.table import plans
from games.table.positions import position_ahead


def seats_that_decide(position: Position, seats: Sequence[Seat]) -> Mapping[int, Position]:
    """The seats that decide now, each with the position in which it does: the given one for the seat to move."""
    if position.is_over():
        return {}
    asked = {int(position.to_move()): position}
    for seat in seats:
        if seat.index not in asked:
            copy = position_ahead(position, seat.index)
            if copy is not None:
                asked[seat.index] = copy
    return asked


def seats_that_plan(position: Position, seats: Sequence[Seat], asked: Collection[int]) -> Mapping[int, list[Position]]:
    """The people who do not decide now, but may be asked later in the phase, each with the questions they foresee."""
    if position.is_over():
        return {}
    waiting = [seat.index for seat in seats if seat.index not in asked and plans.can_plan(seat)]
    found = {index: plans.early_questions(position, index) for index in waiting}
    return {index: questions for index, questions in found.items() if questions}


def a_person_decides_before(index: int, position: Position, seats: Sequence[Seat], bots: Collection[int]) -> bool:
    """Whether a person decides before this seat. If only bots do, it is asked when they have decided.

    bots: seats of people that decide now, where a bot does it for them.
    """
    people = [seat.index for seat in seats if seat.user is not None and not seat.playing_level]
    return plans.is_preceded_by(position, index, [other for other in people if other not in (index, *bots)])
