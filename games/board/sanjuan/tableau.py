"""The buildings of a seat on its twelve spaces, with their goods."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.board.goods import good_mark
from games.board.panels import Element
from games.board.piece_cards import piece_id
from games.board.sanjuan.card_faces import FACES, card_description, colour_of, mark_of, picture_of
from games.board.sanjuan.card_grid import fixed_grid, grid
from games.board.sanjuan.cards import mark_element
from games.board.sanjuan.scene import Scene
from games.board.text_fitting import FittedLine, fit_lines, text_width
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import MAX_BUILDINGS
from games.engine.sanjuan.view_types import BuildingView, SeatView
from games.wording import in_words, say, title

_BAND: Final = 20
_COLOUR_EDGE: Final = 13
"""The width of the coloured edge of a compact building."""
_HEIGHT: Final = 84
_COMPACT_HEIGHT: Final = 46
_EFFECT: Final = 9.0
_PICTURE: Final = 26
_MIN_PICTURE: Final = 18
"""The side of a building's picture, left of its points."""
_MAX_TILE_WIDTH: Final = 119
_COMPACT_COLUMNS: Final = 4
_CAPTION: Final = 11
_SEGMENT: Final = 11.0
"""The width of one space in the bar that shows how many of the twelve spaces are used."""


def tableau_element(scene: Scene, seat: int, room: float, *, compact: bool, small_columns: int = 0) -> Element:
    """The rows in use, and a bar of twelve segments. compact: names and goods only, as with `small_columns`."""
    owner = scene.view.seats[seat]
    columns = small_columns or (_COMPACT_COLUMNS if room > 280 else 3)
    compact = compact or small_columns > 0
    cells = fixed_grid(room, columns) if compact else grid(room, _MAX_TILE_WIDTH)
    height = _COMPACT_HEIGHT if compact else _HEIGHT
    built = len(owner.buildings)
    spaces = min(MAX_BUILDINGS, cells.rows(built) * cells.columns)
    draw = _compact_tile if compact else _tile
    tiles = [
        {
            "width": cells.cell_width,
            **cells.corner(slot, height),
            **(draw(scene, seat, slot, owner.buildings[slot], cells.cell_width) if slot < built else {}),
        }
        for slot in range(spaces)
    ]
    caption = buildings_caption(owner)
    step = min(_SEGMENT, (room - text_width(caption, _CAPTION) - 8) / MAX_BUILDINGS)
    return {
        "caption": caption,
        "segments": [{"x": round(step * slot, 1), "full": slot < built} for slot in range(MAX_BUILDINGS)],
        "segments_x": round(room - MAX_BUILDINGS * step + 2, 1),
        "segment": round(step - 2, 1),
        "tiles": tiles,
        "height": height,
        "compact": compact,
        "edge": _COLOUR_EDGE,
        "edge_end": height - 1,
        "edge_corner": height - 4.5,
        "bottom": cells.total_height(spaces, height),
    }


def buildings_caption(owner: SeatView) -> str:
    """How many of the twelve spaces are used."""
    return _("Buildings, %(count)d of %(spaces)d") % {"count": len(owner.buildings), "spaces": MAX_BUILDINGS}


def _tile(scene: Scene, seat: int, slot: int, building: BuildingView, width: float) -> Element:
    face = FACES[building.building]
    name = fit_lines(title(terms.card(building.building)), width - 8, 11, 8, 2, bold=True)
    lines = [
        {"y": round(_BAND + 12 + index * 11.5, 1), "bold": True, **line._asdict()} for index, line in enumerate(name)
    ]
    if face.good is None:
        first = lines[-1]["y"] + 11
        effect = _effect(in_words(terms.effect(building.building)), width, above_points=len(name) == 1)
        lines += [{"y": round(first + index * 10, 1), **line._asdict()} for index, line in enumerate(effect)]
    return {
        **_common(scene, seat, slot, building),
        "lines": lines,
        "picture": _picture(building.building, width, lines[-1]["y"] + 3),
        "cost": face.cost,
        "mark": mark_element(scene, mark_of(building.building)),
        "mark_x": round(width - 11.5, 1),
        "band_end": width - 1,
        "band_corner": width - 5,
        "good_y": _HEIGHT - 25,
        "good_x": 5,
        "vp_x": width - 23,
        "vp_y": _HEIGHT - 22,
    }


def _picture(kind: str, width: float, top: float) -> Element | None:
    """As large as there is room below the text."""
    side = min(_PICTURE, _HEIGHT - 4 - top)
    if side < _MIN_PICTURE:
        return None
    corner = {"x": round(width - 26 - side, 1), "y": round(_HEIGHT - 4 - side, 1)}
    return {"mark": picture_of(kind), "scale": round(side / 24, 3), **corner}


def _effect(text: str, width: float, *, above_points: bool) -> list[FittedLine]:
    """The effect's lines: over the whole width if two lines above the points are enough, else beside the points."""
    if above_points:
        broad = fit_lines(text, width - 9, _EFFECT, _EFFECT, 2)
        if not broad[-1].text.endswith("…"):
            return broad
    return fit_lines(text, width - 30, _EFFECT, 7.5, 3 if above_points else 2)


def _compact_tile(scene: Scene, seat: int, slot: int, building: BuildingView, width: float) -> Element:
    name = fit_lines(title(terms.card(building.building)), width - _COLOUR_EDGE - 6, 9.5, 7.5, 2, bold=True)
    return {
        **_common(scene, seat, slot, building),
        "lines": [{"y": 11 + index * 9.5, "bold": True, **line._asdict()} for index, line in enumerate(name)],
        "mark": mark_element(scene, mark_of(building.building)),
        "good_y": _COMPACT_HEIGHT - 20,
        "good_x": _COLOUR_EDGE + 3,
        "vp_x": width - 17,
        "vp_y": _COMPACT_HEIGHT - 18,
    }


def _common(scene: Scene, seat: int, slot: int, building: BuildingView) -> Element:
    kind = building.building
    label = card_description(kind)
    drawn: Element = {
        "label": label,
        "piece": piece_id("card", kind),
        "vp": FACES[kind].value,
        "great": FACES[kind].vp is None,
        "ground": scene.colours["dusk" if FACES[kind].good is None else "soft"],
        "band": scene.colours[colour_of(kind)],
        "place": _place(scene, seat, slot, building),
    }
    if scene.is_viewers(seat):
        drawn["hotspot"] = scene.hotspot(f"building:{kind}", label)
    return drawn


def _place(scene: Scene, seat: int, slot: int, building: BuildingView) -> Element | None:
    """The place for a plant's good, which is a card face down."""
    made = FACES[building.building].good
    if made is None:
        return None
    if building.good:
        label = say("{good} on building {number}", good=terms.good(made), number=slot + 1)
    else:
        label = say("no {good} on building {number}", good=terms.good(made), number=slot + 1)
    place: Element = {"label": label, "good": good_mark(scene.colours, made) if building.good else None}
    if scene.is_viewers(seat):
        place["hotspot"] = scene.hotspot(f"good:{slot}", label)
    return place


def tableau_marks(town: Element) -> set[str]:
    """The names of the pictures in it."""
    return {tile["picture"]["mark"] for tile in town["tiles"] if tile.get("picture")}


def built_kinds(seat: SeatView) -> set[str]:
    return {building.building for building in seat.buildings}
