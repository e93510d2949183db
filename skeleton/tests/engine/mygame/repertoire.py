"""Which positions and games of My Game are kept."""

from __future__ import annotations

from typing import Final

from tests.engine.wanted import WantedGame

STAGES: Final = frozenset({"take", "over"})
"""All stages of the game, and "over"."""
RECORDS: Final = {"two": WantedGame(2, {}), "three": WantedGame(3, {})}
