"""The panel of one seat: the player, their possessions, island and city."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.board.goods import good_mark
from games.board.panels import Element, Panel
from games.board.puertorico.city import city_element
from games.board.puertorico.colonist_places import SeatSizes
from games.board.puertorico.island import island_element
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

_CAPTION: Final = 16
"""The height of the captions above island and city."""
_ISLAND_SHARE: Final = 0.37
"""The island's share of the width if the city is beside it."""
_BESIDE_FROM: Final = 560
"""From this width on the city is beside the island, else below it."""

_WIDE: Final = SeatSizes(4, 54, 54, 18, 11, picture=22)
_TALL: Final = SeatSizes(6, 46, 53, 18, 10.5, picture=22)
_COMPACT: Final = SeatSizes(12, 26, 42, 11, 9, plants=False)


def seat_panel(scene: Scene, seat: int, panel_width: float, *, compact: bool = False, wild: bool = True) -> Panel:
    """compact: without free city rows and pictures on the tiles.

    wild: whether free spaces of the island show what grows there.
    """
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
    land = island_element(scene, player, island_room, sizes, wild=wild)
    city_x = PADDING + island_room + 18 if beside else PADDING
    city_y = top if beside else top + land["bottom"] + _CAPTION + 4
    town = city_element(scene, player, panel_width - PADDING - city_x, sizes, all_rows=all_rows)
    context: Element = {
        **_heading(scene, player, panel_width),
        "stats": _stats(scene, player, wealth_room),
        "goods": _goods(scene, player, goods_x, goods_room),
        "goods_y": goods_y,
        "good_width": round(goods_room / len(GOOD_NAMES) - 4, 1),
        "island": {**land, "x": PADDING, "y": top},
        "city": {**town, "x": round(city_x, 1), "y": city_y},
    }
    return Panel(
        "puertorico/seat.svg",
        _("Board of %(name)s") % {"name": scene.names[seat]},
        panel_width,
        round(max(top + land["bottom"], city_y + town["bottom"]) + 10, 1),
        context,
        _marks(scene, player, land, town),
        headed=False,
    )


def _marks(scene: Scene, player: PlayerView, land: Element, town: Element) -> frozenset[str]:
    plants = {f"plant-{tiles.kind}" for tiles in player.island if tiles.count}
    roles = {role.split()[0] for role in player.roles}
    pictures = {tile["picture"] for tile in town["tiles"] if tile.get("picture")}
    wild = {tile["land"] for tile in land["tiles"] if tile.get("land")}
    marks = {*GOOD_NAMES, "coin", "vp", "circle", "ring", "governor", *worker_marks(scene)}
    return frozenset(marks | plants | roles | pictures | wild)


def _heading(scene: Scene, player: PlayerView, panel_width: float) -> Element:
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


def _stats(scene: Scene, player: PlayerView, room: float) -> list[Element]:
    """Doubloons, VP (chips + buildings), colonists, nobles, and those of them in San Juan."""
    chips = "?" if player.vp is None else str(player.vp)
    on_buildings = _("%(count)d on buildings") % {"count": player.building_vp}
    ordinary = player.colonists - player.nobles
    stats = [
        ("coin", str(player.doubloons), doubloons_text(player.doubloons)),
        ("vp", f"{chips} + {player.building_vp}", f"{vp_chips_text(player.vp)}, {on_buildings}"),
        ("colonist", str(ordinary), colonists_text(ordinary)),
    ]
    if scene.nobles:
        stats.append(("noble", str(player.nobles), nobles_text(player.nobles)))
    elements: list[Element] = []
    x: float = PADDING
    for mark, text, label in stats:
        width = 25 + text_width(text, 14, bold=True)
        stat: Element = {
            "x": round(x, 1),
            "mark": mark,
            "label": label,
            "lines": [{"y": 16.4, "text": text, "size": 14}],
        }
        elements.append(stat | _stat_hotspot(scene, player, mark, label, -4, width + 8))
        x += width + 16
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


def _goods(scene: Scene, player: PlayerView, x: float, room: float) -> list[Element]:
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
