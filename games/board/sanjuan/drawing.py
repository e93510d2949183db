"""The drawings of San Juan: the whole board in three layouts, and its parts for a page that lays them out itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.board.artist import Size
from games.board.palette import Scheme
from games.board.panels import GAP, Panel
from games.board.sanjuan.cards import READABLE, SMALL
from games.board.sanjuan.scene import Scene, around
from games.board.sanjuan.seats import seat_panel
from games.board.sanjuan.shades import COLOURS
from games.board.sanjuan.shared import lies_open, open_panel, prices_panel, roles_panel
from games.board.sanjuan.text import text_board
from games.board.sheets import PanelArtist
from games.engine.sanjuan.view import SanJuanView

_PANELS: Final[dict[str, Callable[[Scene, float], Panel]]] = {
    "open": open_panel,
    "roles": roles_panel,
    "prices": prices_panel,
}
_PRICES_SHARE: Final[dict[Size, float]] = {"wide": 0.32, "mail": 0.36}
"""Of the width, beside the roles."""


class SanJuanArtist(PanelArtist[Scene]):
    """Its parts are "open", "roles" and "prices".

    What can be pointed at: "hand:0" and "drawn:0", the viewer's cards by their place from 0; "good:0", the place for a
    good on his building in this slot; "building:chapel", "role:builder", "card:library" (turned up).
    """

    view_class = SanJuanView
    parts = tuple(_PANELS)
    folder = "sanjuan"
    colours = COLOURS
    panels = _PANELS

    def title(self) -> str:
        return _("San Juan: the table")

    def scene(self, view: SanJuanView, names: Sequence[str], lit: frozenset[str], scheme: Scheme) -> Scene:
        return Scene(view, names, lit, scheme)

    def rows(self, scene: Scene, size: Size, full: float) -> list[list[Panel]]:
        return _rows(scene, size, full)

    def seat_panel(self, scene: Scene, seat: int, across: float, *, compact: bool) -> Panel:
        return seat_panel(scene, seat, across, compact=compact)

    def board_text(self, view: SanJuanView, names: Sequence[str], width: int) -> str:
        return text_board(view, names, width)


def _rows(scene: Scene, size: Size, full: float) -> list[list[Panel]]:
    """The whole board: what is held and built, then the shared things, then the others around the table.

    What a gold mine has turned up comes before everything, for it is what is asked about.
    """
    order = around(scene)
    rows: list[list[Panel]] = []
    cards = SMALL if size == "mail" else READABLE
    if scene.view.turned:
        rows.append([open_panel(scene, full, cards)])
    if scene.view.viewer is not None:
        rows.append([seat_panel(scene, order.pop(0), full, cards=cards)])
    if size == "tall":
        rows += [[roles_panel(scene, full)], [prices_panel(scene, full)]]
    else:
        share = round((full - GAP) * _PRICES_SHARE[size])
        rows.append([roles_panel(scene, full - GAP - share), prices_panel(scene, share)])
    if lies_open(scene) and not scene.view.turned:
        rows.append([open_panel(scene, full, cards)])
    across = 1 if size == "tall" else 2 if size == "mail" and len(order) != 3 else 3
    for first in range(0, len(order), across):
        row = order[first : first + across]
        each = (full - (len(row) - 1) * GAP) / len(row)
        rows.append([seat_panel(scene, seat, each, compact=True) for seat in row])
    return rows
