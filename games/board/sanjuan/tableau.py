"""The buildings before a seat on its twelve spaces, with their goods."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.board.goods import good_mark
from games.board.lettering import Line, width, wrapped
from games.board.panels import Drawn
from games.board.sanjuan.cards import shape
from games.board.sanjuan.faces import FACES, colour_of, mark_of, told
from games.board.sanjuan.rows import fixed, grid
from games.board.sanjuan.scene import Scene
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.components import SPACES
from games.engine.sanjuan.view import BuildingView, SeatView
from games.wording import in_words, title

_BAND: Final = 20
_EDGE: Final = 13
"""The coloured edge of a building drawn at a glance."""
_HEIGHT: Final = 78
_GLANCE: Final = 46
_EFFECT: Final = 9.0
_WIDEST: Final = 119
_GLANCED_ACROSS: Final = 4
_CAPTION: Final = 11
_SEGMENT: Final = 11.0
"""A space in the row that shows how near the end is."""


def tableau(scene: Scene, seat: int, room: float, *, compact: bool) -> Drawn:
    """The rows in use, and a mark for each of the twelve spaces. compact: names and goods only."""
    owner = scene.view.seats[seat]
    cells = fixed(room, _GLANCED_ACROSS if room > 280 else 3) if compact else grid(room, _WIDEST)
    height = _GLANCE if compact else _HEIGHT
    built = len(owner.buildings)
    spaces = min(SPACES, cells.rows(built) * cells.columns)
    draw = _glanced if compact else _tile
    tiles = [
        {
            "width": cells.across,
            **cells.corner(slot, height),
            **(draw(scene, seat, slot, owner.buildings[slot], cells.across) if slot < built else {}),
        }
        for slot in range(spaces)
    ]
    caption = _("Buildings, %(count)d of %(spaces)d") % {"count": built, "spaces": SPACES}
    step = min(_SEGMENT, (room - width(caption, _CAPTION) - 8) / SPACES)
    return {
        "caption": caption,
        "segments": [{"x": round(step * slot, 1), "full": slot < built} for slot in range(SPACES)],
        "segments_x": round(room - SPACES * step + 2, 1),
        "segment": round(step - 2, 1),
        "tiles": tiles,
        "height": height,
        "compact": compact,
        "edge": _EDGE,
        "edge_end": height - 1,
        "edge_corner": height - 4.5,
        "bottom": cells.down(spaces, height),
    }


def _tile(scene: Scene, seat: int, slot: int, building: BuildingView, across: float) -> Drawn:
    face = FACES[building.building]
    name = wrapped(title(terms.card(building.building)), across - 8, 11, 8, 2, bold=True)
    lines = [
        {"y": round(_BAND + 12 + index * 11.5, 1), "bold": True, **line._asdict()} for index, line in enumerate(name)
    ]
    if face.good is None:
        first = lines[-1]["y"] + 11
        effect = _effect(in_words(terms.effect(building.building)), across, above_points=len(name) == 1)
        lines += [{"y": round(first + index * 10, 1), **line._asdict()} for index, line in enumerate(effect)]
    return {
        **_common(scene, seat, slot, building),
        "lines": lines,
        "cost": face.cost,
        "mark": shape(scene, mark_of(building.building)),
        "mark_x": round(across - 11.5, 1),
        "band_end": across - 1,
        "band_corner": across - 5,
        "good_y": _HEIGHT - 25,
        "good_x": 5,
        "vp_x": across - 23,
        "vp_y": _HEIGHT - 22,
    }


def _effect(text: str, across: float, *, above_points: bool) -> list[Line]:
    """Over the whole width if two lines above the points are enough, else beside the points."""
    if above_points:
        broad = wrapped(text, across - 9, _EFFECT, _EFFECT, 2)
        if not broad[-1].text.endswith("…"):
            return broad
    return wrapped(text, across - 30, _EFFECT, 7.5, 3 if above_points else 2)


def _glanced(scene: Scene, seat: int, slot: int, building: BuildingView, across: float) -> Drawn:
    name = wrapped(title(terms.card(building.building)), across - _EDGE - 6, 9.5, 7.5, 2, bold=True)
    return {
        **_common(scene, seat, slot, building),
        "lines": [{"y": 11 + index * 9.5, "bold": True, **line._asdict()} for index, line in enumerate(name)],
        "mark": shape(scene, mark_of(building.building)),
        "good_y": _GLANCE - 20,
        "good_x": _EDGE + 3,
        "vp_x": across - 17,
        "vp_y": _GLANCE - 18,
    }


def _common(scene: Scene, seat: int, slot: int, building: BuildingView) -> Drawn:
    kind = building.building
    label = told(kind)
    drawn: Drawn = {
        "label": label,
        "vp": FACES[kind].value,
        "great": FACES[kind].vp is None,
        "ground": scene.colours["dusk" if FACES[kind].good is None else "soft"],
        "band": scene.colours[colour_of(kind)],
        "place": _place(scene, seat, slot, building),
    }
    if scene.owns(seat):
        drawn["spot"] = scene.spot(f"building:{kind}", label)
    return drawn


def _place(scene: Scene, seat: int, slot: int, building: BuildingView) -> Drawn | None:
    """Where a plant's good lies: a card face down, known by its plant."""
    made = FACES[building.building].good
    if made is None:
        return None
    named = {"good": in_words(terms.good(made)), "number": slot + 1}
    label = (_("%(good)s on building %(number)d") if building.good else _("no %(good)s on building %(number)d")) % named
    place: Drawn = {"label": label, "good": good_mark(scene.colours, made) if building.good else None}
    if scene.owns(seat):
        place["spot"] = scene.spot(f"good:{slot}", label)
    return place


def kinds_before(seat: SeatView) -> set[str]:
    return {building.building for building in seat.buildings}
