"""What is drawn: a view, the players' names, and what is lit; with the words and small pieces that all panels share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.palette import Scheme, palette
from games.board.panels import Drawn, Spot
from games.board.puertorico.shades import COLOURS
from games.engine.puertorico import names as terms
from games.engine.puertorico.components import BUILDINGS, GOOD_NAMES, GOOD_PRICE, NO_GOOD
from games.engine.puertorico.view import PlayerView, PuertoRicoView
from games.engine.words import Message

LETTERS: Final = {"corn": "C", "indigo": "I", "sugar": "S", "tobacco": "T", "coffee": "K", "quarry": ""}
"""The letter on each good and plantation; the same in every language, as in the notation's abbreviations."""
SALE_PRICE: Final = {good: int(price) for good, price in zip(GOOD_NAMES, GOOD_PRICE, strict=True)}
MAKES: Final = {building.name: GOOD_NAMES[building.good] for building in BUILDINGS if building.good != NO_GOOD}
"""Which good a production building makes, for its colour and mark."""
_BASELINES: Final = {"corn": 20.2, "indigo": 16.2, "sugar": 18.4, "tobacco": 16.4, "coffee": 18.6}


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

    def spot(self, target: str, label: str, *, here: bool = True, holds: bool = False) -> Spot:
        """here: whether this is where the target is chosen, for things that are drawn in several places."""
        return Spot(target, here and target in self.lit, label, holds)

    def owns(self, player: PlayerView) -> bool:
        return player.seat == self.view.viewer


def word(message: Message) -> str:
    """A term or sentence of the engine in the reader's language."""
    return message.render(translation)


def title(message: Message) -> str:
    """The same as the beginning of a label."""
    text = word(message)
    return text[:1].upper() + text[1:]


def good_mark(scene: Scene, good: str) -> Drawn:
    """What good.svg needs."""
    return {
        "kind": good,
        "letter": LETTERS[good],
        "on": scene.colours[f"on{good}"],
        "baseline": _BASELINES[good],
    }


def barrels(count: int, good: str) -> str:
    named = {"count": count, "good": word(terms.good(good))}
    return ngettext("%(count)d barrel of %(good)s", "%(count)d barrels of %(good)s", count) % named


def doubloons(count: int) -> str:
    return ngettext("%(count)d doubloon", "%(count)d doubloons", count) % {"count": count}


def colonists(count: int) -> str:
    return ngettext("%(count)d colonist", "%(count)d colonists", count) % {"count": count}


def points(count: int | None) -> str:
    """VP chips, which may be hidden."""
    return _("VP chips hidden") if count is None else _("%(count)d VP in chips") % {"count": count}
