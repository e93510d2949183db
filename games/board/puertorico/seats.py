"""The panel of one seat: who it is, what he has, his island and his city."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.board.goods import good_mark
from games.board.lettering import fitted, width, wrapped
from games.board.panels import Drawn, Panel
from games.board.puertorico.city import city
from games.board.puertorico.island import island
from games.board.puertorico.places import Measure
from games.board.puertorico.scene import Scene, barrels, colonists, doubloons, nobles, people, points
from games.board.puertorico.shared import EDGE
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import GOOD_NAMES
from games.engine.puertorico.view import PlayerView
from games.wording import in_words

_CAPTION: Final = 16
"""Room for the words above island and city."""
_ISLAND_SHARE: Final = 0.37
"""Of the width, where the city lies beside the island."""
_BESIDE_FROM: Final = 560

_WIDE: Final = Measure(4, 50, 50, 18, 11)
_TALL: Final = Measure(6, 46, 52, 18, 10.5)
_COMPACT: Final = Measure(12, 26, 42, 11, 9, plants=False)


def seat_panel(scene: Scene, seat: int, panel_width: float, *, compact: bool = False) -> Panel:
    """compact: without free city rows and pictures on the tiles, for those at whom one glances."""
    player = scene.view.players[seat]
    beside = panel_width >= _BESIDE_FROM and not compact
    measure = _COMPACT if compact else (_WIDE if beside else _TALL)
    whole = not compact and (beside or scene.owns(player))
    inner = panel_width - 2 * EDGE
    island_room = inner * _ISLAND_SHARE if beside else inner
    # Beside the goods the wealth takes half of the room, with nobles a little more.
    wealth_room = inner * (0.57 if scene.nobles else 0.5) if beside else inner
    goods_x, goods_room, goods_y = (EDGE + wealth_room, inner - wealth_room, 31) if beside else (EDGE, inner, 61)
    top = goods_y + 30 + _CAPTION
    land = island(scene, player, island_room, measure)
    city_x = EDGE + island_room + 18 if beside else EDGE
    city_y = top if beside else top + land["bottom"] + _CAPTION + 4
    town = city(scene, player, panel_width - EDGE - city_x, measure, whole=whole)
    context: Drawn = {
        **_heading(scene, player, panel_width),
        "stats": _stats(scene, player, wealth_room),
        "goods": _goods(scene, player, goods_x, goods_room),
        "goods_y": goods_y,
        "good_width": round(goods_room / len(GOOD_NAMES) - 4, 1),
        "island": {**land, "x": EDGE, "y": top},
        "city": {**town, "x": round(city_x, 1), "y": city_y},
    }
    return Panel(
        "puertorico/seat.svg",
        _("Board of %(name)s") % {"name": scene.names[seat]},
        panel_width,
        round(max(top + land["bottom"], city_y + town["bottom"]) + 10, 1),
        context,
        _marks(scene, player),
        headed=False,
    )


def _marks(scene: Scene, player: PlayerView) -> frozenset[str]:
    plants = {f"plant-{tiles.kind}" for tiles in player.island if tiles.count}
    roles = {role.split()[0] for role in player.roles}
    return frozenset({*GOOD_NAMES, "coin", "vp", "circle", "governor", *people(scene), *plants, *roles})


def _heading(scene: Scene, player: PlayerView, panel_width: float) -> Drawn:
    """Name and marks; from the right: whose turn it is, the roles picked in this round."""
    right = panel_width - EDGE
    turn = None
    if scene.view.to_move == player.seat:
        text = _("to move")
        across = round(width(text, 11.5, bold=True) + 20, 1)
        right -= across
        turn = {"x": right, "width": across, "middle": across / 2, "text": text}
        right -= 6
    roles = []
    for role in reversed(player.roles):
        right -= 26
        label = _("picked the %(role)s") % {"role": in_words(terms.role(role))}
        roles.append({"x": right, "mark": role.split()[0], "label": label})
    name_x = EDGE + (28 if player.governor else 0)
    name = fitted(scene.names[player.seat], right - name_x - 6, 15, 11, bold=True)
    return {"governor": player.governor, "name": name, "name_x": name_x, "turn": turn, "roles": roles}


def _stats(scene: Scene, player: PlayerView, room: float) -> list[Drawn]:
    """Doubloons, VP (chips + buildings), colonists, nobles, and those of them in San Juan."""
    chips = "?" if player.vp is None else str(player.vp)
    on_buildings = _("%(count)d on buildings") % {"count": player.building_vp}
    ordinary = player.colonists - player.nobles
    stats = [
        ("coin", str(player.doubloons), doubloons(player.doubloons)),
        ("vp", f"{chips} + {player.building_vp}", f"{points(player.vp)}, {on_buildings}"),
        ("colonist", str(ordinary), colonists(ordinary)),
    ]
    if scene.nobles:
        stats.append(("noble", str(player.nobles), nobles(player.nobles)))
    drawn: list[Drawn] = []
    x: float = EDGE
    for mark, text, label in stats:
        across = 25 + width(text, 14, bold=True)
        stat: Drawn = {"x": round(x, 1), "mark": mark, "label": label, "lines": [{"y": 16.4, "text": text, "size": 14}]}
        drawn.append(stat | _stat_spot(scene, player, mark, label, -4, across + 8))
        x += across + 16
    note = _total(player) if scene.view.over else _in_san_juan(player)
    # Notes begin where a text beside a mark would.
    x = round(x - 34, 1)
    lines = _beside(note, EDGE + room - x - 35)
    across = max(width(line["text"], line["size"]) for line in lines)
    stat = {"x": x, "mark": "", "label": note, "lines": lines}
    drawn.append(stat | _stat_spot(scene, player, "", note, 20, across + 10))
    return drawn


def _beside(note: str, room: float) -> list[Drawn]:
    """On one line if there is room, else small on two."""
    if width(note, 11) <= room:
        line = fitted(note, room, 12, 11)
        return [{"y": 16.4, "text": line.text, "size": line.size}]
    few = wrapped(note, room, 10, 8, 2)
    first = 15.6 if len(few) == 1 else 10
    return [{"y": first + index * 11, "text": line.text, "size": line.size} for index, line in enumerate(few)]


_POINTED_AT: Final = {"vp": "vp", "": "place:San Juan"}
"""What of these an offer may point at, by the mark: the black market takes victory points and colonists."""


def _stat_spot(scene: Scene, player: PlayerView, mark: str, label: str, left: float, across: float) -> Drawn:
    if not scene.owns(player) or mark not in _POINTED_AT:
        return {}
    return {"spot": scene.spot(_POINTED_AT[mark], label), "left": left, "across": round(across, 1)}


def _total(player: PlayerView) -> str:
    return _("total %(count)d") % {"count": player.total}


def _in_san_juan(player: PlayerView) -> str:
    told = {"count": player.san_juan, "nobles": player.nobles_in_san_juan}
    if player.nobles_in_san_juan:
        return _("%(count)d in San Juan, nobles: %(nobles)d") % told
    return _("%(count)d in San Juan") % told


def _goods(scene: Scene, player: PlayerView, x: float, room: float) -> list[Drawn]:
    chosen_here = scene.owns(player) and scene.view.stage != "craftsman"
    return [
        {
            "x": round(x + index * room / len(GOOD_NAMES), 1),
            "count": player.goods[good],
            "good": good_mark(scene.colours, good),
            "spot": scene.spot(f"good:{good}", barrels(player.goods[good], good), here=chosen_here),
        }
        for index, good in enumerate(GOOD_NAMES)
    ]
