"""Which tables a tournament of a kind of game can have."""

from __future__ import annotations

from games.engine import registry
from games.tournaments.table_sizes import SIZES


def possible_sizes(kind: str) -> list[int]:
    """The sizes of tables of a tournament of this kind of game."""
    rules = registry.game(kind)
    return [size for size in SIZES if rules.min_seats <= size <= rules.max_seats]
