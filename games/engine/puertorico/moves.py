"""How moves are numbered: every move of the game is one small int that says all by itself.

Within one question the numbers sort in the order in which the answers are listed. The words are in notation.py.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.puertorico.components import GOODS

PASS: Final = 0
PICK: Final = 1
"""PICK + card: pick a role card."""
DRAW: Final = 16
"""The hacienda's face-down tile."""
TAKE: Final = 17
"""TAKE + tile: take a face-up plantation or a quarry."""
TAKE_COLONIST: Final = 32
"""The mayor's privilege, the hospice's and the university's colonist."""
BUILD: Final = 64
"""BUILD + building."""
EXTRA: Final = 128
"""EXTRA + good: the craftsman's privilege."""
SELL: Final = 136
"""SELL + good."""
SHIP: Final = 144
"""SHIP + good * SHIP_SLOTS + ship; slot BY_WHARF is the seat's own wharf."""
STORE: Final = 192
"""STORE + good: a whole kind into a warehouse."""
KEEP: Final = 200
"""KEEP + good: the single barrel."""
PLACE: Final = 256
"""PLACE + place * MAX_PLACED + colonists: so many go there."""
MOVES: Final = 1280
"""All moves are below this number."""

SHIP_SLOTS: Final = 8
BY_WHARF: Final = 7
MAX_PLACED: Final = 16


def loading(good: i64, ship: i64) -> i64:
    """The move that loads a good on a ship (or BY_WHARF)."""
    return SHIP + good * SHIP_SLOTS + ship


def loaded_good(move: i64) -> i64:
    return (move - SHIP) // SHIP_SLOTS


def loaded_ship(move: i64) -> i64:
    """The ship of a loading; BY_WHARF for the wharf."""
    return (move - SHIP) % SHIP_SLOTS


def placing(place: i64, colonists: i64) -> i64:
    """The move that puts so many colonists on one kind of place."""
    return PLACE + place * MAX_PLACED + colonists


def placed_on(move: i64) -> i64:
    return (move - PLACE) // MAX_PLACED


def placed_colonists(move: i64) -> i64:
    return (move - PLACE) % MAX_PLACED


def is_pick(move: i64) -> bool:
    return PICK <= move < DRAW


def is_take(move: i64) -> bool:
    return TAKE <= move < TAKE_COLONIST


def is_building(move: i64) -> bool:
    return BUILD <= move < EXTRA


def is_extra(move: i64) -> bool:
    return EXTRA <= move < EXTRA + GOODS


def is_sale(move: i64) -> bool:
    return SELL <= move < SELL + GOODS


def is_loading(move: i64) -> bool:
    return SHIP <= move < STORE


def is_storing(move: i64) -> bool:
    return STORE <= move < STORE + GOODS


def is_keeping(move: i64) -> bool:
    return KEEP <= move < KEEP + GOODS


def is_placing(move: i64) -> bool:
    return PLACE <= move < MOVES
