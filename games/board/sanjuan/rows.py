"""Cards side by side, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.board.panels import Drawn

GAP: Final = 6
"""Between cards."""


class Grid(NamedTuple):
    """How things of one size fill a width. across: of one of them; columns: beside each other."""

    columns: int
    across: float

    def down(self, count: int, height: float) -> float:
        """What so many take, below each other; 0 for none."""
        return max(self.rows(count) * (height + GAP) - GAP, 0)

    def rows(self, count: int) -> int:
        return -(-count // self.columns)

    def corner(self, index: int, height: float) -> Drawn:
        return {
            "x": round(index % self.columns * (self.across + GAP), 1),
            "y": round(index // self.columns * (height + GAP), 1),
        }


def grid(room: float, widest: float) -> Grid:
    """As few columns as make nothing wider than `widest`."""
    columns = 1
    while (room + GAP) / columns - GAP > widest:
        columns += 1
    return fixed(room, columns)


def fixed(room: float, columns: int) -> Grid:
    return Grid(columns, round((room + GAP) / columns - GAP, 1))


def placed(cells: Grid, things: Sequence[Drawn], height: float) -> list[Drawn]:
    return [{**thing, **cells.corner(index, height)} for index, thing in enumerate(things)]
