"""The drawings of San Juan: the whole board in three layouts, and its parts for a page that lays them out itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.board.artist import Artist, Size
from games.board.panels import GAP, Panel, Sheet, alone, stacked, svg
from games.board.sanjuan.cards import READABLE, SMALL
from games.board.sanjuan.scene import Scene, around
from games.board.sanjuan.seats import seat_panel
from games.board.sanjuan.shades import COLOURS
from games.board.sanjuan.shared import lies_open, open_panel, prices_panel, roles_panel
from games.board.sanjuan.text import text_board
from games.engine.sanjuan.view import SanJuanView

FOLDER: Final = "sanjuan"

_PANELS: Final[dict[str, Callable[[Scene, float], Panel]]] = {
    "open": open_panel,
    "roles": roles_panel,
    "prices": prices_panel,
}
_BOARD_WIDTH: Final[dict[Size, float]] = {"wide": 1200, "mail": 740, "tall": 360}
_MAIL_PIXELS: Final = 1200
_PRICES_SHARE: Final[dict[Size, float]] = {"wide": 0.32, "mail": 0.36}
"""Of the width, beside the roles."""


class SanJuanArtist(Artist):
    """Its parts are "open", "roles" and "prices".

    What can be pointed at: "hand:0" and "drawn:0", the viewer's cards by their place from 0; "good:0", the place for a
    good on his building in this slot; "building:chapel", "role:builder", "card:library" (turned up).
    """

    view_class = SanJuanView
    parts = tuple(_PANELS)

    def board_svg(self, view: SanJuanView, names: Sequence[str], lit: frozenset[str], size: Size) -> SafeString:
        scene = _scene(view, names, lit, size)
        sheet = stacked(_("San Juan: the table"), _rows(scene, size), folder=FOLDER, colours=COLOURS)
        return _drawn(scene, sheet, "board", size)

    def part_svg(
        self, view: SanJuanView, names: Sequence[str], part: str, lit: frozenset[str], size: Size
    ) -> SafeString:
        scene = _scene(view, names, lit, size)
        across = 360 if size == "tall" else 720
        return _drawn(scene, alone(_PANELS[part](scene, across), folder=FOLDER, colours=COLOURS), part, size)

    def seat_svg(
        self, view: SanJuanView, names: Sequence[str], seat: int, lit: frozenset[str], size: Size, *, compact: bool
    ) -> SafeString:
        scene = _scene(view, names, lit, size)
        across = 360 if size == "tall" or compact else 720
        sheet = alone(seat_panel(scene, seat, across, compact=compact), folder=FOLDER, colours=COLOURS)
        return _drawn(scene, sheet, f"seat{seat}-compact" if compact else f"seat{seat}", size)

    def board_text(self, view: SanJuanView, names: Sequence[str], width: int) -> str:
        return text_board(view, names, width)


def _scene(view: SanJuanView, names: Sequence[str], lit: frozenset[str], size: Size) -> Scene:
    return Scene(view, names, lit, "light" if size == "mail" else "page")


def _drawn(scene: Scene, sheet: Sheet, prefix: str, size: Size) -> SafeString:
    scale = _MAIL_PIXELS / sheet.width if size == "mail" else 1
    return svg(sheet, scene.scheme, prefix=f"{prefix}-{size}", scale=scale)


def _rows(scene: Scene, size: Size) -> list[list[Panel]]:
    """The whole board: what is held and built, then the shared things, then the others around the table.

    What a gold mine has turned up comes before everything, for it is what is asked about.
    """
    full = _BOARD_WIDTH[size] - 2 * GAP
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
