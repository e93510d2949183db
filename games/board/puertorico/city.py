"""The city of one seat: its buildings on twelve spaces."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.board.goods import LETTERS
from games.board.lettering import wrapped
from games.board.panels import Drawn
from games.board.puertorico.places import GAP, Measure, Staff, circle, place_spot
from games.board.puertorico.scene import Scene, building_mark
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import CITY_SPACES
from games.engine.puertorico.view import OwnedBuildingView, PlayerView
from games.wording import in_words, title

_ACROSS: Final = 4
_BAND: Final = 13
"""The coloured edge of a building, with its good's letter."""


def city(scene: Scene, player: PlayerView, room: float, measure: Measure, *, whole: bool) -> Drawn:
    """Small buildings from the first space on, large ones over two spaces from the bottom.

    whole: with all free spaces, not only those of the rows in use.
    """
    height = measure.city_height
    step = (room + GAP) / _ACROSS
    large = [building for building in player.city if building.spaces > 1]
    small = [building for building in player.city if building.spaces == 1]
    rows = CITY_SPACES // _ACROSS
    if not whole:
        rows = min(rows, -(-(len(small) + 2 * len(large)) // _ACROSS))
    pairs = [(row, column) for row in range(rows - 1, -1, -1) for column in (0, 2)][: len(large)]
    taken = {(row, column + half) for row, column in pairs for half in (0, 1)}
    free = [(row, column) for row in range(rows) for column in range(_ACROSS) if (row, column) not in taken]
    places: list[tuple[int, int, OwnedBuildingView | None]] = [
        *((row, column, building) for (row, column), building in zip(pairs, large, strict=True)),
        *((row, column, building) for (row, column), building in zip(free, small, strict=False)),
        *((row, column, None) for row, column in free[len(small) :]),
    ]
    drawn: list[Drawn] = []
    for row, column, building in places:
        tile_width = round(step * (building.spaces if building else 1) - GAP, 1)
        tile: Drawn = {"x": round(column * step, 1), "y": row * (height + GAP), "width": tile_width}
        if building:
            tile |= _tile(scene, player, building, tile_width, measure)
        drawn.append(tile)
    return {
        "caption": _("City, %(count)d of %(spaces)d spaces") % {"count": player.city_used, "spaces": CITY_SPACES},
        "tiles": drawn,
        "height": height,
        "band": _BAND,
        "band_middle": (_BAND + 1) / 2,
        "text_x": _BAND + 4,
        "letter_y": round(height / 2 + 3.6, 1),
        "band_end": height - 1,
        "band_corner": height - 4.5,
        "bottom": max(rows * (height + GAP) - GAP, 0),
    }


def _tile(scene: Scene, player: PlayerView, building: OwnedBuildingView, tile_width: float, measure: Measure) -> Drawn:
    made = building_mark(scene, building.building)
    good = made["kind"] if made else ""
    lines = wrapped(
        title(terms.building(building.building)), tile_width - _BAND - 7, measure.name_size, 7.5, 2, bold=True
    )
    label = _label(building)
    size = measure.circle
    y = measure.city_height - size - 4
    step = min(size + 2, (tile_width - _BAND - size - 6) / 2)
    staff = Staff(building.colonists, building.nobles)
    return {
        "label": label,
        "ground": scene.colours["soft" if good else "dusk"],
        "band": scene.colours[good or "violet"],
        "lines": [
            {"y": measure.name_size + 3 + index * (measure.name_size + 1), "text": line.text, "size": line.size}
            for index, line in enumerate(lines)
        ],
        "letter": LETTERS.get(good, ""),
        "on": scene.colours[f"on{good}"] if good else "",
        "circles": [
            circle(
                scene,
                player,
                building.building,
                index,
                staff=staff,
                on=scene.colours["muted"],
                x=_BAND + 3 + index * step,
                y=y,
                size=size,
            )
            for index in range(building.circles)
        ],
        **place_spot(scene, player, building.building, label),
    }


def _label(building: OwnedBuildingView) -> str:
    told = {
        "building": title(terms.building(building.building)),
        "filled": building.colonists,
        "circles": building.circles,
        "nobles": building.nobles,
        "effect": in_words(terms.effect(building.building)),
    }
    if not building.circles:
        return _("%(building)s: %(effect)s") % told
    if building.nobles:
        return _("%(building)s: %(filled)d of %(circles)d circles occupied, by nobles: %(nobles)d; %(effect)s") % told
    return _("%(building)s: %(filled)d of %(circles)d circles occupied; %(effect)s") % told
