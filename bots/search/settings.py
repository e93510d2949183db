"""How one search goes about it: the part of a level that is not the game's own knowledge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

TO_THE_END: Final = -1


@dataclass(frozen=True)
class Settings:
    """All that shapes a search, besides its knowledge and its budget.

    exploration: the weight of trying what was tried little, in units of the result (0 to 1).
    candidates: whether knowledge narrows the moves that are searched.
    priors: whether knowledge says where to look first (PUCT); else every move once, then UCB1.
    informed_playouts: share (0 to 1) of playout plies that knowledge chooses; the others are uniformly random.
    horizon: phases that a playout lasts before knowledge judges the position; TO_THE_END: the game decides.
    """

    exploration: float
    candidates: bool
    priors: bool
    informed_playouts: float
    horizon: i64
