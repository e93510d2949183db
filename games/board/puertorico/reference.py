"""The buildings to look up: each as the tile that it is on the board, with all that one has to know in full words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.panels import alone, svg
from games.board.puertorico.drafting import open_kinds
from games.board.puertorico.sale import buildings_panel
from games.board.puertorico.scene import Scene, doubloons
from games.board.puertorico.shades import COLOURS
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import (
    BASE,
    EXPANSION_1,
    FIRST_BUILDING,
    PLACE_NAMES,
    PLACES,
    SELECTABLE,
)
from games.engine.puertorico.game import PuertoRico
from games.engine.puertorico.reference import REFERENCE, WHEN
from games.engine.puertorico.view import BuildingForSaleView, PuertoRicoView
from games.wording import in_words, title

FOLDER: Final = "puertorico"
BY_PRICE: Final = "price"
_TILE_WIDTH: Final = 250
_SEATS: Final = 4
"""Of the game that the copies of everything there is are told for."""


@dataclass(frozen=True)
class Explained:
    """One building. facts: price and what else is printed on the tile. box: of which expansion it is, else empty.

    open: in a draft, whether it is still to be chosen; None where nothing is chosen any more or it is in every game.
    """

    name: str
    tile: SafeString
    facts: str
    text: str
    when: str
    box: str
    open: bool | None


@dataclass(frozen=True)
class Group:
    """Buildings that act at the same time, or cost the same."""

    title: str
    buildings: list[Explained]


def reference(view: PuertoRicoView | None, by: str) -> list[Group]:
    """The buildings in play in a game, in a draft also those that can be chosen; None: all there are.

    by: "price", else when they act.
    """
    view = view or _everything(_SEATS)
    still_open = _still_open(view)
    shown = [*view.buildings, *still_open]
    shown.sort(key=lambda building: (building.price, PLACE_NAMES.index(building.building)))
    groups: dict[str, list[Explained]] = {}
    if by != BY_PRICE:
        groups = {in_words(heading): [] for heading in WHEN.values()}
    for building in shown:
        explained = _explained(view, building, is_open=building in still_open)
        heading = _("Price %(price)s") % {"price": doubloons(building.price)} if by == BY_PRICE else explained.when
        groups.setdefault(heading, []).append(explained)
    return [Group(heading, members) for heading, members in groups.items() if members]


def _still_open(view: PuertoRicoView) -> list[BuildingForSaleView]:
    """What can still be chosen in a draft, with the copies that there will be of it."""
    names = {building.building for building in open_kinds(view)}
    return [building for building in _everything(view.seats).buildings if building.building in names] if names else []


@cache
def _everything(seats: int) -> PuertoRicoView:
    """A game in which every kind is in play."""
    rules = PuertoRico()
    kinds = [PLACE_NAMES[place] for place in range(FIRST_BUILDING, PLACES) if SELECTABLE >> place & 1]
    options = {"buildings": "list", "violet_buildings": ", ".join(kinds), "nobles": "on"}
    return rules.view(rules.new(seats, options, bytes(32)), None)


def _explained(view: PuertoRicoView, building: BuildingForSaleView, *, is_open: bool) -> Explained:
    entry = REFERENCE[building.building]
    to_be_chosen = bool(SELECTABLE >> PLACE_NAMES.index(building.building) & 1)
    return Explained(
        name=title(terms.building(building.building)),
        tile=_tile(view, building),
        facts=" · ".join(_facts(building)),
        text=in_words(entry.told(nobles=view.options.nobles == "on")),
        when=in_words(WHEN[entry.when]),
        box="" if building.box == BASE else _box_name(building.box),
        open=is_open if view.draft and to_be_chosen else None,
    )


def _box_name(box: str) -> str:
    return _("Expansion I") if box == EXPANSION_1 else _("Expansion II")


def _tile(view: PuertoRicoView, building: BuildingForSaleView) -> SafeString:
    """As it lies on the board, with the printed price, whoever looks."""
    printed = replace(building, price_now=None, buyable=None)
    only = replace(view, buildings=(printed,), draft=None)
    panel = buildings_panel(Scene(only, ()), _TILE_WIDTH)
    prefix = f"tile-{building.building.replace(' ', '-')}"
    return svg(alone(panel, folder=FOLDER, colours=COLOURS), "page", prefix=prefix)


def _facts(building: BuildingForSaleView) -> Sequence[str]:
    facts = [
        _("price %(price)s") % {"price": doubloons(building.price)},
        _("column %(column)d") % {"column": building.column},
        _("%(vp)d VP") % {"vp": building.vp},
        ngettext("%(count)d circle", "%(count)d circles", building.circles) % {"count": building.circles}
        if building.circles
        else _("no circle"),
    ]
    if building.spaces > 1:
        facts.append(_("takes %(count)d spaces") % {"count": building.spaces})
    return facts
