"""The island of one seat: plantations, quarries and forests on its twelve spaces."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.board.goods import GOOD_LETTERS
from games.board.panels import Element
from games.board.puertorico.colonist_places import TILE_GAP, SeatSizes, Workers, circle_element, place_hotspot
from games.board.puertorico.scene import Scene
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import ISLAND_SPACES
from games.engine.puertorico.view_types import IslandTilesView, PlayerView
from games.wording import say, title

_LAND: Final = ("land-palm", "land-hills", "land-grass", "land-shore")
"""What free spaces show, in turn."""


def island_element(scene: Scene, player: PlayerView, room: float, sizes: SeatSizes, *, wild: bool = True) -> Element:
    """wild: whether free spaces show what grows there."""
    columns, height = sizes.island_columns, sizes.island_height
    gap = TILE_GAP if sizes.plants else 3
    tile_width = round((room + gap) / columns - gap, 1)
    tiles = _tiles(scene, player, tile_width, sizes)
    elements: list[Element] = []
    for space in range(ISLAND_SPACES):
        corner: Element = {
            "x": round(space % columns * (tile_width + gap), 1),
            "y": space // columns * (height + gap),
        }
        free: Element = {"land": _LAND[(space + space // columns) % len(_LAND)]} if sizes.plants and wild else {}
        elements.append(corner | (tiles[space] if space < len(tiles) else free))
    plant = min(tile_width * 0.52, height * 0.74)
    return {
        "caption": island_caption(player),
        "tiles": elements,
        "width": tile_width,
        "height": height,
        "plants": sizes.plants,
        "plant_scale": round(plant / 24, 3),
        "plant_x": 4 if sizes.plants else 1.5,
        "land_x": round((tile_width - plant) / 2, 1),
        "plant_y": round((height - plant) / 2, 1),
        "letter_x": round(tile_width - 13 if sizes.plants else 7.5, 1),
        "letter_y": 16 if sizes.plants else round(height / 2 + 4, 1),
        "bottom": -(-ISLAND_SPACES // columns) * (height + gap) - gap,
    }


def island_caption(player: PlayerView) -> str:
    """How many spaces of an island are used."""
    text = ngettext("Island, %(count)d of %(spaces)d space", "Island, %(count)d of %(spaces)d spaces", ISLAND_SPACES)
    return text % {"count": ISLAND_SPACES - player.island_free, "spaces": ISLAND_SPACES}


def _tiles(scene: Scene, player: PlayerView, tile_width: float, sizes: SeatSizes) -> list[Element]:
    """The tiles by kind, the forests last."""
    forests: list[Element] = []
    others: list[Element] = []
    for tiles in player.island:
        if tiles.kind == "forest":
            forests = [_forest(scene, player, good) for good in _former_plantations(player)]
        else:
            others += [_tile(scene, player, tiles, index, tile_width, sizes) for index in range(tiles.count)]
    return others + forests


def _tile(
    scene: Scene, player: PlayerView, tiles: IslandTilesView, index: int, tile_width: float, sizes: SeatSizes
) -> Element:
    workers = Workers(tiles.occupied, tiles.nobles)
    label = title(terms.tile(tiles.kind)) + ", " + _worker_label(workers.on(index))
    size, on = sizes.circle, scene.colours[f"on{tiles.kind}"]
    x = tile_width - size - (4 if sizes.plants else 2)
    y = sizes.island_height - size - 4 if sizes.plants else (sizes.island_height - size) / 2
    return {
        "kind": tiles.kind,
        "fill": scene.colours[tiles.kind],
        "on": on,
        "letter": GOOD_LETTERS.get(tiles.kind, ""),
        "label": label,
        "circle": circle_element(scene, player, tiles.kind, index, workers=workers, on=on, x=x, y=y, size=size),
        **place_hotspot(scene, player, tiles.kind, label),
    }


def _worker_label(worker: str) -> str:
    return {
        "noble": _("a noble on it"),
        "colonist": pgettext("state of a plantation", "occupied"),
        "": pgettext("state of a plantation", "empty"),
    }[worker]


def _former_plantations(player: PlayerView) -> list[str]:
    """The plantation that each forest was, if the viewer knows it; "" if only the owner does."""
    known = [good for good, count in player.forests.items() for _one in range(count)]
    return known + [""] * player.forests_unknown


def _forest(scene: Scene, player: PlayerView, good: str) -> Element:
    """A green tile without a circle. Only its label says what plantation it was."""
    if good:
        label = say("Forest, once a {tile}", tile=terms.tile(good))
    else:
        label = _("Forest; what it was only its owner knows")
    ground, on = scene.colours["forest"], scene.colours["onforest"]
    return {"kind": "forest", "fill": ground, "on": on, "label": label, **place_hotspot(scene, player, "forest", label)}
