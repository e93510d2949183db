"""What people want to pick the next time that they pick a role: kept with the seat, private, gone with the pick.

What can be wanted, games.engine.plans says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.engine.contract import Game as Rules
from games.engine.contract import Position
from games.engine.line_reader import LineReader
from games.engine.plans import NextPick, next_pick_from_json, next_pick_plies
from games.models import Seat
from games.table.plans import can_plan


@dataclass(frozen=True)
class WrittenPick:
    """A next pick as its seat keeps it."""

    wanted: NextPick
    source: str
    """Where it was written: a Move.Source."""
    written_at: datetime
    by: int
    """The id of the person who wrote it."""

    def to_json(self) -> dict[str, Any]:
        return self.wanted.to_json() | {
            "source": self.source,
            "written_at": self.written_at.isoformat(),
            "by": self.by,
        }


def written_pick(seat: Seat) -> WrittenPick | None:
    """What a seat wants to pick next."""
    stored = seat.next_pick
    if not stored:
        return None
    return WrittenPick(
        next_pick_from_json(stored), stored["source"], datetime.fromisoformat(stored["written_at"]), stored["by"]
    )


def keep(seat: Seat, written: WrittenPick | None) -> None:
    """Let the seat keep this, or nothing."""
    seat.next_pick = written.to_json() if written else None
    seat.save(update_fields=["next_pick"])


def lines_of(seat: Seat) -> tuple[str, ...]:
    """The lines of a seat's next pick, as its person may write them."""
    written = written_pick(seat)
    return written.wanted.written() if written else ()


def split_lines(reader: LineReader, lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines before the one that says what to pick next, and that one with those below it."""
    place = next((place for place, line in enumerate(lines) if reader.is_next_line(line)), len(lines))
    return list(lines[:place]), list(lines[place:])


def plies_of(rules: Rules, position: Position, seat: Seat) -> list[int]:
    """What the seat to move picks now, as its person has planned; empty: it is asked."""
    written = written_pick(seat)
    if written is None or not position.is_pick() or not can_plan(seat):
        return []
    return next_pick_plies(rules, position, written.wanted)
