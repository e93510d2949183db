"""What a seat can produce: plants and plantations, with or without colonists on them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    BUILDINGS,
    CIRCLES,
    CORN,
    FIRST_BUILDING,
    GOODS,
    LARGE_PLANT,
    NO_GOOD,
    NO_PLACE,
    SMALL_PLANT,
    TILE_KINDS,
)
from games.engine.puertorico.position import State
from games.engine.puertorico.production import production

GOOD_OF_BUILDING: Final = vec[i64]([NO_GOOD] * FIRST_BUILDING + [building.good for building in BUILDINGS])
"""By place: the good that a production building makes; NO_GOOD for any other place."""


def plant_circles(state: State, seat: i64, good: i64) -> i64:
    """Circles on the seat's production buildings of a good, filled or not."""
    circles: i64 = 0
    small = SMALL_PLANT[good]
    if small != NO_PLACE and state.owns(seat, small):
        circles += CIRCLES[small]
    large = LARGE_PLANT[good]
    if large != NO_PLACE and state.owns(seat, large):
        circles += CIRCLES[large]
    return circles


def production_kinds(state: State, seat: i64) -> i64:
    """Kinds of goods that the seat can produce, or could with more colonists."""
    kinds: i64 = 0
    for good in range(GOODS):
        fields = state.island[seat * TILE_KINDS + good]
        if fields > 0 and (good == CORN or plant_circles(state, seat, good) > 0):
            kinds += 1
    return kinds


def current_production(state: State, seat: i64) -> i64:
    """The barrels that the seat would produce now, if the supply is large enough."""
    barrels: i64 = 0
    for good in range(GOODS):
        barrels += production(state, seat, good)
    return barrels
