"""All that lies on the table of a San Juan position, and how it is laid out at the start."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.sanjuan.components import COPIES, KINDS, TILES
from games.engine.sanjuan.table_fields import TableFields


class Table(TableFields):
    """Everything that lies on the table, and where in the round the game is; fields.py declares it."""

    def set_up_supplies(self) -> None:
        """All cards unsorted in the draw pile, the tiles in printed order, nothing before the seats; docs/rules §1."""
        kind: i64
        tile: i64
        self.allocate()
        for kind in range(KINDS):
            for _copy in range(COPIES[kind]):
                self.draw_pile[self.draw_pile_count] = kind
                self.draw_pile_count += 1
        for tile in range(TILES):
            self.price_tiles[tile] = tile
