"""The island of one seat: plantations, quarries and forests on its twelve spaces."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.board.goods import LETTERS
from games.board.panels import Drawn
from games.board.puertorico.places import GAP, Measure, Staff, circle, place_spot
from games.board.puertorico.scene import Scene
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import ISLAND_SPACES
from games.engine.puertorico.view import IslandTilesView, PlayerView
from games.wording import in_words, title


def island(scene: Scene, player: PlayerView, room: float, measure: Measure) -> Drawn:
    across, height = measure.island_across, measure.island_height
    gap = GAP if measure.plants else 3
    tile_width = round((room + gap) / across - gap, 1)
    tiles = _tiles(scene, player, tile_width, measure)
    drawn: list[Drawn] = []
    for space in range(ISLAND_SPACES):
        corner: Drawn = {
            "x": round(space % across * (tile_width + gap), 1),
            "y": space // across * (height + gap),
        }
        drawn.append(corner | (tiles[space] if space < len(tiles) else {}))
    plant = min(tile_width * 0.52, height * 0.74)
    return {
        "caption": _("Island, %(count)d of %(spaces)d spaces")
        % {"count": ISLAND_SPACES - player.island_free, "spaces": ISLAND_SPACES},
        "tiles": drawn,
        "width": tile_width,
        "height": height,
        "plants": measure.plants,
        "plant_scale": round(plant / 24, 3),
        "plant_x": 4 if measure.plants else 1.5,
        "plant_y": round((height - plant) / 2, 1),
        "letter_x": round(tile_width - 13 if measure.plants else 7.5, 1),
        "letter_y": 16 if measure.plants else round(height / 2 + 4, 1),
        "bottom": -(-ISLAND_SPACES // across) * (height + gap) - gap,
    }


def _tiles(scene: Scene, player: PlayerView, tile_width: float, measure: Measure) -> list[Drawn]:
    """Kind by kind, the forests last."""
    forests: list[Drawn] = []
    others: list[Drawn] = []
    for tiles in player.island:
        if tiles.kind == "forest":
            forests = [_forest(scene, player, good) for good in _forests_were(player)]
        else:
            others += [_tile(scene, player, tiles, index, tile_width, measure) for index in range(tiles.count)]
    return others + forests


def _tile(
    scene: Scene, player: PlayerView, tiles: IslandTilesView, index: int, tile_width: float, measure: Measure
) -> Drawn:
    staff = Staff(tiles.occupied, tiles.nobles)
    label = title(terms.tile(tiles.kind)) + ", " + _staffed(staff.on(index))
    size, on = measure.circle, scene.colours[f"on{tiles.kind}"]
    x = tile_width - size - (4 if measure.plants else 2)
    y = measure.island_height - size - 4 if measure.plants else (measure.island_height - size) / 2
    return {
        "kind": tiles.kind,
        "fill": scene.colours[tiles.kind],
        "on": on,
        "letter": LETTERS.get(tiles.kind, ""),
        "label": label,
        "circle": circle(scene, player, tiles.kind, index, staff=staff, on=on, x=x, y=y, size=size),
        **place_spot(scene, player, tiles.kind, label),
    }


def _staffed(worker: str) -> str:
    return {"noble": _("a noble on it"), "colonist": _("occupied"), "": _("empty")}[worker]


def _forests_were(player: PlayerView) -> list[str]:
    """What each forest was as a plantation, as far as the viewer knows; "" where only its owner does."""
    known = [good for good, count in player.forests.items() for _one in range(count)]
    return known + [""] * player.forests_unknown


def _forest(scene: Scene, player: PlayerView, good: str) -> Drawn:
    """A tile turned over: green, without a circle; what lies under it only its name tells."""
    if good:
        label = _("Forest, once a %(plantation)s") % {"plantation": in_words(terms.tile(good))}
    else:
        label = _("Forest; what it was only its owner knows")
    ground, on = scene.colours["forest"], scene.colours["onforest"]
    return {"kind": "forest", "fill": ground, "on": on, "label": label, **place_spot(scene, player, "forest", label)}
