"""Positions and games that are looked for once, and kept as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from games.engine.contract import Position


@dataclass(frozen=True)
class WantedPosition:
    """A position of a stage, the first that fits after so many phases of random games with these seats and options."""

    stage: str
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    after: int = 0
    matches: Callable[[Position], bool] = lambda _position: True
    rules_version: int = 1


@dataclass(frozen=True)
class WantedGame:
    """A game to record: its players and options, and what it has to come to: rare stages, words of some line."""

    seats: int
    options: Mapping[str, str]
    stages: frozenset[str] = frozenset()
    rules_version: int = 1
    texts: str = ""
