"""What a seat shows of its player: name, role, figures and goods."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.board.goods import good_mark
from games.board.panels import Element
from games.board.puertorico.scene import (
    Scene,
    barrels_text,
    colonists_text,
    doubloons_text,
    nobles_text,
    vp_chips_text,
    worker_marks,
)
from games.board.puertorico.shared_panels import PADDING
from games.board.text_fitting import fit_line, fit_lines, text_width
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import GOOD_NAMES
from games.engine.puertorico.view_types import PlayerView
from games.wording import say


def board_title(scene: Scene, player: PlayerView) -> str:
    return _("Board of %(name)s") % {"name": scene.names[player.seat]}


def possession_marks(scene: Scene, player: PlayerView) -> frozenset[str]:
    """The names of the marks that these elements are drawn with."""
    roles = {role.split()[0] for role in player.roles}
    return frozenset({*GOOD_NAMES, "coin", "vp", "governor", *worker_marks(scene), *roles})


def heading(scene: Scene, player: PlayerView, panel_width: float) -> Element:
    """Name and governor; on the right whether it is the seat's turn, and the roles it picked in this round."""
    right = panel_width - PADDING
    turn = None
    if scene.view.to_move == player.seat:
        text = _("to move")
        width = round(text_width(text, 11.5, bold=True) + 20, 1)
        right -= width
        turn = {"x": right, "width": width, "middle": width / 2, "text": text}
        right -= 6
    roles = []
    for role in reversed(player.roles):
        right -= 26
        label = say("picked the {role}", role=terms.role(role))
        roles.append({"x": right, "mark": role.split()[0], "label": label})
    name_x = PADDING + (28 if player.governor else 0)
    name = fit_line(scene.names[player.seat], right - name_x - 6, 15, 11, bold=True)
    return {"governor": player.governor, "name": name, "name_x": name_x, "turn": turn, "roles": roles}


def stats(scene: Scene, player: PlayerView, room: float, *, brief: bool = False) -> list[Element]:
    """Doubloons, VP (chips + buildings), colonists, nobles, and those of them in San Juan.

    brief: that nobody is in San Juan is not said.
    """
    chips = "?" if player.vp is None else str(player.vp)
    on_buildings = _("%(count)d on buildings") % {"count": player.building_vp}
    ordinary = player.colonists - player.nobles
    shown = [
        ("coin", str(player.doubloons), doubloons_text(player.doubloons)),
        ("vp", f"{chips} + {player.building_vp}", f"{vp_chips_text(player.vp)}, {on_buildings}"),
        ("colonist", str(ordinary), colonists_text(ordinary)),
    ]
    if scene.nobles:
        shown.append(("noble", str(player.nobles), nobles_text(player.nobles)))
    elements: list[Element] = []
    x: float = PADDING
    for mark, text, label in shown:
        width = 25 + text_width(text, 14, bold=True)
        stat: Element = {
            "x": round(x, 1),
            "mark": mark,
            "label": label,
            "lines": [{"y": 16.4, "text": text, "size": 14}],
        }
        elements.append(stat | _stat_hotspot(scene, player, mark, label, -4, width + 8))
        x += width + 16
    if brief and not player.san_juan and not scene.view.over:
        return elements
    note = _total(player) if scene.view.over else _in_san_juan(player)
    # A note begins where a text beside a mark would.
    x = round(x - 34, 1)
    lines = _note_lines(note, PADDING + room - x - 35)
    width = max(text_width(line["text"], line["size"]) for line in lines)
    stat = {"x": x, "mark": "", "label": note, "lines": lines}
    elements.append(stat | _stat_hotspot(scene, player, "", note, 20, width + 10))
    return elements


def _note_lines(note: str, room: float) -> list[Element]:
    """The note on one line if there is room, else small on two."""
    if text_width(note, 11) <= room:
        line = fit_line(note, room, 12, 11)
        return [{"y": 16.4, "text": line.text, "size": line.size}]
    few = fit_lines(note, room, 10, 8, 2)
    first = 15.6 if len(few) == 1 else 10
    return [{"y": first + index * 11, "text": line.text, "size": line.size} for index, line in enumerate(few)]


_STAT_TARGETS: Final = {"vp": "vp", "": "place:San Juan"}
"""By the stat's mark, its target: the black market takes victory points and colonists."""


def _stat_hotspot(scene: Scene, player: PlayerView, mark: str, label: str, left: float, width: float) -> Element:
    if not scene.is_viewers(player) or mark not in _STAT_TARGETS:
        return {}
    return {"hotspot": scene.hotspot(_STAT_TARGETS[mark], label), "left": left, "width": round(width, 1)}


def _total(player: PlayerView) -> str:
    return _("total %(count)d") % {"count": player.total}


def _in_san_juan(player: PlayerView) -> str:
    values = {"count": player.san_juan, "nobles": player.nobles_in_san_juan}
    if player.nobles_in_san_juan:
        return _("%(count)d in San Juan, nobles: %(nobles)d") % values
    return _("%(count)d in San Juan") % values


def goods(scene: Scene, player: PlayerView, x: float, room: float) -> list[Element]:
    chosen_here = scene.is_viewers(player) and scene.view.stage != "craftsman"
    return [
        {
            "x": round(x + index * room / len(GOOD_NAMES), 1),
            "count": player.goods[good],
            "good": good_mark(scene.colours, good),
            "hotspot": scene.hotspot(f"good:{good}", barrels_text(player.goods[good], good), here=chosen_here),
        }
        for index, good in enumerate(GOOD_NAMES)
    ]
