"""A scene: the view to draw, the players' names, and what is highlighted. Also texts and elements that panels share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.palette import Scheme, palette
from games.board.panels import Hotspot
from games.board.sanjuan.colours import COLOURS
from games.engine.sanjuan import names as terms
from games.engine.sanjuan.view_types import SanJuanView, SeatView
from games.wording import in_words

PADDING: Final = 12
"""The free room at both sides of a panel."""

ROLE_MARKS: Final = {
    "builder": "builder",
    "producer": "craftsman",
    "trader": "trader",
    "councillor": "councillor",
    "prospector": "prospector",
}


@dataclass(frozen=True)
class Scene:
    """A view to draw for one reader. highlighted: the ids of Offer.targets that can be chosen now."""

    view: SanJuanView
    names: Sequence[str]
    highlighted: frozenset[str] = frozenset()
    scheme: Scheme = "page"

    @cached_property
    def colours(self) -> dict[str, str]:
        return palette(self.scheme, COLOURS)

    def hotspot(self, target: str, label: str) -> Hotspot:
        return Hotspot(target, target in self.highlighted, label)

    def is_viewers(self, seat: int) -> bool:
        return seat == self.view.viewer


def cards_text(count: int) -> str:
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def points_text(count: int) -> str:
    return _("%(count)d VP") % {"count": count}


def list_cards(kinds: Iterable[str]) -> str:
    """Cards by name, with a number if there are several: "indigo plant, 2 × well"."""
    named = []
    for kind, several in groupby(kinds):
        count = len(list(several))
        name = in_words(terms.card(kind))
        named.append(f"{count}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{name}" if count > 1 else name)
    return ", ".join(named)


def seats_in_order(scene: Scene) -> list[int]:
    """The seats in clockwise order, from the viewer's on; for an onlooker from the governor on."""
    view = scene.view
    first = view.governor if view.viewer is None else view.viewer
    return [(first + step) % len(view.seats) for step in range(len(view.seats))]


def goods_of(seat: SeatView) -> list[str]:
    return [building.good for building in seat.buildings if building.good is not None]


def phase_text(name: str) -> str:
    """The name of a phase (SanJuanView.phase) in the active language."""
    if name == "round start":
        return _("start of the round")
    if name == "first hands":
        return _("first hands")
    return in_words(terms.role(name))
