"""How moves are numbered: every move of the game is one small int, which says everything about the move.

The legal moves of a question, sorted, are in the order in which the answers are listed. formatter.py has their texts.
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
"""PLACE + place * MAX_PLACED + colonists: how many go there."""
FIRST_MOVE_OF_EXPANSIONS: Final = 1280
"""The moves from here on are those of the expansions (docs/rules §7, §8)."""
CHOOSE: Final = 1280
"""CHOOSE + building: the draft's choice."""
TAKE_AS_FOREST: Final = 1344
"""TAKE_AS_FOREST + tile: take a face-up plantation and place it face down."""
AS_PLANTATION: Final = 1352
AS_FOREST: Final = 1353
"""How the tile drawn by the hacienda is placed."""
TAKE_TWO_COLONISTS: Final = 1354
"""The mayor's privilege doubled by the library."""
TAKE_NOBLE: Final = 1355
"""From the ship, instead of a colonist."""
DISCARD: Final = 1360
"""DISCARD + tile: the hunting lodge's plantation."""
DISCARD_FOREST: Final = 1368
"""DISCARD_FOREST + good: the hunting lodge's forest, by what it was."""
PAY_COLONIST: Final = 1376
"""PAY_COLONIST + place: the black market's colonist."""
PAY_NOBLE: Final = 1440
"""PAY_NOBLE + place: the same with a noble."""
PAY_GOOD: Final = 1504
"""PAY_GOOD + good."""
PAY_VP: Final = 1512
SELL_AT_POST: Final = 1520
"""SELL_AT_POST + good: to oneself at the trading post."""
BUY_LAND: Final = 1528
"""BUY_LAND + tile: the land office's face-up plantation."""
BUY_FOREST: Final = 1536
"""BUY_FOREST + tile: the same, placed face down."""
SELL_LAND: Final = 1544
"""SELL_LAND + tile: the land office's plantation given back."""
SUPPLY: Final = 1552
"""SUPPLY + good: one barrel for the royal supplier."""
BY_SMALL_WHARF: Final = 1560
"""Load the small wharf; then a CARGO for every kind of goods."""
CARGO: Final = 1568
"""CARGO + good * MAX_PLACED + barrels: how many of them go on the small wharf."""
GUEST: Final = 1664
"""GUEST + place: a colonist in the guesthouse moves there."""
NOBLE_GUEST: Final = 1728
"""NOBLE_GUEST + place: a noble of the guesthouse moves there."""
PLACE_NOBLES: Final = 1792
"""PLACE_NOBLES + place * MAX_PLACED + nobles: how many of the colonists on this place are nobles."""
PLACE_NOBLES_END: Final = 2688
MOVE_COUNT: Final = 2688
"""All moves are below this number."""

SHIP_SLOTS: Final = 8
BY_WHARF: Final = 7
MAX_PLACED: Final = 16


def loading_move(good: i64, ship: i64) -> i64:
    """The move that loads a good on a ship (or BY_WHARF)."""
    return SHIP + good * SHIP_SLOTS + ship


def loaded_good(move: i64) -> i64:
    return (move - SHIP) // SHIP_SLOTS


def loaded_ship(move: i64) -> i64:
    """The ship of a loading; BY_WHARF for the wharf."""
    return (move - SHIP) % SHIP_SLOTS


def placing_move(place: i64, colonists: i64) -> i64:
    """The move that puts so many colonists on a place."""
    return PLACE + place * MAX_PLACED + colonists


def placed_place(move: i64) -> i64:
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
    return PLACE <= move < FIRST_MOVE_OF_EXPANSIONS


def is_noble_placing(move: i64) -> bool:
    return PLACE_NOBLES <= move < PLACE_NOBLES_END


def is_guest(move: i64) -> bool:
    return GUEST <= move < PLACE_NOBLES


def guest_target(move: i64) -> i64:
    """Where the guest moves to."""
    return move - NOBLE_GUEST if move >= NOBLE_GUEST else move - GUEST


def cargo_move(good: i64, barrels: i64) -> i64:
    """The move that puts so many barrels of a good on the small wharf."""
    return CARGO + good * MAX_PLACED + barrels


def cargo_good(move: i64) -> i64:
    return (move - CARGO) // MAX_PLACED


def cargo_barrels(move: i64) -> i64:
    return (move - CARGO) % MAX_PLACED


def noble_placing_move(place: i64, nobles: i64) -> i64:
    """The move that says how many of those on a place are nobles."""
    return PLACE_NOBLES + place * MAX_PLACED + nobles


def noble_place(move: i64) -> i64:
    return (move - PLACE_NOBLES) // MAX_PLACED


def placed_nobles(move: i64) -> i64:
    """How many nobles the move puts on its place."""
    return (move - PLACE_NOBLES) % MAX_PLACED
