"""Stages, and other values that a position keeps as numbers or bits: ways of selection, payments, ends."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# The stages of play: what the seat to move is asked. The names are those of Question.stage.
STAGE_DRAFT: Final = 0
STAGE_ROLE: Final = 1
STAGE_SETTLER: Final = 2
STAGE_FOREST: Final = 3
STAGE_HOSPICE: Final = 4
STAGE_HUNTING_LODGE: Final = 5
STAGE_MAYOR: Final = 6
STAGE_SHIP: Final = 7
STAGE_COLONISTS: Final = 8
STAGE_NOBLES: Final = 9
STAGE_BUILDER: Final = 10
STAGE_BLACK_MARKET: Final = 11
STAGE_UNIVERSITY: Final = 12
STAGE_GUESTS: Final = 13
STAGE_CRAFTSMAN: Final = 14
STAGE_TRADER: Final = 15
STAGE_CAPTAIN: Final = 16
STAGE_SMALL_WHARF: Final = 17
STAGE_STORING: Final = 18
STAGE_OVER: Final = 19
STAGE_PHASE_END: Final = 20
"""No seat is to move: the role is done, and play() continues with the round. Never seen outside play()."""

STAGE_NAMES: Final = (
    "draft",
    "role",
    "settler",
    "forest",
    "hospice",
    "hunting lodge",
    "mayor",
    "ship",
    "colonists",
    "nobles",
    "builder",
    "black market",
    "university",
    "guests",
    "craftsman",
    "trader",
    "captain",
    "small wharf",
    "storing",
    "over",
)

# How the violet buildings in play are selected (docs/rules §7, §9 `buildings`).
SELECT_BASE: Final = 0
SELECT_DRAFT: Final = 1
SELECT_RANDOM: Final = 2
SELECT_ALL: Final = 3
SELECT_LIST: Final = 4
SELECTION_NAMES: Final = ("base", "draft", "random", "all", "list")

# What has paid for a building at the black market, as bits of `paid`; the black market asks in this order.
PAID_COLONIST: Final = 1
PAID_GOOD: Final = 2
PAID_VP: Final = 4
PAID_NAMES: Final = ("colonist", "good", "vp")

# What the actor has done in this trader turn, as bits of `traded`.
TRADED_GOOD: Final = 1
TRADED_LAND: Final = 2
TRADED_NAMES: Final = ("good", "land")

# What ends the game (docs/rules §4), as bits of `ends`.
END_CITY: Final = 1
END_COLONISTS: Final = 2
END_VP: Final = 4
END_BUILDINGS: Final = 8
END_CITY_NAME: Final = "city"
END_VP_NAME: Final = "victory points"
END_NAMES: Final = (END_CITY_NAME, "colonists", END_VP_NAME, "buildings")
END_CONDITIONS: Final = vec[i64]([END_CITY, END_COLONISTS, END_VP, END_BUILDINGS])
