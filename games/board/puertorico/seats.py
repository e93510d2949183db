"""The panel of one seat: who it is, what he has, his island and his city."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.board.lettering import fitted, width, wrapped
from games.board.panels import Drawn, Panel
from games.board.puertorico.scene import (
    LETTERS,
    MAKES,
    Scene,
    barrels,
    colonists,
    doubloons,
    good_mark,
    points,
    title,
    word,
)
from games.board.puertorico.shared import EDGE
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import CITY_SPACES, GOOD_NAMES, ISLAND_SPACES
from games.engine.puertorico.view import IslandTilesView, OwnedBuildingView, PlayerView

_CITY_ACROSS: Final = 4
_GAP: Final = 5
_BAND: Final = 13
"""The coloured edge of a building, with its good's letter."""
_CAPTION: Final = 16
"""Room for the words above island and city."""
_ISLAND_SHARE: Final = 0.37
"""Of the width, where the city lies beside the island."""
_BESIDE_FROM: Final = 560


@dataclass(frozen=True)
class Measure:
    """How large a seat is drawn. circle: diameter; plants: whether tiles show more than their letter."""

    island_across: int
    island_height: float
    city_height: float
    circle: float
    name_size: float
    plants: bool = True


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
    goods_x, goods_room, goods_y = (EDGE + inner / 2, inner / 2, 31) if beside else (EDGE, inner, 61)
    top = goods_y + 30 + _CAPTION
    island = _island(scene, player, island_room, measure)
    city_x = EDGE + island_room + 18 if beside else EDGE
    city_y = top if beside else top + island["bottom"] + _CAPTION + 4
    city = _city(scene, player, panel_width - EDGE - city_x, measure, whole=whole)
    goods = _goods(scene, player, goods_x, goods_room)
    context: Drawn = {
        **_heading(scene, player, panel_width),
        "stats": _stats(scene, player),
        "goods": goods,
        "goods_y": goods_y,
        "good_width": round(goods_room / len(GOOD_NAMES) - 4, 1),
        "island": {**island, "x": EDGE, "y": top},
        "city": {**city, "x": round(city_x, 1), "y": city_y},
    }
    return Panel(
        "puertorico/seat.svg",
        _("Board of %(name)s") % {"name": scene.names[seat]},
        panel_width,
        round(max(top + island["bottom"], city_y + city["bottom"]) + 10, 1),
        context,
        _marks(player),
        headed=False,
    )


def _marks(player: PlayerView) -> frozenset[str]:
    plants = {f"plant-{tiles.kind}" for tiles in player.island if tiles.count}
    roles = {role.split()[0] for role in player.roles}
    return frozenset({*GOOD_NAMES, "coin", "vp", "colonist", "circle", "governor", *plants, *roles})


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
        label = _("picked the %(role)s") % {"role": word(terms.role(role))}
        roles.append({"x": right, "mark": role.split()[0], "label": label})
    name_x = EDGE + (28 if player.governor else 0)
    name = fitted(scene.names[player.seat], right - name_x - 6, 15, 11, bold=True)
    return {"governor": player.governor, "name": name, "name_x": name_x, "turn": turn, "roles": roles}


def _stats(scene: Scene, player: PlayerView) -> list[Drawn]:
    """Doubloons, VP (chips + buildings), colonists, and those of them in San Juan."""
    chips = "?" if player.vp is None else str(player.vp)
    on_buildings = _("%(count)d on buildings") % {"count": player.building_vp}
    stats = [
        ("coin", str(player.doubloons), doubloons(player.doubloons)),
        ("vp", f"{chips} + {player.building_vp}", f"{points(player.vp)}, {on_buildings}"),
        ("colonist", str(player.colonists), colonists(player.colonists)),
    ]
    drawn: list[Drawn] = []
    x: float = EDGE
    for mark, text, label in stats:
        drawn.append({"x": round(x, 1), "mark": mark, "text": text, "label": label, "size": 14})
        x += 25 + width(text, 14, bold=True) + 16
    note = _("%(count)d in San Juan") % {"count": player.san_juan}
    if scene.view.over:
        note = _("total %(count)d") % {"count": player.total}
    drawn.append({"x": round(x - 34, 1), "mark": "", "text": note, "label": note, "size": 12})
    return drawn


def _goods(scene: Scene, player: PlayerView, x: float, room: float) -> list[Drawn]:
    chosen_here = scene.owns(player) and scene.view.stage != "craftsman"
    return [
        {
            "x": round(x + index * room / len(GOOD_NAMES), 1),
            "count": player.goods[good],
            "good": good_mark(scene, good),
            "spot": scene.spot(f"good:{good}", barrels(player.goods[good], good), here=chosen_here),
        }
        for index, good in enumerate(GOOD_NAMES)
    ]


def _place_spot(scene: Scene, player: PlayerView, place: str, label: str) -> Drawn:
    """The viewer's own tiles and buildings can be pointed at, the wharf also as a ship."""
    if not scene.owns(player):
        return {}
    target = "wharf" if place == "wharf" and "wharf" in scene.lit else f"place:{place}"
    return {"spot": scene.spot(target, label, holds=scene.view.placement is not None)}


def _circle(
    scene: Scene, player: PlayerView, place: str, index: int, *, filled: bool, on: str, x: float, y: float, size: float
) -> Drawn:
    return {
        "on": on,
        "x": round(x, 1),
        "y": round(y, 1),
        "scale": round(size / 24, 3),
        "filled": filled,
        "hit": size + 8,
        "hit_x": round(x - 4, 1),
        "hit_y": round(y - 4, 1),
        "attributes": _circle_attributes(scene, place, index, filled=filled) if scene.owns(player) else "",
    }


