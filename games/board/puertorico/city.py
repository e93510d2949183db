"""The city of one seat: its buildings on twelve spaces."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.goods import GOOD_LETTERS
from games.board.panels import Element
from games.board.piece_cards import piece_id
from games.board.puertorico.colonist_places import TILE_GAP, SeatSizes, Workers, circle_element, place_hotspot
from games.board.puertorico.scene import Scene, building_mark, picture_of
from games.board.text_fitting import fit_lines
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import CITY_SPACES
from games.engine.puertorico.view_types import OwnedBuildingView, PlayerView
from games.wording import in_words, title

_COLUMNS: Final = 4
_BAND: Final = 13
"""The width of a building's coloured edge, with the letter of its good."""


_PICTURE_MARGIN: Final = 3
"""Between a building's picture and the edges of its tile."""


def city_element(scene: Scene, player: PlayerView, room: float, sizes: SeatSizes, *, all_rows: bool) -> Element:
    """Small buildings from the first space on; large ones on two spaces each, from the bottom.

    all_rows: also the rows that have free spaces only.
    """
    height = sizes.city_height
    step = (room + TILE_GAP) / _COLUMNS
    large = [building for building in player.city if building.spaces > 1]
    small = [building for building in player.city if building.spaces == 1]
    rows = CITY_SPACES // _COLUMNS
    if not all_rows:
        rows = min(rows, -(-(len(small) + 2 * len(large)) // _COLUMNS))
    pairs = [(row, column) for row in range(rows - 1, -1, -1) for column in (0, 2)][: len(large)]
    taken = {(row, column + half) for row, column in pairs for half in (0, 1)}
    free = [(row, column) for row in range(rows) for column in range(_COLUMNS) if (row, column) not in taken]
    places: list[tuple[int, int, OwnedBuildingView | None]] = [
        *((row, column, building) for (row, column), building in zip(pairs, large, strict=True)),
        *((row, column, building) for (row, column), building in zip(free, small, strict=False)),
        *((row, column, None) for row, column in free[len(small) :]),
    ]
    elements: list[Element] = []
    for row, column, building in places:
        tile_width = round(step * (building.spaces if building else 1) - TILE_GAP, 1)
        tile: Element = {"x": round(column * step, 1), "y": row * (height + TILE_GAP), "width": tile_width}
        if building:
            tile |= _tile(scene, player, building, tile_width, sizes)
        elements.append(tile)
    return {
        "caption": city_caption(player),
        "tiles": elements,
        "height": height,
        "band": _BAND,
        "band_middle": (_BAND + 1) / 2,
        "text_x": _BAND + 4,
        "picture_y": height - sizes.picture - _PICTURE_MARGIN,
        "picture_scale": round(sizes.picture / 24, 3),
        "letter_y": round(height / 2 + 3.6, 1),
        "band_end": height - 1,
        "band_corner": height - 4.5,
        "bottom": max(rows * (height + TILE_GAP) - TILE_GAP, 0),
    }


def city_caption(player: PlayerView) -> str:
    caption = ngettext("City, %(count)d of %(spaces)d space", "City, %(count)d of %(spaces)d spaces", CITY_SPACES)
    return caption % {"count": player.city_used, "spaces": CITY_SPACES}


def _tile(
    scene: Scene, player: PlayerView, building: OwnedBuildingView, tile_width: float, sizes: SeatSizes
) -> Element:
    made = building_mark(scene, building.building)
    good = made["kind"] if made else ""
    lines = fit_lines(
        title(terms.building(building.building)), tile_width - _BAND - 7, sizes.name_size, 7.5, 2, bold=True
    )
    label = _label(building)
    size = sizes.circle
    y = sizes.city_height - size - 4
    step = min(size + 2, (tile_width - _BAND - size - 6) / 2)
    workers = Workers(building.colonists, building.nobles)
    # A small tile with three circles has no room for a picture.
    picture_x = tile_width - sizes.picture - _PICTURE_MARGIN
    pictured = sizes.picture and _BAND + 3 + step * (building.circles - 1) + size < picture_x
    return {
        "label": label,
        "piece": piece_id("building", building.building),
        "picture": picture_of(building.building) if pictured else "",
        "picture_x": round(picture_x, 1),
        "ground": scene.colours["soft" if good else "dusk"],
        "band": scene.colours[good or "violet"],
        "lines": [
            {"y": sizes.name_size + 3 + index * (sizes.name_size + 1), "text": line.text, "size": line.size}
            for index, line in enumerate(lines)
        ],
        "letter": GOOD_LETTERS.get(good, ""),
        "on": scene.colours[f"on{good}"] if good else "",
        "circles": [
            circle_element(
                scene,
                player,
                building.building,
                index,
                workers=workers,
                on="",
                x=_BAND + 3 + index * step,
                y=y,
                size=size,
            )
            for index in range(building.circles)
        ],
        **place_hotspot(scene, player, building.building, label),
    }


def _label(building: OwnedBuildingView) -> str:
    values = {
        "building": title(terms.building(building.building)),
        "filled": building.colonists,
        "circles": building.circles,
        "nobles": building.nobles,
        "effect": in_words(terms.effect(building.building)),
    }
    if not building.circles:
        return _("%(building)s: %(effect)s") % values
    if building.nobles:
        pattern = ngettext(
            "%(building)s: %(filled)d of %(circles)d circles occupied, by nobles: %(nobles)d; %(effect)s",
            "%(building)s: %(filled)d of %(circles)d circles occupied, by nobles: %(nobles)d; %(effect)s",
            building.circles,
        )
        return pattern % values
    pattern = ngettext(
        "%(building)s: %(filled)d of %(circles)d circles occupied; %(effect)s",
        "%(building)s: %(filled)d of %(circles)d circles occupied; %(effect)s",
        building.circles,
    )
    return pattern % values
