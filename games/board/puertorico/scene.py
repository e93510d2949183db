"""What is drawn: a view, the players' names, and what is lit; with the words and small pieces that all panels share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.goods import good_mark
from games.board.palette import Scheme, palette
from games.board.panels import Drawn, Spot
from games.board.puertorico.shades import COLOURS
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import BUILDINGS, GOOD_NAMES, GOOD_PRICE, NO_GOOD, PRODUCTION
from games.engine.puertorico.view import BuildingForSaleView, PlayerView, PuertoRicoView
from games.wording import in_words

SALE_PRICE: Final = {good: int(price) for good, price in zip(GOOD_NAMES, GOOD_PRICE, strict=True)}
MAKES: Final = {
    building.name: "gem" if building.good == NO_GOOD else GOOD_NAMES[building.good]
    for building in BUILDINGS
    if building.kind == PRODUCTION
}
"""Which good a production building makes, for its colour and mark; the jeweler makes none, but works in gems."""


@dataclass(frozen=True)
class Scene:
    """One picture to draw, for one reader. lit: the ids of Offer.targets that can be chosen now."""

    view: PuertoRicoView
    names: Sequence[str]
    lit: frozenset[str] = frozenset()
    scheme: Scheme = "page"

    @cached_property
    def colours(self) -> dict[str, str]:
        return palette(self.scheme, COLOURS)

    @property
    def nobles(self) -> bool:
        """Whether nobles are in this game."""
        return self.view.options.nobles == "on"

    def spot(self, target: str, label: str, *, here: bool = True, holds: bool = False) -> Spot:
        """here: whether this is where the target is chosen, for things that are drawn in several places."""
        return Spot(target, here and target in self.lit, label, holds)

    def owns(self, player: PlayerView) -> bool:
        return player.seat == self.view.viewer


def in_order_of_price(buildings: Iterable[BuildingForSaleView]) -> list[BuildingForSaleView]:
    """Production buildings, then the violet ones, each from cheap to dear."""
    return sorted(buildings, key=lambda building: (building.kind != PRODUCTION, building.price))


def building_mark(scene: Scene, building: str) -> Drawn | None:
    """What a production building is known by."""
    return good_mark(scene.colours, MAKES[building]) if building in MAKES else None


def barrels(count: int, good: str) -> str:
    named = {"count": count, "good": in_words(terms.good(good))}
    return ngettext("%(count)d barrel of %(good)s", "%(count)d barrels of %(good)s", count) % named


def doubloons(count: int) -> str:
    return ngettext("%(count)d doubloon", "%(count)d doubloons", count) % {"count": count}


def colonists(count: int) -> str:
    return ngettext("%(count)d colonist", "%(count)d colonists", count) % {"count": count}


def nobles(count: int) -> str:
    return ngettext("%(count)d noble", "%(count)d nobles", count) % {"count": count}


def colonists_and_nobles(colonist_count: int, noble_count: int) -> str:
    """ "5 colonists and 1 noble"; without nobles the colonists only."""
    if not noble_count:
        return colonists(colonist_count)
    if not colonist_count:
        return nobles(noble_count)
    return _("%(colonists)s and %(nobles)s") % {
        "colonists": colonists(colonist_count),
        "nobles": nobles(noble_count),
    }


def boards_from_ship(scene: Scene) -> bool:
    """Whether a colonist or noble who is taken now comes from the colonist ship and not from the supply."""
    view = scene.view
    return view.stage == "ship" or (scene.nobles and not view.colonist_supply)


def people(scene: Scene) -> set[str]:
    """The marks of those who work: colonists, and nobles where there are any."""
    return {"colonist", "noble"} if scene.nobles else {"colonist"}


def points(count: int | None) -> str:
    """VP chips, which may be hidden."""
    return _("VP chips hidden") if count is None else _("%(count)d VP in chips") % {"count": count}
