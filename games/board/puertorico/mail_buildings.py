"""The buildings for sale as a list, for the small picture in a mail."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.board.panels import Element, Panel
from games.board.puertorico.buildings_panel import buildings_title, sale_columns
from games.board.puertorico.scene import Scene, building_mark
from games.board.puertorico.shared_panels import PADDING
from games.board.text_fitting import fit_line, fit_lines
from games.engine.puertorico import names as terms
from games.engine.puertorico.view_types import BuildingForSaleView
from games.wording import title

_ROW: Final = 18
_GUTTER: Final = 12
_NAME_X: Final = 9
_COST_RIGHT: Final = 28
"""Between the right ends of the price and of the row."""
_SMALLEST: Final = 8.5


def building_list_panel(scene: Scene, panel_width: float) -> Panel:
    """The buildings that are left, in two columns: name, price and number; in a draft also those to choose from.

    The price is the printed one, unless the reader chooses a building now: then it is what it costs them.
    """
    inner = panel_width - 2 * PADDING
    width = (inner - _GUTTER) // 2
    view = scene.view
    costs = view.draft is None and view.stage == "builder" and view.to_move == view.viewer
    if view.draft:
        caption = ""
    elif costs:
        caption = _("What is left, what it costs you, and how many if several")
    else:
        caption = _("What is left, its price, and how many if several")
    y: float = 4
    lines = fit_lines(caption, inner, 10.5, _SMALLEST, 2) if caption else []
    captions = [{"y": y + 8 + index * 13, "text": line.text, "size": line.size} for index, line in enumerate(lines)]
    y += len(captions) * 13 + 3
    heads: list[Element] = []
    rows: list[Element] = []
    for groups in sale_columns(scene).values():
        for group in groups:
            members = [each for each in group.buildings if each.count or view.draft]
            if group.head:
                head = fit_line(group.head, inner, 11, _SMALLEST, bold=True)
                heads.append({"y": y + 12, "text": head.text, "size": head.size})
                y += _ROW
            half = -(-len(members) // 2)
            for index, building in enumerate(members):
                corner = {
                    "x": PADDING + index // half * (width + _GUTTER),
                    "y": y + index % half * _ROW,
                }
                rows.append(corner | _row(scene, building, width, costs=costs))
            y += half * _ROW + 3
    return Panel(
        "puertorico/building_list.svg",
        buildings_title(scene.view),
        panel_width,
        y + 4,
        {
            "captions": captions,
            "heads": heads,
            "rows": rows,
            "left": PADDING,
            "name_x": _NAME_X,
            "cost_x": width - _COST_RIGHT,
            "count_x": width,
        },
    )


def _row(scene: Scene, building: BuildingForSaleView, width: float, *, costs: bool) -> Element:
    made = building_mark(scene, building.building)
    cost = building.price if not costs or building.price_now is None else building.price_now
    room = width - _COST_RIGHT - _NAME_X - 18
    return {
        "band": scene.colours[made["kind"] if made else "violet"],
        "name": fit_line(title(terms.building(building.building)), room, 11, _SMALLEST),
        "cost": cost,
        "in_reach": not costs or building.buyable is not False,
        "left": f"× {building.count}" if building.count > 1 else "",
    }
