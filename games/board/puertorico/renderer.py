"""The renderer of Puerto Rico: the whole board in three layouts, and its parts for pages with a layout of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.board.description import Description
from games.board.palette import Scheme
from games.board.panel_renderer import PanelRenderer
from games.board.panels import GAP, Panel
from games.board.piece_cards import PieceCard
from games.board.puertorico.buildings_panel import buildings_panel
from games.board.puertorico.colours import COLOURS
from games.board.puertorico.descriptions import DESCRIBED
from games.board.puertorico.explanations import EXPLANATIONS, particular_explanation
from games.board.puertorico.mail_buildings import building_list_panel
from games.board.puertorico.mail_seat import mail_seat_panel
from games.board.puertorico.piece_cards import piece_cards
from games.board.puertorico.placement_form import placement_line
from games.board.puertorico.scene import Scene
from games.board.puertorico.seat_description import describe_seat
from games.board.puertorico.seat_panel import seat_panel
from games.board.puertorico.shared_panels import market_panel, plantations_panel, roles_panel
from games.board.puertorico.ships_panel import ships_panel
from games.board.puertorico.text_board import text_board
from games.board.renderer import Size
from games.engine.contract import Question
from games.engine.puertorico.view_types import PuertoRicoView

_PANELS: Final[dict[str, Callable[[Scene, float], Panel]]] = {
    "roles": roles_panel,
    "ships": ships_panel,
    "market": market_panel,
    "plantations": plantations_panel,
    "buildings": buildings_panel,
}


class PuertoRicoRenderer(PanelRenderer[Scene]):
    """Its parts are "roles", "ships", "market", "plantations" and "buildings".

    The viewer's own circles are <g class="circle" data-kind="small market" data-index="0">, with "filled" when
    occupied; while the viewer has colonists to place they are checkboxes for static/puertorico/placement.js.
    """

    view_class = PuertoRicoView
    reference_title = gettext_lazy("Rules and buildings")
    explanations = EXPLANATIONS
    parts = tuple(_PANELS)
    folder = "puertorico"
    colours = COLOURS
    panels = _PANELS
    half_parts = frozenset({"ships", "market"})

    def title(self) -> str:
        return _("Puerto Rico: the table")

    def scene(self, view: PuertoRicoView, names: Sequence[str], highlighted: frozenset[str], scheme: Scheme) -> Scene:
        return Scene(view, names, highlighted, scheme)

    def rows(self, scene: Scene, size: Size, full_width: float) -> list[list[Panel]]:
        return _rows(scene, size, full_width)

    def seat_panel(self, scene: Scene, seat: int, width: float, *, compact: bool) -> Panel:
        return seat_panel(scene, seat, width, compact=compact)

    def describe_part(self, view: PuertoRicoView, names: Sequence[str], part: str) -> Description:
        return DESCRIBED[part](Scene(view, names))

    def describe_seat(self, view: PuertoRicoView, names: Sequence[str], seat: int) -> Description:
        return describe_seat(Scene(view, names), seat)

    def piece_cards(self, view: PuertoRicoView, names: Sequence[str]) -> Sequence[PieceCard]:
        return piece_cards(view, names)

    def board_text(self, view: PuertoRicoView, names: Sequence[str], width: int) -> str:
        return text_board(view, names, width)

    def explanation(self, key: str, question: Question, view: PuertoRicoView) -> str:
        return particular_explanation(key, question, view) or super().explanation(key, question, view)

    def notation_from_form(self, form: Mapping[str, str]) -> str:
        return placement_line(form)


def _rows(scene: Scene, size: Size, full: float) -> list[list[Panel]]:
    """The whole board: the shared parts, then the seats, the viewer's first and large, the others clockwise."""
    third = (full - 2 * GAP) / 3
    if size == "wide":
        rows = [
            [roles_panel(scene, full)],
            [ships_panel(scene, third), market_panel(scene, third), plantations_panel(scene, third)],
            [buildings_panel(scene, full)],
        ]
    elif size == "mail":
        rows = [
            [roles_panel(scene, full, brief=True)],
            [ships_panel(scene, full, rigged=False)],
            [market_panel(scene, full)],
            [plantations_panel(scene, full, brief=True)],
            [building_list_panel(scene, full)],
        ]
    else:
        rows = [[panel(scene, full)] for panel in _PANELS.values()]
    if scene.view.draft:
        # The buildings to choose from come first.
        rows.insert(0, rows.pop())
    per_row = 3 if size == "wide" else 1
    others = _others(scene)
    board = mail_seat_panel if size == "mail" else seat_panel
    if scene.view.viewer is not None:
        rows.append([board(scene, scene.view.viewer, full)])
    for first in range(0, len(others), per_row):
        row = others[first : first + per_row]
        each = (full - (len(row) - 1) * GAP) / len(row)
        rows.append([board(scene, seat, each) for seat in row])
    return rows


def _others(scene: Scene) -> list[int]:
    """The seats other than the viewer's, clockwise from it; for an onlooker all seats, from the governor on."""
    view = scene.view
    if view.viewer is None:
        return [(view.governor + step) % view.seats for step in range(view.seats)]
    return [(view.viewer + step) % view.seats for step in range(1, view.seats)]
