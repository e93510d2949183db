"""The panel of one seat: the player, their possessions, island and city."""

from __future__ import annotations

from typing import Final

from games.board.panels import Element, Panel
from games.board.puertorico.city import city_element
from games.board.puertorico.colonist_places import SeatSizes
from games.board.puertorico.island import island_element
from games.board.puertorico.possessions import board_title, goods, heading, possession_marks, stats
from games.board.puertorico.scene import Scene
from games.board.puertorico.shared_panels import PADDING
from games.engine.puertorico.components import GOOD_NAMES
from games.engine.puertorico.view_types import PlayerView

_CAPTION: Final = 16
"""The height of the captions above island and city."""
_ISLAND_SHARE: Final = 0.37
"""The island's share of the width if the city is beside it."""
_BESIDE_FROM: Final = 560
"""From this width on the city is beside the island, else below it."""

_WIDE: Final = SeatSizes(4, 54, 54, 18, 11, picture=22)
_TALL: Final = SeatSizes(6, 46, 53, 18, 10.5, picture=22)
_COMPACT: Final = SeatSizes(12, 26, 42, 11, 9, plants=False)


def seat_panel(scene: Scene, seat: int, panel_width: float, *, compact: bool = False) -> Panel:
    """compact: without free city rows and pictures on the tiles."""
    player = scene.view.players[seat]
    beside = panel_width >= _BESIDE_FROM and not compact
    sizes = _COMPACT if compact else (_WIDE if beside else _TALL)
    all_rows = not compact and (beside or scene.is_viewers(player))
    inner = panel_width - 2 * PADDING
    island_room = inner * _ISLAND_SHARE if beside else inner
    # Doubloons, points and colonists take half of the width beside the goods, with nobles a little more.
    wealth_room = inner * (0.57 if scene.nobles else 0.5) if beside else inner
    goods_x, goods_room, goods_y = (PADDING + wealth_room, inner - wealth_room, 31) if beside else (PADDING, inner, 61)
    top = goods_y + 30 + _CAPTION
    land = island_element(scene, player, island_room, sizes)
    city_x = PADDING + island_room + 18 if beside else PADDING
    city_y = top if beside else top + land["bottom"] + _CAPTION + 4
    town = city_element(scene, player, panel_width - PADDING - city_x, sizes, all_rows=all_rows)
    context: Element = {
        **heading(scene, player, panel_width),
        "stats": stats(scene, player, wealth_room),
        "goods": goods(scene, player, goods_x, goods_room),
        "goods_y": goods_y,
        "good_width": round(goods_room / len(GOOD_NAMES) - 4, 1),
        "island": {**land, "x": PADDING, "y": top},
        "city": {**town, "x": round(city_x, 1), "y": city_y},
    }
    return Panel(
        "puertorico/seat.svg",
        board_title(scene, player),
        panel_width,
        round(max(top + land["bottom"], city_y + town["bottom"]) + 10, 1),
        context,
        _marks(scene, player, land, town),
        headed=False,
    )


def _marks(scene: Scene, player: PlayerView, land: Element, town: Element) -> frozenset[str]:
    plants = {f"plant-{tiles.kind}" for tiles in player.island if tiles.count}
    pictures = {tile["picture"] for tile in town["tiles"] if tile.get("picture")}
    wild = {tile["land"] for tile in land["tiles"] if tile.get("land")}
    return possession_marks(scene, player) | plants | pictures | wild | {"circle", "ring"}
