"""Plans of seats, written and followed on positions set up for it."""

from __future__ import annotations

from games.engine.contract import Position
from games.engine.plans import Plan, Wish, foreseen_questions, next_step, read_wish
from tests.engine.puertorico.positions import PUERTO_RICO

ASKED = "asked"
"""What a plan does that plays nothing."""


def plan_of(position: Position, seat: int, *lines: str) -> Plan:
    """A plan as the seat may write it now."""
    questions = foreseen_questions(position, seat)
    wishes: list[Wish] = []
    for line in lines:
        wishes.append(read_wish(PUERTO_RICO, questions, line, wishes[-1] if wishes else None))
    return Plan(tuple(wishes), position.end_in_sight())


def kinds_foreseen(position: Position, seat: int) -> list[str]:
    """The kinds of questions that a seat foresees, each once, in order."""
    return list(dict.fromkeys(map(PUERTO_RICO.question_key, foreseen_questions(position, seat))))


def follow(position: Position, plan: Plan, times: int = 1) -> tuple[list[str], Plan]:
    """What a plan plays for the seat to move, so many times in a row, and what is left of it."""
    played = []
    for _ in range(times):
        step = next_step(PUERTO_RICO, position, plan)
        if step is None:
            played.append(ASKED)
            break
        played.append(PUERTO_RICO.decision_text(position, step.plies))
        for ply in step.plies:
            position.play(ply)
        plan = step.rest
    return played, plan


def lines_of(plan: Plan) -> list[str]:
    return [wish.line for wish in plan.wishes]
