"""What became of an answer to a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Failure:
    """The line that could not be played.

    line: as it was given; reason: why, in the language that was active; legal: canonical texts of what is possible;
    legal_complete: whether these are all there are, and not examples.
    """

    line: str
    reason: str
    legal: tuple[str, ...]
    legal_complete: bool = False


@dataclass(frozen=True)
class Answer:
    """The result of one answer, given again for the same idempotency key.

    done: the lines played, in canonical notation; failed: the first that could not be, None when all went through;
    not_tried: the lines after it, or after the end of the turn. turn_closed: nothing more is asked in this turn.
    next_turn_id: the turn that the same seat has open now (the same one while it is not closed), None if it has to
    wait. ahead: the answer is kept privately and played when its time comes.
    """

    done: tuple[str, ...]
    failed: Failure | None
    not_tried: tuple[str, ...]
    turn_closed: bool
    next_turn_id: int | None
    game_over: bool
    ahead: bool

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
    # Answers of old do not say whether they told all.
    complete = bool(stored.get("legal_complete", False))
    return Failure(stored["line"], stored["reason"], tuple(stored["legal"]), complete)
