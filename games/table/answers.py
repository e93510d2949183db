"""The result of an answer to a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Failure:
    """The line that could not be played."""

    line: str
    """As it was given."""
    reason: str
    """Why, in the language that was active."""
    legal: tuple[str, ...]
    """Canonical texts of possible lines."""
    legal_complete: bool = False
    """Whether `legal` has all possible lines, or only examples."""


@dataclass(frozen=True)
class Answer:
    """The result of one answer; the same idempotency key gives the same result again."""

    done: tuple[str, ...]
    """The lines that were played, in canonical notation."""
    failed: Failure | None
    """The first line that could not be played; None if there is none."""
    not_tried: tuple[str, ...]
    """The lines after the failed one, or after the end of the turn."""
    turn_closed: bool
    """The turn has no more questions."""
    next_turn_id: int | None
    """The open turn of the same seat (this turn while it is not closed); None if the seat has to wait."""
    game_over: bool
    ahead: bool
    """The answer is deferred: it is kept privately and played when its time comes."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def answer_from_json(stored: Mapping[str, Any]) -> Answer:
    failed = stored["failed"]
    return Answer(
        done=tuple(stored["done"]),
        failed=failure_from_json(failed) if failed else None,
        not_tried=tuple(stored["not_tried"]),
        turn_closed=stored["turn_closed"],
        next_turn_id=stored["next_turn_id"],
        game_over=stored["game_over"],
        ahead=stored["ahead"],
    )


def failure_from_json(stored: Mapping[str, Any]) -> Failure:
    # Old answers do not have `legal_complete`.
    complete = bool(stored.get("legal_complete", False))
    return Failure(stored["line"], stored["reason"], tuple(stored["legal"]), complete)
