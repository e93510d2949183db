"""What is drawn: a view, the players' names, and what is lit; with the words and small pieces that all panels share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.palette import Scheme, palette
from games.board.panels import Spot
from games.board.sanjuan.shades import COLOURS
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.view import SanJuanView, SeatView
from games.wording import in_words

EDGE: Final = 12
"""Free at both sides of a panel."""

ROLE_MARKS: Final = {
    "builder": "builder",
    "producer": "craftsman",
    "trader": "trader",
    "councillor": "councillor",
    "prospector": "prospector",
}


@dataclass(frozen=True)
class Scene:
    """One picture to draw, for one reader. lit: the ids of Offer.targets that can be chosen now."""

    view: SanJuanView
    names: Sequence[str]
    lit: frozenset[str] = frozenset()
    scheme: Scheme = "page"

    @cached_property
    def colours(self) -> dict[str, str]:
        return palette(self.scheme, COLOURS)

    def spot(self, target: str, label: str) -> Spot:
        return Spot(target, target in self.lit, label)

    def owns(self, seat: int) -> bool:
        return seat == self.view.viewer


def cards_in_words(count: int) -> str:
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def points(count: int) -> str:
    return _("%(count)d VP") % {"count": count}


def counted(kinds: Iterable[str]) -> str:
    """Cards by name, those that are there more than once with their number: "indigo plant, 2 × well"."""
    named = []
    for kind, several in groupby(kinds):
        count = len(list(several))
        name = in_words(terms.card(kind))
        named.append(f"{count}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{name}" if count > 1 else name)
    return ", ".join(named)


def around(scene: Scene) -> list[int]:
    """The seats clockwise, the viewer's first; for an onlooker from the governor on."""
    view = scene.view
    first = view.governor if view.viewer is None else view.viewer
    return [(first + step) % len(view.seats) for step in range(len(view.seats))]


def goods_of(seat: SeatView) -> list[str]:
    return [building.good for building in seat.buildings if building.good is not None]


def phase(name: str) -> str:
    """What a phase is about, in words (SanJuanView.phase)."""
    if name == "round start":
        return _("start of the round")
    if name == "first hands":
        return _("first hands")
    return in_words(terms.role(name))
