"""The kinds of buildings that can still be chosen in a draft, in the form of buildings for sale."""

from __future__ import annotations

from games.engine.puertorico.components import BUILDINGS
from games.engine.puertorico.view_types import BuildingForSaleView, PuertoRicoView


def draftable_buildings(view: PuertoRicoView) -> list[BuildingForSaleView]:
    """In order of price. None of them is in the supply yet. Empty if there is no draft."""
    board = view.draft.board if view.draft else ()
    return [_kind(name) for spaces in board for name in spaces.open]


def _kind(name: str) -> BuildingForSaleView:
    building = next(building for building in BUILDINGS if building.name == name)
    return BuildingForSaleView(
        building=building.name,
        kind=building.kind,
        count=0,
        price=building.price,
        column=building.column,
        vp=building.vp,
        circles=building.circles,
        spaces=building.spaces,
        price_now=None,
        buyable=None,
        box=building.box,
    )
