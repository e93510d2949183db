"""What came of one game: plain data, which processes can hand to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class PersonOutcome:
    """What happened to one person in one game."""

    asked: int
    """Turns that were theirs to decide, also those that a bot decided in their place."""
    by_bots: int
    """Those of them that a bot decided: after a missed deadline, or while their seat was vacant."""
    mails: int
    left: bool
    """They left for good before the end."""
    was_vacant: bool
    """Their seat was vacant at some time."""
    misses_until_vacant: int | None
    """Of somebody who left: missed deadlines from then on until their seat was vacant; None: it did not become so."""


@dataclass(frozen=True)
class PlayedGame:
    days: float
    ended: bool
    people: Sequence[PersonOutcome]
