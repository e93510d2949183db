"""The panel of the buildings in play, in the four columns of the rulebook; in a draft also those to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.panels import Element, Panel
from games.board.piece_cards import piece_id
from games.board.puertorico.draft_kinds import draftable_buildings
from games.board.puertorico.scene import Scene, building_mark, doubloons_text, picture_of, sorted_by_price
from games.board.puertorico.shared_panels import PADDING
from games.board.text_fitting import fit_line, fit_lines
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import BUILDINGS, NO_GOOD
from games.engine.puertorico.view_types import BoardSpacesView, BuildingForSaleView, DraftView, PuertoRicoView
from games.wording import in_words, title

_HEADING_HEIGHT: Final = 20
_GAP: Final = 6
_MIN_TILE_WIDTH: Final = 160
_ONE_LINE_FROM: Final = 230
"""A tile of this width or more has its effect on one line."""
_COIN: Final = 32
_PICTURE: Final = 25
"""The side of a building's picture at the foot of its tile, left of the circles."""
_ALWAYS_IN_PLAY: Final = frozenset(building.name for building in BUILDINGS if building.good != NO_GOOD)
"""Buildings that make goods are not drafted."""


class Group(NamedTuple):
    """Tiles of one column, one below the other. In a draft they have a heading."""

    head: str
    buildings: Sequence[BuildingForSaleView]


