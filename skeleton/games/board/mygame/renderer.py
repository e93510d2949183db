"""The board of My Game: the tiles in a row, and what everybody has below them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from games.engine.mygame.game import LETTERS, MyGameView

from games.board.simple_board import SimpleBoardRenderer, Spot


class MyGameRenderer(SimpleBoardRenderer):
    """Targets: "tile:a"."""

    view_class = MyGameView
    folder = "mygame"
    explanations: ClassVar[dict[str, Promise]] = {"take": gettext_lazy("A tile is worth its number, once it is yours.")}

    def title(self) -> str:
        return _("My Game: the tiles")

    def spots(self, view: MyGameView, names: Sequence[str]) -> list[Spot]:
        tiles = [self._tile(view, names, number) for number in range(1, len(LETTERS) + 1)]
        players = [
            Spot(0, 1 + seat / 2, text, text, width=len(LETTERS), height=0.5, shape="none")
            for seat, name in enumerate(names)
            for text in [_("%(name)s: %(points)d") % {"name": name, "points": view.scores[seat]}]
        ]
        return [*tiles, *players]

    def _tile(self, view: MyGameView, names: Sequence[str], number: int) -> Spot:
        letter, owner = LETTERS[number - 1], view.owners[number - 1]
        if owner is None:
            label = _("tile %(letter)s: %(points)d") % {"letter": letter, "points": number}
            return Spot(number - 1, 0, label, str(number), letter, f"tile:{letter}")
        label = _("tile %(letter)s, taken by %(name)s") % {"letter": letter, "name": names[owner]}
        return Spot(number - 1, 0, label, "", letter, f"tile:{letter}", colour="faint")
