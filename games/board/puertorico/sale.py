"""The panel of the buildings for sale, in the four columns of the rulebook's grid."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.lettering import fitted, wrapped
from games.board.panels import Drawn, Panel
from games.board.puertorico.scene import MAKES, Scene, doubloons, good_mark, title, word
from games.board.puertorico.shared import EDGE
from games.engine.puertorico import names as terms
from games.engine.puertorico.view import BuildingForSaleView

_HEAD: Final = 20
_GAP: Final = 6
_NARROWEST: Final = 160
_ONE_LINE: Final = 230
"""A tile so wide has its effect on one line."""
_COIN: Final = 32


def buildings_panel(scene: Scene, panel_width: float) -> Panel:
    """Side by side where there is room, else the columns one below the other with two tiles in a row."""
    sale = scene.view.buildings
    columns = sorted({building.column for building in sale})
    inner = panel_width - 2 * EDGE + _GAP
    beside = inner / len(columns) - _GAP >= _NARROWEST
    across = len(columns) if beside else 2
    tile_width = round(inner / across - _GAP, 1)
    tile_height = 52 if tile_width >= _ONE_LINE else 64
    heads: list[Drawn] = []
    tiles: list[Drawn] = []
    top: float = 4
    bottom: float = 0
    for number, column in enumerate(columns):
        x = EDGE + number * (tile_width + _GAP) if beside else EDGE
        heads.append({"x": x, "y": top, **_head(column, tile_width if beside else panel_width - 2 * EDGE)})
        per_row = 1 if beside else 2
        members = [building for building in sale if building.column == column]
        for index, building in enumerate(members):
            tile: Drawn = {
                "x": round(x + (index % per_row) * (tile_width + _GAP), 1),
                "y": top + _HEAD + (index // per_row) * (tile_height + _GAP),
                **_tile(scene, building, tile_width),
            }
            tiles.append(tile)
        rows = -(-len(members) // per_row)
        bottom = max(bottom, top + _HEAD + rows * (tile_height + _GAP))
        if not beside:
            top = bottom + 6
    return Panel(
        "puertorico/buildings.svg",
        _("Buildings for sale"),
        panel_width,
        bottom + 4,
        {
            "columns": heads,
            "tiles": tiles,
            "tile_width": tile_width,
            "tile_height": tile_height,
            "band_end": tile_height - 1.5,
            "band_corner": tile_height - 5,
            "coin_x": tile_width - 28,
            "printed_x": tile_width - 16,
            "foot": tile_height - 18,
            "foot_good": tile_height - 20,
            "foot_vp": tile_height - 21,
            "foot_text": tile_height - 8,
            "vp_x": tile_width - 56,
            "count_x": tile_width - 6,
        },
        frozenset({"coin", "circle", "vp", "plant-quarry", *MAKES.values()}),
    )


def _head(column: int, room: float) -> Drawn:
    text = ngettext("at most %(count)d quarry", "at most %(count)d quarries", column) % {"count": column}
    quarries = [index * 17 for index in range(column)]
    text_x = column * 17 + 4
    return {"label": text, "quarries": quarries, "text_x": text_x, "head": fitted(text, room - text_x, 11.5, 8.5)}


def _tile(scene: Scene, building: BuildingForSaleView, tile_width: float) -> Drawn:
    colours = scene.colours
    good = MAKES.get(building.building)
    room = tile_width - 14 - _COIN
    cost = building.price if building.price_now is None else building.price_now
    one_line = tile_width >= _ONE_LINE
    effect = wrapped(title(terms.effect(building.building)), room, 10.5, 8.5, 1 if one_line else 2)
    circles = [14 + index * 15 for index in range(building.circles)]
    return {
        "spot": scene.spot(f"building:{building.building}", _label(building, cost)),
        "name": fitted(title(terms.building(building.building)), room, 12.5, 8.5, bold=True),
        "effect": [{"y": 29 + index * 12, "text": line.text, "size": line.size} for index, line in enumerate(effect)],
        "count": building.count,
        "left": f"× {building.count}",
        "price": building.price,
        "cost": cost,
        "in_reach": building.count > 0 and building.buyable is not False,
        "reduced": cost < building.price and building.count > 0,
        "vp": building.vp,
        "circles": circles,
        "good": good_mark(scene, good) if good else None,
        "good_x": circles[-1] + 20,
        "band": colours[good or "violet"],
        "ground": colours["soft" if good else "dusk"],
    }


def _label(building: BuildingForSaleView, cost: int) -> str:
    parts = [
        f"{title(terms.building(building.building))}: {word(terms.effect(building.building))}",
        _("price %(price)s") % {"price": doubloons(building.price)},
        _("%(vp)d VP") % {"vp": building.vp},
        _("%(count)d left") % {"count": building.count},
    ]
    if building.price_now is not None:
        parts.insert(2, _("costs you %(cost)s") % {"cost": doubloons(cost)})
    return ", ".join(parts)
