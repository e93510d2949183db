"""Cards side by side, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.board.panels import Element

CARD_GAP: Final = 6
"""Between cards."""


class Grid(NamedTuple):
    """A grid of cells of one width."""

    columns: int
    cell_width: float

    def total_height(self, count: int, height: float) -> float:
        """The height of the rows of so many cells; 0 for none."""
        return max(self.rows(count) * (height + CARD_GAP) - CARD_GAP, 0)

    def rows(self, count: int) -> int:
        return -(-count // self.columns)

    def corner(self, index: int, height: float) -> Element:
        return {
            "x": round(index % self.columns * (self.cell_width + CARD_GAP), 1),
            "y": round(index // self.columns * (height + CARD_GAP), 1),
        }


def grid(room: float, max_width: float) -> Grid:
    """A grid with the fewest columns that make no cell wider than `max_width`."""
    columns = 1
    while (room + CARD_GAP) / columns - CARD_GAP > max_width:
        columns += 1
    return fixed_grid(room, columns)


def fixed_grid(room: float, columns: int) -> Grid:
    return Grid(columns, round((room + CARD_GAP) / columns - CARD_GAP, 1))


def place_in_grid(cells: Grid, things: Sequence[Element], height: float) -> list[Element]:
    return [{**thing, **cells.corner(index, height)} for index, thing in enumerate(things)]
