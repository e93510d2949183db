"""All that lies on the table of a Puerto Rico position, and how it is laid out at the start."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    NO_GOOD,
    NOBLES,
    QUARRIES,
    SHIPS,
    buildings_in_game,
    cards_in_game,
    colonists_in_game,
    goods_in_game,
    tiles_in_game,
    vp_pool,
)
from games.engine.puertorico.stages import SELECT_ALL, SELECT_BASE
from games.engine.puertorico.table_fields import TableFields


class Table(TableFields):
    """Everything that lies on the table, and where in the round the game is; fields.py declares it."""

    def set_up_supplies(self) -> None:
        """Put everything that the options ask for into the supplies, nothing before the seats; docs/rules §1."""
        seats = self.seats
        self.allocate()
        self.cards_left = cards_in_game(seats)
        self.colonist_supply = colonists_in_game(seats, self.nobles_on, self.long_game)
        self.vp_pool = vp_pool(seats, self.edition, self.long_game)
        self.quarries = QUARRIES[seats]
        self.face_down = tiles_in_game(seats)
        self.goods_supply = goods_in_game(seats)
        self.stock_buildings()
        self.ship_good = vec[i64]([NO_GOOD] * SHIPS[seats])
        self.ship_barrels = vec[i64]([0] * SHIPS[seats])
        if self.nobles_on or self.buildings != SELECT_BASE:
            self._set_up_expansions()

    def stock_buildings(self) -> None:
        """The supply of buildings; while a draft goes on, of those chosen so far."""
        self.stock = self.all_buildings()

    def all_buildings(self) -> vec[i64]:
        """How many of each building there are in this game, built or not, by place."""
        return buildings_in_game(self.seats, self.kinds_in_play, 1 if self.buildings == SELECT_ALL else 0)

    def _set_up_expansions(self) -> None:
        self.allocate_expansions()
        self.has_expansions = 1
        self.noble_supply = NOBLES if self.nobles_on else 0
