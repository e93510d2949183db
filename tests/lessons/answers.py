"""All answers that a learner can give."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from games.engine.contract import Position, RulesError
from prweb.lessons.attempts import Attempt, Plies

MAX_ANSWERS: Final = 400
"""Of a placement there are thousands."""


def legal_answers(attempt: Attempt) -> dict[str, Plies]:
    """Legal answers to what the learner is asked, by their lines: what is offered, and all others up to a number."""
    found: dict[str, list[int]] = {}
    for offer in attempt.rules.question(attempt.position).offers:
        with suppress(RulesError):
            plies = attempt.rules.submit(attempt.position.copy(), offer.text)
            found[attempt.rules.decision_text(attempt.position, plies)] = plies
    _walk(attempt, attempt.position, [], found)
    return {line: attempt.plies_of(plies) for line, plies in found.items()}


def _walk(attempt: Attempt, position: Position, plies: list[int], found: dict[str, list[int]]) -> None:
    for move in position.legal_moves():
        if len(found) >= MAX_ANSWERS:
            return
        after = position.copy()
        after.play(move)
        longer = [*plies, int(move)]
        if after.to_move() == attempt.seat and (after.is_mid_decision() or _is_placing(attempt, after)):
            _walk(attempt, after, longer, found)
        else:
            found.setdefault(attempt.rules.decision_text(attempt.position, longer), longer)


def _is_placing(attempt: Attempt, position: Position) -> bool:
    """Whether it goes on placing what is placed in one answer."""
    return attempt.rules.question(position).form == "placement"