def _circle_attributes(scene: Scene, place: str, index: int, *, filled: bool) -> SafeString:
    """Which circle of the viewer's it is; while he places colonists, something to tick."""
    state = "circle filled" if filled else "circle"
    identity = format_html(' class="{}" data-kind="{}" data-index="{}"', state, place, index)
    if scene.view.placement is None:
        return identity
    return identity + format_html(
        ' role="checkbox" tabindex="0" aria-checked="{}" aria-label="{}"',
        "true" if filled else "false",
        _("colonist on %(place)s, circle %(number)d") % {"place": word(terms.place(place)), "number": index + 1},
    )


def _island(scene: Scene, player: PlayerView, room: float, measure: Measure) -> Drawn:
    across, height = measure.island_across, measure.island_height
    gap = _GAP if measure.plants else 3
    tile_width = round((room + gap) / across - gap, 1)
    owned = [(tiles, index) for tiles in player.island for index in range(tiles.count)]
    drawn: list[Drawn] = []
    for space in range(ISLAND_SPACES):
        tile: Drawn = {
            "x": round(space % across * (tile_width + gap), 1),
            "y": space // across * (height + gap),
        }
        if space < len(owned):
            tile |= _island_tile(scene, player, *owned[space], tile_width, measure)
        drawn.append(tile)
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


def _island_tile(
    scene: Scene, player: PlayerView, tiles: IslandTilesView, index: int, tile_width: float, measure: Measure
) -> Drawn:
    filled = index < tiles.occupied
    label = title(terms.tile(tiles.kind)) + ", " + (_("occupied") if filled else _("empty"))
    size, on = measure.circle, scene.colours[f"on{tiles.kind}"]
    x = tile_width - size - (4 if measure.plants else 2)
    y = measure.island_height - size - 4 if measure.plants else (measure.island_height - size) / 2
    return {
        "kind": tiles.kind,
        "fill": scene.colours[tiles.kind],
        "on": on,
        "letter": LETTERS[tiles.kind],
        "label": label,
        "circle": _circle(scene, player, tiles.kind, index, filled=filled, on=on, x=x, y=y, size=size),
        **_place_spot(scene, player, tiles.kind, label),
    }


def _city(scene: Scene, player: PlayerView, room: float, measure: Measure, *, whole: bool) -> Drawn:
    """Small buildings from the first space on, large ones over two spaces from the bottom.

    whole: with all free spaces, not only those of the rows in use.
    """
    height = measure.city_height
    step = (room + _GAP) / _CITY_ACROSS
    large = [building for building in player.city if building.spaces > 1]
    small = [building for building in player.city if building.spaces == 1]
    rows = CITY_SPACES // _CITY_ACROSS
    if not whole:
        rows = min(rows, -(-(len(small) + 2 * len(large)) // _CITY_ACROSS))
    pairs = [(row, column) for row in range(rows - 1, -1, -1) for column in (0, 2)][: len(large)]
    taken = {(row, column + half) for row, column in pairs for half in (0, 1)}
    free = [(row, column) for row in range(rows) for column in range(_CITY_ACROSS) if (row, column) not in taken]
    places: list[tuple[int, int, OwnedBuildingView | None]] = [
        *((row, column, building) for (row, column), building in zip(pairs, large, strict=True)),
        *((row, column, building) for (row, column), building in zip(free, small, strict=False)),
        *((row, column, None) for row, column in free[len(small) :]),
    ]
    drawn: list[Drawn] = []
    for row, column, building in places:
        tile_width = round(step * (building.spaces if building else 1) - _GAP, 1)
        tile: Drawn = {"x": round(column * step, 1), "y": row * (height + _GAP), "width": tile_width}
        if building:
            tile |= _city_tile(scene, player, building, tile_width, measure)
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
        "bottom": max(rows * (height + _GAP) - _GAP, 0),
    }


def _city_tile(
    scene: Scene, player: PlayerView, building: OwnedBuildingView, tile_width: float, measure: Measure
) -> Drawn:
    good = MAKES.get(building.building)
    name = title(terms.building(building.building))
    lines = wrapped(name, tile_width - _BAND - 7, measure.name_size, 7.5, 2, bold=True)
    label = _("%(building)s: %(filled)d of %(circles)d circles occupied; %(effect)s") % {
        "building": name,
        "filled": building.colonists,
        "circles": building.circles,
        "effect": word(terms.effect(building.building)),
    }
    size = measure.circle
    y = measure.city_height - size - 4
    step = min(size + 2, (tile_width - _BAND - size - 6) / 2)
    return {
        "label": label,
        "ground": scene.colours["soft" if good else "dusk"],
        "band": scene.colours[good or "violet"],
        "lines": [
            {"y": measure.name_size + 3 + index * (measure.name_size + 1), "text": line.text, "size": line.size}
            for index, line in enumerate(lines)
        ],
        "letter": LETTERS[good] if good else "",
        "on": scene.colours[f"on{good}"] if good else "",
        "circles": [
            _circle(
                scene,
                player,
                building.building,
                index,
                filled=index < building.colonists,
                on=scene.colours["muted"],
                x=_BAND + 3 + index * step,
                y=y,
                size=size,
            )
            for index in range(building.circles)
        ],
        **_place_spot(scene, player, building.building, label),
    }
