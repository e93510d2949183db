"""The English words of the notation as data (matched as games/engine/lexicon.py says).

Other languages have their words in games/engine/names; local_notation.py makes English lines of theirs.
"""

from __future__ import annotations

from typing import Final

from games.engine.lexicon import Lexicon, english
from games.engine.puertorico.components import BUILDINGS, CARD_NAMES, TILE_NAMES

ROLE: Final = "role"
CHOOSE: Final = "choose"
PASS: Final = "pass"
DRAW: Final = "draw"
TAKE: Final = "take"
FOREST: Final = "forest"
PLANT: Final = "plant"
DISCARD: Final = "discard"
BUILD: Final = "build"
PAY: Final = "pay"
EXTRA: Final = "extra"
SELL: Final = "sell"
BUY: Final = "buy"
SHIP: Final = "ship"
SUPPLY: Final = "supply"
STORE: Final = "store"
KEEP: Final = "keep"
PLACE: Final = "place"
NOBLES: Final = "nobles"
GUEST: Final = "guest"
NOBLE_GUEST: Final = "noble"
VERBS: Final = (
    CHOOSE,
    PASS,
    DRAW,
    TAKE,
    FOREST,
    PLANT,
    DISCARD,
    BUILD,
    PAY,
    EXTRA,
    SELL,
    BUY,
    SHIP,
    SUPPLY,
    STORE,
    KEEP,
    PLACE,
    NOBLES,
    GUEST,
    NOBLE_GUEST,
)

COLONIST: Final = "colonist"
TWO_COLONISTS: Final = "2 colonists"
NOBLE: Final = "noble"
VP: Final = "vp"
LAND: Final = "land"
HOUSE: Final = "trading house"
WHARF: Final = "wharf"
SMALL_WHARF: Final = "small wharf"
POST: Final = "trading post"
SAN_JUAN: Final = "San Juan"
AUTO: Final = "auto"
THINGS: Final = (COLONIST, TWO_COLONISTS, NOBLE, VP, LAND, FOREST, HOUSE, SAN_JUAN, AUTO)
"""Nouns besides cards, tiles and buildings."""

BUILDING_NAMES: Final = tuple(building.name for building in BUILDINGS)


ENGLISH: Final = english(
    verbs={verb: verb for verb in VERBS},
    nouns={
        **{name.casefold(): name for name in (*CARD_NAMES, *TILE_NAMES, *BUILDING_NAMES, *THINGS)},
        "harbour": "harbor",
        "forester house": "forest house",
        "guest house": "guesthouse",
        "store house": "storehouse",
        "light house": "lighthouse",
        "speciality factory": "specialty factory",
        "jeweller": "jeweler",
        "two colonists": TWO_COLONISTS,
        "victory point": VP,
        "point": VP,
        "plantation": LAND,
        "wind rose": SAN_JUAN,
        "automatic": AUTO,
        "automatically": AUTO,
    },
    fillers={"with", "plantation", "barrel", "ship", "tile", "there"},
)

LEXICON: Final = Lexicon(ENGLISH)
