"""What a building costs: occupied quarries, forests and the zoning office make it cheaper.

docs/rules §3 Builder, §7 Forest house, §8 Zoning office. The builder's privilege is in builder.py.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.puertorico.components import (
    COLUMN,
    FOREST,
    GUESTHOUSE,
    MAX_COLUMN,
    PRICE,
    QUARRY,
    TILE_KINDS,
    ZONING_OFFICE,
)
from games.engine.puertorico.position import State

FORESTS_PER_DOUBLOON: Final = 2
ZONING_DISCOUNT: Final = 1
"""Of a colonist in the zoning office, for all columns but the last."""
NOBLE_ZONING_DISCOUNT: Final = 2
"""Of a noble, for the last column."""


def price_of(state: State, seat: i64, building: i64, privilege: i64) -> i64:
    """What the seat would pay. privilege: what the builder's privilege takes off (docs/rules §3 Builder)."""
    price = PRICE[building] - privilege - reduction(state, seat, COLUMN[building])
    return price if price > 0 else 0


def reduction(state: State, seat: i64, column: i64) -> i64:
    """What is taken off the prices of a column: occupied quarries up to the column's number, and discounts."""
    quarries = state.workers_on(seat, QUARRY)
    if quarries > column:
        quarries = column
    return quarries + _expansions_discount(state, seat, column) if state.has_expansions else quarries


def _expansions_discount(state: State, seat: i64, column: i64) -> i64:
    discount = state.island[seat * TILE_KINDS + FOREST] // FORESTS_PER_DOUBLOON
    if state.works(seat, ZONING_OFFICE):
        if state.works_by_noble(seat, ZONING_OFFICE):
            if column == MAX_COLUMN:
                discount += NOBLE_ZONING_DISCOUNT
        elif column < MAX_COLUMN:
            discount += ZONING_DISCOUNT
    return discount


def zoning_by_guests(state: State, seat: i64, column: i64) -> i64:
    """What the seat's zoning office would take off if one of its guests worked there."""
    if column == MAX_COLUMN:
        return NOBLE_ZONING_DISCOUNT if state.nobles_at(seat, GUESTHOUSE) > 0 else 0
    return ZONING_DISCOUNT if state.ordinary_colonists_on(seat, GUESTHOUSE) > 0 else 0
