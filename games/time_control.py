"""How much time people have: the rules of time of a game, as pure functions.

All moments are the site clock's (games.models.site_clock), which stands still while the site is down; nothing here
knows of outages, of rows or of what time it is. games.table.deadlines keeps the rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

MIN_PER_TURN: Final = timedelta(minutes=1)
MAX_PER_TURN: Final = timedelta(days=60)
MIN_EXTENSION: Final = timedelta(minutes=1)
MAX_EXTENSION: Final = timedelta(days=60)


@dataclass(frozen=True)
class TurnTimes:
    """When a turn was opened, when its time is up (None: no time runs), and when it was closed (None: it is open)."""

    opened: datetime
    due: datetime | None
    closed: datetime | None = None


@dataclass(frozen=True)
class TimeControl:
    """The rules of time of one game. per_turn: what a person has for each turn; ValueError if it is out of bounds."""

    per_turn: timedelta

    def __post_init__(self) -> None:
        if not MIN_PER_TURN <= self.per_turn <= MAX_PER_TURN:
            raise ValueError("the time per turn is between a minute and 60 days")

    def due_when_opened(self, past: Iterable[TurnTimes], now: datetime) -> datetime:  # noqa: ARG002
        """When the time of a turn is up that is opened now.

        past: the turns that this person has had in the seat, oldest first; read only by rules that count what was used.
        """
        return now + self.per_turn


def due_when_extended(turn: TurnTimes, by: timedelta, now: datetime) -> datetime | None:
    """With more time; time that was up counts from now on."""
    return None if turn.due is None else max(turn.due, now) + by


def due_when_resumed(turn: TurnTimes, paused_at: datetime, now: datetime) -> datetime | None:
    """Once a game goes on that was paused at `paused_at`; a turn that opened in the pause has lost only the rest."""
    if turn.due is None:
        return None
    return turn.due + max(now - max(paused_at, turn.opened), timedelta())


def is_up(turn: TurnTimes, now: datetime) -> bool:
    """Whether the time of a turn is up."""
    return turn.due is not None and turn.due <= now