def buildings_panel(scene: Scene, panel_width: float) -> Panel:
    """The columns side by side if there is room, else one below the other with two tiles in a row."""
    columns = sale_columns(scene)
    inner = panel_width - 2 * PADDING + _GAP
    beside = inner / len(columns) - _GAP >= _MIN_TILE_WIDTH
    per_row = 1 if beside else 2
    tile_width = round(inner / (len(columns) if beside else 2) - _GAP, 1)
    one_line = tile_width >= _ONE_LINE_FROM
    tile_height = 60 if one_line else 74
    # The middle of the line of circles, points and what is left.
    foot = tile_height - 16
    room = tile_width if beside else panel_width - 2 * PADDING
    heads: list[Element] = []
    groups: list[Element] = []
    tiles: list[Element] = []
    y: float = 4
    bottom: float = 0
    for number, (column, members) in enumerate(columns.items()):
        x = PADDING + number * (tile_width + _GAP) if beside else PADDING
        y = 4 if beside else y
        heads.append({"x": x, "y": y, **_head(column, room)})
        y += _HEADING_HEIGHT
        for group in members:
            if group.head:
                groups.append({"x": x, "y": y + 11.5, "head": fit_line(group.head, room, 11.5, 8.5, bold=True)})
                y += _HEADING_HEIGHT
            for index, building in enumerate(group.buildings):
                tile: Element = {
                    "x": round(x + (index % per_row) * (tile_width + _GAP), 1),
                    "y": y + (index // per_row) * (tile_height + _GAP),
                    **_tile(scene, building, tile_width),
                }
                tiles.append(tile)
            y += -(-len(group.buildings) // per_row) * (tile_height + _GAP)
        bottom = max(bottom, y)
        y += 6
    return Panel(
        "puertorico/buildings.svg",
        buildings_title(scene.view),
        panel_width,
        bottom + 4,
        {
            "columns": heads,
            "groups": groups,
            "tiles": tiles,
            "tile_width": tile_width,
            "tile_height": tile_height,
            "band_end": tile_height - 1.5,
            "band_corner": tile_height - 5,
            "coin_x": tile_width - 28,
            # Beside the coin if there is room, else below it.
            "printed_x": tile_width - (40 if one_line else 16),
            "printed_y": 20 if one_line else 41,
            "foot": foot - 6.5,
            "foot_good": foot - 8.5,
            "foot_vp": foot - 9.5,
            "foot_text": foot + 3.5,
            "picture_y": tile_height - _PICTURE - 3,
            "picture_scale": round(_PICTURE / 24, 3),
            "vp_x": tile_width - 56,
            "count_x": tile_width - 6,
        },
        frozenset({"coin", "circle", "ring", "plant-quarry", *_goods_made(tiles), *_pictures(tiles), *_points(tiles)}),
    )


def buildings_title(view: PuertoRicoView) -> str:
    """What is done with them at the moment."""
    return _("Buildings for sale") if view.draft is None else _("Buildings being chosen")


def sale_columns(scene: Scene) -> dict[int, list[Group]]:
    """The groups of each column, from the left: all buildings for sale; in a draft by price."""
    draft = scene.view.draft
    shown = sorted_by_price([*scene.view.buildings, *draftable_buildings(scene.view)])
    columns: dict[int, list[Group]] = {}
    for column in sorted({building.column for building in shown}):
        members = [building for building in shown if building.column == column]
        columns[column] = _by_price(draft, members) if draft else [Group("", members)]
    return columns


def _by_price(draft: DraftView, members: Sequence[BuildingForSaleView]) -> list[Group]:
    """In a draft: the buildings that are in every game, then by price the kinds chosen and those that can be chosen."""
    always = [building for building in members if building.building in _ALWAYS_IN_PLAY]
    selected = [building for building in members if building not in always]
    groups = [Group(_("in every game"), always)]
    for spaces in draft.board:
        groups.append(Group(_space_head(spaces), [each for each in selected if each.price == spaces.price]))
    return [group for group in groups if group.buildings]


def _space_head(spaces: BoardSpacesView) -> str:
    free = spaces.spaces - len(spaces.chosen)
    values = {"price": spaces.price, "free": free, "spaces": spaces.spaces}
    if not free:
        return _("price %(price)d: all chosen") % values
    return _("price %(price)d: %(free)d of %(spaces)d still to choose") % values


def _head(column: int, room: float) -> Element:
    text = ngettext("at most %(count)d quarry", "at most %(count)d quarries", column) % {"count": column}
    quarries = [index * 17 for index in range(column)]
    text_x = column * 17 + 4
    return {"label": text, "quarries": quarries, "text_x": text_x, "head": fit_line(text, room - text_x, 11.5, 8.5)}


def _goods_made(tiles: Sequence[Element]) -> set[str]:
    return {tile["made"]["kind"] for tile in tiles if tile["made"]}


def _pictures(tiles: Sequence[Element]) -> set[str]:
    return {tile["picture"] for tile in tiles if tile["picture"]}


def _points(tiles: Sequence[Element]) -> set[str]:
    return {tile["vp"] for tile in tiles}


def _tile(scene: Scene, building: BuildingForSaleView, tile_width: float) -> Element:
    colours = scene.colours
    draft = scene.view.draft
    open_ = draft is not None and not building.count
    price_now = None if draft else building.price_now
    cost = building.price if price_now is None else price_now
    hotspot = scene.hotspot(f"building:{building.building}", _label(building, price_now, open_=open_))
    made = building_mark(scene, building.building)
    room = tile_width - 14 - _COIN
    one_line = tile_width >= _ONE_LINE_FROM
    values = title(terms.effect(building.building))
    effect = fit_lines(values, room, 10.5, 8.5, 1 if one_line else 2)
    left = 16 + _PICTURE
    circles = [left + index * 15 for index in range(building.circles)]
    return {
        "hotspot": hotspot,
        "piece": piece_id("building", building.building),
        "name": fit_line(title(terms.building(building.building)), room, 12.5, 8.5, bold=True),
        "effect": [{"y": 29 + index * 12, "text": line.text, "size": line.size} for index, line in enumerate(effect)],
        "count": building.count,
        "there": hotspot.highlighted or (building.count > 0 and not open_),
        "left": "" if open_ else f"× {building.count}",
        "price": building.price,
        "cost": cost,
        "in_reach": draft is not None or (building.count > 0 and building.buyable is not False),
        "reduced": cost < building.price and building.count > 0,
        "vp": f"vp-{building.vp}",
        "circles": circles,
        "made": made,
        "made_x": left + len(circles) * 15 + 2,
        "picture": picture_of(building.building),
        "band": colours[made["kind"] if made else "violet"],
        "ground": colours["soft" if made else "dusk"],
    }


def _label(building: BuildingForSaleView, price_now: int | None, *, open_: bool) -> str:
    parts = [
        f"{title(terms.building(building.building))}: {in_words(terms.effect(building.building))}",
        _("price %(price)s") % {"price": doubloons_text(building.price)},
        _("%(vp)d VP") % {"vp": building.vp},
        _("can still be chosen") if open_ else _("%(count)d left") % {"count": building.count},
    ]
    if price_now is not None:
        parts.insert(2, _("costs you %(cost)s") % {"cost": doubloons_text(price_now)})
    return ", ".join(parts)
