"""What is in the box: cards, roles, price tiles.

Source: docs/rules/san-juan.md §1, §3. A *kind* of card is a small int, from the indigo plant to the palace; the names
beside them are the canonical English terms of the notation, the records and the JSON. The five production buildings
come first, so that a plant has the number of the good that it makes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

MIN_SEATS: Final = 2
MAX_SEATS: Final = 4
TWO_PLAYERS: Final = 2
"""The game for two has its own rounds and its own rule for the library (docs/rules §2, §3 Library)."""

# --- versions of the rules --------------------------------------------------------------------------------------------

RULES_CHOOSE_COVERED_PLANT: Final = 2
"""From this version on the owner of a crane chooses which of several equal plants is covered (docs/rules §5 Crane)."""
RULES_VERSIONS: Final = (1, 2)
LATEST_RULES: Final = 2

# --- cards ------------------------------------------------------------------------------------------------------------

INDIGO_PLANT: Final = 0
SUGAR_MILL: Final = 1
TOBACCO_STORAGE: Final = 2
COFFEE_ROASTER: Final = 3
SILVER_SMELTER: Final = 4
SMITHY: Final = 5
GOLD_MINE: Final = 6
ARCHIVE: Final = 7
POOR_HOUSE: Final = 8
BLACK_MARKET: Final = 9
TRADING_POST: Final = 10
WELL: Final = 11
MARKET_STAND: Final = 12
CRANE: Final = 13
CHAPEL: Final = 14
TOWER: Final = 15
AQUEDUCT: Final = 16
CARPENTER: Final = 17
PREFECTURE: Final = 18
MARKET_HALL: Final = 19
QUARRY: Final = 20
LIBRARY: Final = 21
STATUE: Final = 22
VICTORY_COLUMN: Final = 23
HERO: Final = 24
GUILD_HALL: Final = 25
CITY_HALL: Final = 26
TRIUMPHAL_ARCH: Final = 27
PALACE: Final = 28
KINDS: Final = 29
NO_CARD: Final = -1

FIRST_VIOLET: Final = SMITHY
"""Kinds below are production buildings, of which a seat may own several."""
FIRST_WITH_FORMULA: Final = GUILD_HALL
"""From here on no victory points are printed: the buildings of cost 6."""


class Card(NamedTuple):
    """One row of the table of cards."""

    name: str
    cost: int
    """Cards to pay for it; the gold mine compares these too."""
    vp: int
    """Printed victory points; the 6-cost buildings have their formulas alone (docs/rules §3)."""
    copies: int


DECK: Final = (
    Card("indigo plant", 1, 1, 10),
    Card("sugar mill", 2, 1, 8),
    Card("tobacco storage", 3, 2, 8),
    Card("coffee roaster", 4, 2, 8),
    Card("silver smelter", 5, 3, 8),
    Card("smithy", 1, 1, 3),
    Card("gold mine", 1, 1, 3),
    Card("archive", 1, 1, 3),
    Card("poor house", 2, 1, 3),
    Card("black market", 2, 1, 3),
    Card("trading post", 2, 1, 3),
    Card("well", 2, 1, 3),
    Card("market stand", 2, 1, 3),
    Card("crane", 2, 1, 3),
    Card("chapel", 3, 2, 3),
    Card("tower", 3, 2, 3),
    Card("aqueduct", 3, 2, 3),
    Card("carpenter", 3, 2, 3),
    Card("prefecture", 3, 2, 3),
    Card("market hall", 4, 2, 3),
    Card("quarry", 4, 2, 3),
    Card("library", 5, 3, 3),
    Card("statue", 3, 3, 3),
    Card("victory column", 4, 4, 3),
    Card("hero", 5, 5, 3),
    Card("guild hall", 6, 0, 2),
    Card("city hall", 6, 0, 2),
    Card("triumphal arch", 6, 0, 2),
    Card("palace", 6, 0, 2),
)
"""The kinds of cards in the order of docs/rules §3."""

CARD_NAMES: Final = tuple(card.name for card in DECK)
COST: Final = vec[i64]([card.cost for card in DECK])
VP: Final = vec[i64]([card.vp for card in DECK])
COPIES: Final = vec[i64]([card.copies for card in DECK])
CARDS: Final = 110

FIRST_HAND_CARDS: Final = 4
"""Cards in a first hand."""
FIRST_HAND_CHOICE_CARDS: Final = 5
"""With the option deal_choice the governor chooses from so many cards, every next seat from one more."""
GOLD_MINE_CARDS: Final = 4
"""Cards that a gold mine turns up (docs/rules §3 gold mine)."""
MAX_BUILDINGS: Final = 12
"""Whoever has so many buildings ends the game, so nobody ever owns more."""
HAND_LIMIT: Final = 7
TOWER_LIMIT: Final = 12

# --- goods and prices -------------------------------------------------------------------------------------------------

GOODS: Final = 5
"""How many kinds of goods there are; a good has the number of its plant."""
GOOD_NAMES: Final = ("indigo", "sugar", "tobacco", "coffee", "silver")

TILES: Final = 5
PRICES: Final = vec[i64]([1, 1, 1, 2, 2, 1, 1, 2, 2, 2, 1, 1, 2, 2, 3, 1, 2, 2, 2, 3, 1, 2, 2, 3, 3])
"""Cards paid for a good by price tile: PRICES[tile * GOODS + good]."""

# --- roles ------------------------------------------------------------------------------------------------------------

BUILDER: Final = 0
PRODUCER: Final = 1
TRADER: Final = 2
COUNCILLOR: Final = 3
PROSPECTOR: Final = 4
ROLES: Final = 5
NO_PHASE: Final = -1
ROLE_NAMES: Final = ("builder", "producer", "trader", "councillor", "prospector")


def picks_in_round(seats: i64) -> i64:
    """Roles picked in a round: one each, with two players the governor two (docs/rules §2)."""
    return 3 if seats == TWO_PLAYERS else seats
