"""One seat for the small picture in a mail: possessions, the island as tiles, the city as a list."""

from __future__ import annotations

from typing import Final

from games.board.panels import Element, Panel
from games.board.puertorico.city import city_caption
from games.board.puertorico.colonist_places import SeatSizes, Workers
from games.board.puertorico.island import island_element
from games.board.puertorico.possessions import board_title, goods, heading, possession_marks, stats
from games.board.puertorico.scene import Scene, building_mark
from games.board.puertorico.shared_panels import PADDING
from games.board.text_fitting import fit_line
from games.engine.puertorico import names as terms
from games.engine.puertorico.view_types import OwnedBuildingView
from games.wording import title

_OWN: Final = SeatSizes(6, 40, 0, 17, 0)
_OTHERS: Final = SeatSizes(12, 26, 0, 12, 0, plants=False)
_CAPTION: Final = 16
_GOODS_Y: Final = 59
_ROW: Final = 20
_GUTTER: Final = 12
_NAME_X: Final = 9
_CIRCLE: Final = 15
_SMALLEST: Final = 8.5


def mail_seat_panel(scene: Scene, seat: int, panel_width: float) -> Panel:
    """The reader's own island is large, those of the others are small."""
    player = scene.view.players[seat]
    inner = panel_width - 2 * PADDING
    held = [item for item in goods(scene, player, PADDING, inner) if item["count"]]
    top = _GOODS_Y + (28 if held else 2)
    land = island_element(scene, player, inner, _OWN if scene.is_viewers(player) else _OTHERS, wild=False)
    city_y = top + land["bottom"] + _CAPTION + 6
    rows = _city_rows(scene, player.city, inner)
    bottom = max((row["y"] for row in rows), default=-_ROW) + _ROW
    context: Element = {
        **heading(scene, player, panel_width),
        "stats": stats(scene, player, inner, brief=True),
        "goods": held,
        "goods_y": _GOODS_Y,
        "good_width": 0,
        "island": {**land, "caption": "", "x": PADDING, "y": top},
        "city": {
            "x": PADDING,
            "y": round(city_y),
            "caption": city_caption(player),
            "rows": rows,
            "name_x": _NAME_X,
            "scale": _CIRCLE / 24,
        },
    }
    plants = {f"plant-{tiles.kind}" for tiles in player.island if tiles.count}
    return Panel(
        "puertorico/mail_seat.svg",
        board_title(scene, player),
        panel_width,
        round(city_y + bottom + 6),
        context,
        possession_marks(scene, player) | plants | {"circle", "ring"},
        headed=False,
    )


def _city_rows(scene: Scene, city: tuple[OwnedBuildingView, ...], inner: float) -> list[Element]:
    """Two columns, read downwards."""
    width = (inner - _GUTTER) // 2
    half = -(-len(city) // 2)
    return [
        {
            "x": index // half * (width + _GUTTER),
            "y": index % half * _ROW,
            **_city_row(scene, building, width),
        }
        for index, building in enumerate(city)
    ]


def _city_row(scene: Scene, building: OwnedBuildingView, width: float) -> Element:
    made = building_mark(scene, building.building)
    workers = Workers(building.colonists, building.nobles)
    first = width - building.circles * (_CIRCLE + 1)
    return {
        "band": scene.colours[made["kind"] if made else "violet"],
        "name": fit_line(title(terms.building(building.building)), first - _NAME_X - 4, 11, _SMALLEST),
        "circles": [
            {"x": first + index * (_CIRCLE + 1), "mark": workers.on(index) or "ring"}
            for index in range(building.circles)
        ],
    }
