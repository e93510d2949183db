"""The buildings to look up: each as the tile on the board, with a full description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.panels import layout_svg, single_panel
from games.board.piece_cards import piece_id
from games.board.puertorico.buildings_panel import buildings_panel
from games.board.puertorico.colours import COLOURS
from games.board.puertorico.draft_kinds import draftable_buildings
from games.board.puertorico.scene import Scene, doubloons_text
from games.engine.puertorico import names as terms
from games.engine.puertorico.building_texts import BOXES, BUILDING_TEXTS, WHEN
from games.engine.puertorico.components import (
    BASE,
    FIRST_BUILDING,
    PLACE_NAMES,
    PLACES,
    SELECTABLE_BUILDINGS,
)
from games.engine.puertorico.game import PuertoRico
from games.engine.puertorico.view_types import BuildingForSaleView, PuertoRicoView
from games.wording import in_words, say_counted, title

FOLDER: Final = "puertorico"
BY_PRICE: Final = "price"
_TILE_WIDTH: Final = 250
_SEATS: Final = 4
"""The seats of the game for which the number of copies is given."""


@dataclass(frozen=True)
class BuildingEntry:
    """One building."""

    anchor: str
    """Of its place on a page, the same in all languages."""
    name: str
    tile: SafeString
    facts: str
    """The price and what else is printed on the tile."""
    text: str
    when: str
    box: str
    """The expansion that it belongs to, or ""."""
    open: bool | None
    """In a draft, whether it can still be chosen. None if there is no draft, or the building is in every game."""


@dataclass(frozen=True)
class Group:
    """Buildings that act at the same time, or cost the same."""

    title: str
    buildings: list[BuildingEntry]


def reference(view: PuertoRicoView | None, by: str) -> list[Group]:
    """The buildings in play in a game, in a draft also those that can be chosen. No view: all buildings.

    by: "price", else by when they act.
    """
    view = view or _view_of_all_kinds(_SEATS)
    still_open = _still_draftable(view)
    shown = [*view.buildings, *still_open]
    shown.sort(key=lambda building: (building.price, PLACE_NAMES.index(building.building)))
    groups: dict[str, list[BuildingEntry]] = {}
    if by != BY_PRICE:
        groups = {in_words(heading): [] for heading in WHEN.values()}
    for building in shown:
        explained = _entry(view, building, is_open=building in still_open)
        heading = _("Price %(price)s") % {"price": doubloons_text(building.price)} if by == BY_PRICE else explained.when
        groups.setdefault(heading, []).append(explained)
    return [Group(heading, members) for heading, members in groups.items() if members]


def _still_draftable(view: PuertoRicoView) -> list[BuildingForSaleView]:
    """The buildings that can still be chosen in a draft, with the number of copies they will have."""
    names = {building.building for building in draftable_buildings(view)}
    return (
        [building for building in _view_of_all_kinds(view.seats).buildings if building.building in names]
        if names
        else []
    )


@cache
def _view_of_all_kinds(seats: int) -> PuertoRicoView:
    """A game in which every kind is in play."""
    rules = PuertoRico()
    kinds = [PLACE_NAMES[place] for place in range(FIRST_BUILDING, PLACES) if SELECTABLE_BUILDINGS >> place & 1]
    options = {"buildings": "list", "violet_buildings": ", ".join(kinds), "nobles": "on"}
    return rules.view(rules.new(seats, options, bytes(32)), None)


def _entry(view: PuertoRicoView, building: BuildingForSaleView, *, is_open: bool) -> BuildingEntry:
    entry = BUILDING_TEXTS[building.building]
    to_be_chosen = bool(SELECTABLE_BUILDINGS >> PLACE_NAMES.index(building.building) & 1)
    return BuildingEntry(
        anchor=piece_id("building", building.building),
        name=title(terms.building(building.building)),
        tile=_tile(view, building),
        facts=" · ".join(building_facts(building)),
        text=in_words(entry.text_for(nobles=view.options.nobles == "on")),
        when=in_words(WHEN[entry.when]),
        box="" if building.box == BASE else in_words(BOXES[building.box]),
        open=is_open if view.draft and to_be_chosen else None,
    )


def _tile(view: PuertoRicoView, building: BuildingForSaleView) -> SafeString:
    """As on the board, with the printed price, the same for every reader."""
    printed = replace(building, price_now=None, buyable=None)
    only = replace(view, buildings=(printed,), draft=None)
    panel = buildings_panel(Scene(only, ()), _TILE_WIDTH)
    prefix = f"tile-{building.building.replace(' ', '-')}"
    return layout_svg(single_panel(panel, folder=FOLDER, colours=COLOURS), "page", prefix=prefix)


def building_facts(building: BuildingForSaleView) -> Sequence[str]:
    """What is printed on a building."""
    facts = [
        _("price %(price)s") % {"price": doubloons_text(building.price)},
        _("column %(column)d") % {"column": building.column},
        _("%(vp)d VP") % {"vp": building.vp},
        ngettext("%(count)d circle", "%(count)d circles", building.circles) % {"count": building.circles}
        if building.circles
        else _("no circle"),
    ]
    if building.spaces > 1:
        facts.append(say_counted("takes {count} space", "takes {count} spaces", building.spaces))
    return facts
