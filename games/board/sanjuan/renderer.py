"""The renderer of San Juan: the whole board in three layouts, and its parts for pages with a layout of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.board.description import Description
from games.board.palette import Scheme
from games.board.panel_renderer import PanelRenderer
from games.board.panels import GAP, Panel
from games.board.piece_cards import PieceCard
from games.board.renderer import Size
from games.board.sanjuan.cards import READABLE, SMALL
from games.board.sanjuan.colours import COLOURS
from games.board.sanjuan.descriptions import DESCRIBED, describe_seat
from games.board.sanjuan.explanations import EXPLANATIONS, particular_explanation
from games.board.sanjuan.piece_cards import piece_cards
from games.board.sanjuan.scene import Scene, seats_in_order
from games.board.sanjuan.seat_panel import seat_panel
from games.board.sanjuan.shared_panels import has_open_cards, open_panel, prices_panel, roles_panel
from games.board.sanjuan.text_board import text_board
from games.engine.contract import Question
from games.engine.sanjuan.view_types import SanJuanView

_PANELS: Final[dict[str, Callable[[Scene, float], Panel]]] = {
    "open": open_panel,
    "roles": roles_panel,
    "prices": prices_panel,
}
_PRICES_SHARE: Final = 0.32
"""The share of the width that the prices take beside the roles."""
_MAIL_COLUMNS: Final = 3
"""Of buildings in a mail's picture, so that their names need no small letters."""


class SanJuanRenderer(PanelRenderer[Scene]):
    """Its parts are "open", "roles" and "prices".

    Targets: "hand:0" and "drawn:0", the viewer's cards by their index; "good:0", the place for a good on the viewer's
    building in this slot; "building:chapel", "role:builder", "card:library" (turned up).
    """

    view_class = SanJuanView
    reference_title = gettext_lazy("Rules and buildings")
    explanations = EXPLANATIONS
    parts = tuple(_PANELS)
    folder = "sanjuan"
    colours = COLOURS
    panels = _PANELS

    def title(self) -> str:
        return _("San Juan: the table")

    def scene(self, view: SanJuanView, names: Sequence[str], highlighted: frozenset[str], scheme: Scheme) -> Scene:
        return Scene(view, names, highlighted, scheme)

    def rows(self, scene: Scene, size: Size, full_width: float) -> list[list[Panel]]:
        return _rows(scene, size, full_width)

    def seat_panel(self, scene: Scene, seat: int, width: float, *, compact: bool) -> Panel:
        return seat_panel(scene, seat, width, compact=compact)

    def describe_part(self, view: SanJuanView, names: Sequence[str], part: str) -> Description:
        return DESCRIBED[part](Scene(view, names))

    def describe_seat(self, view: SanJuanView, names: Sequence[str], seat: int) -> Description:
        return describe_seat(Scene(view, names), seat)

    def piece_cards(self, view: SanJuanView, names: Sequence[str]) -> Sequence[PieceCard]:
        return piece_cards(view, names)

    def explanation(self, key: str, question: Question, view: SanJuanView) -> str:
        return particular_explanation(key, view) or super().explanation(key, question, view)

    def board_text(self, view: SanJuanView, names: Sequence[str], width: int) -> str:
        return text_board(view, names, width)


def _rows(scene: Scene, size: Size, full: float) -> list[list[Panel]]:
    """The whole board: the viewer's seat, then the shared parts, then the other seats in clockwise order.

    Cards that a gold mine has turned up come first, as the question is about them.
    """
    order = seats_in_order(scene)
    rows: list[list[Panel]] = []
    cards, small_columns = (SMALL, _MAIL_COLUMNS) if size == "mail" else (READABLE, 0)
    if scene.view.turned:
        rows.append([open_panel(scene, full, cards)])
    if scene.view.viewer is not None:
        rows.append([seat_panel(scene, order.pop(0), full, cards=cards, small_columns=small_columns)])
    if size == "wide":
        share = round((full - GAP) * _PRICES_SHARE)
        rows.append([roles_panel(scene, full - GAP - share), prices_panel(scene, share)])
    else:
        rows += [[roles_panel(scene, full)], [prices_panel(scene, full)]]
    if has_open_cards(scene) and not scene.view.turned:
        rows.append([open_panel(scene, full, cards)])
    per_row = 3 if size == "wide" else 1
    for first in range(0, len(order), per_row):
        row = order[first : first + per_row]
        each = (full - (len(row) - 1) * GAP) / len(row)
        rows.append([seat_panel(scene, seat, each, compact=True, small_columns=small_columns) for seat in row])
    return rows
