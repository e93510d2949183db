"""A scene: the view to draw, the players' names, and what is highlighted. Also texts and elements that panels share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.goods import good_mark
from games.board.palette import Scheme, palette
from games.board.panels import Element, Hotspot
from games.board.pictures import picture_mark
from games.board.puertorico.colours import COLOURS
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import BUILDINGS, GOOD_NAMES, GOOD_PRICE, NO_GOOD, PRODUCTION
from games.engine.puertorico.view_types import BuildingForSaleView, PlayerView, PuertoRicoView
from games.wording import say_counted

SALE_PRICE: Final = {good: int(price) for good, price in zip(GOOD_NAMES, GOOD_PRICE, strict=True)}
GOOD_MADE: Final = {
    building.name: "gem" if building.good == NO_GOOD else GOOD_NAMES[building.good]
    for building in BUILDINGS
    if building.kind == PRODUCTION
}
"""The good that a production building makes, for its colour and mark. The jeweler makes none and has a gem."""


@dataclass(frozen=True)
class Scene:
    """A view to draw for one reader. highlighted: the ids of Offer.targets that can be chosen now."""

    view: PuertoRicoView
    names: Sequence[str]
    highlighted: frozenset[str] = frozenset()
    scheme: Scheme = "page"

    @cached_property
    def colours(self) -> dict[str, str]:
        return palette(self.scheme, COLOURS)

    @property
    def nobles(self) -> bool:
        """Whether nobles are in this game."""
        return self.view.options.nobles == "on"

    def hotspot(self, target: str, label: str, *, here: bool = True, has_choices_inside: bool = False) -> Hotspot:
        """here: whether the target is chosen at this place, for targets that are drawn in several places."""
        return Hotspot(target, here and target in self.highlighted, label, has_choices_inside)

    def is_viewers(self, player: PlayerView) -> bool:
        return player.seat == self.view.viewer


def sorted_by_price(buildings: Iterable[BuildingForSaleView]) -> list[BuildingForSaleView]:
    """Production buildings, then the violet ones, each by price."""
    return sorted(buildings, key=lambda building: (building.kind != PRODUCTION, building.price))


def building_mark(scene: Scene, building: str) -> Element | None:
    """The mark of a production building: its good."""
    return good_mark(scene.colours, GOOD_MADE[building]) if building in GOOD_MADE else None


def picture_of(building: str) -> str:
    """The name of the mark that is a building's picture."""
    return picture_mark("puertorico", building)


def barrels_text(count: int, good: str) -> str:
    return say_counted("{count} barrel of {good}", "{count} barrels of {good}", count, good=terms.good(good))


def doubloons_text(count: int) -> str:
    return ngettext("%(count)d doubloon", "%(count)d doubloons", count) % {"count": count}


def colonists_text(count: int) -> str:
    return ngettext("%(count)d colonist", "%(count)d colonists", count) % {"count": count}


def nobles_text(count: int) -> str:
    return ngettext("%(count)d noble", "%(count)d nobles", count) % {"count": count}


def people_text(colonist_count: int, noble_count: int) -> str:
    """ "5 colonists and 1 noble"; without nobles the colonists only."""
    if not noble_count:
        return colonists_text(colonist_count)
    if not colonist_count:
        return nobles_text(noble_count)
    return _("%(colonists)s and %(nobles)s") % {
        "colonists": colonists_text(colonist_count),
        "nobles": nobles_text(noble_count),
    }


def people_come_from_ship(scene: Scene) -> bool:
    """Whether a colonist or noble who is taken now comes from the colonist ship and not from the supply."""
    view = scene.view
    return view.stage == "ship" or (scene.nobles and not view.colonist_supply)


def worker_marks(scene: Scene) -> set[str]:
    """The marks of colonists, and of nobles if they are in the game."""
    return {"colonist", "noble"} if scene.nobles else {"colonist"}


def vp_chips_text(count: int | None) -> str:
    """VP chips, which may be hidden."""
    return _("VP chips hidden") if count is None else _("%(count)d VP in chips") % {"count": count}
