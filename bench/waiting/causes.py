"""Why a plan plays other than the level would choose in turn: what has changed since the plan was written."""

from __future__ import annotations

from collections.abc import Sequence

from bench.waiting.trace import kind_of
from bench.waiting.wishes import ROLE
from games.engine.contract import Game, Position
from games.engine.plans import any_draws, foreseen_questions

MEASURED, UNSTEADY, OTHER = CAUSES = ("counted by conditions", "the level differs from itself", "something else")


def cause(rules: Game, shown: Position, position: Position, planned: Sequence[int], would: int, *, steady: bool) -> str:
    """Why the planned plies begin otherwise than with the ply that the level chooses now.

    shown: the position for which the plan was written. MEASURED if a condition on the line that was played, or on the
    one that the level prefers now, counts another number than it did then. steady: whether the level chooses the same
    under another seed.
    """
    questions = _questions(rules, shown, position)
    for plies in (list(planned), [would]):
        before = next((question for question in questions if plies[0] in list(question.legal_moves())), None)
        if before is not None and rules.measure(before, plies) != rules.measure(position, plies):
            return MEASURED
    return OTHER if steady else UNSTEADY


def _questions(rules: Game, shown: Position, position: Position) -> list[Position]:
    """What the seat to move foresaw of the present kind of question."""
    seat, kind = int(position.to_move()), kind_of(rules, position)
    if kind == ROLE:
        pick = shown.resample(seat, any_draws()).next_pick(seat)
        return [] if pick is None else [pick]
    return [question for question in foreseen_questions(shown, seat) if kind_of(rules, question) == kind]
