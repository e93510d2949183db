"""The parameters of a search: the part of a level that is not knowledge about a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

TO_THE_END: Final = -1


@dataclass(frozen=True)
class Settings:
    """Everything that shapes a search, besides the knowledge and the budget."""

    exploration: float
    """The weight of exploring moves that were tried little, in units of the reward (0 to 1)."""
    limit_to_candidates: bool
    """Whether only the knowledge's candidate moves are searched."""
    use_priors: bool
    """Whether moves are selected by prior (PUCT). Otherwise every move is tried once, then UCB1 selects."""
    informed_playouts: float
    """The share (0 to 1) of playout plies that the knowledge chooses; the others are uniformly random."""
    horizon: i64
    """After so many phases a playout stops and the position is evaluated. TO_THE_END: it goes on to the game's end."""
