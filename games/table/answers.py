"""The result of an answer to a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cattrs import structure, unstructure


class Origin(StrEnum):
    """What has given an answer in the place of a person, as they wished: so the key of such an answer begins."""

    PLAN = "plan:"
    NEXT_PICK = "next pick:"
    ORDER = "order:"
    ADVISER = "adviser:"
    """Here a bot has, to which they had left the question."""


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
    """Whether `legal` has all possible lines, or only examples. (Old answers do not say.)"""


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
    planned: tuple[str, ...] = ()
    """The lines of the plan that the turn keeps after the answer, in canonical notation: they are played, as far as
    they are legal then, when the seat's time comes (games.table.plans)."""
    next_pick: tuple[str, ...] = ()
    """What the seat wants to pick the next time that it picks, as lines (games.table.next_picks)."""

    def to_json(self) -> dict[str, Any]:
        stored: dict[str, Any] = unstructure(self)
        return stored

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Answer:
        return structure(stored, cls)
