"""Translatable names and short effects by canonical term.

Canonical terms (the keys) are in the notation, records, views and events, and never change. People read the names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.words import Message, list_message
from games.engine.words import gettext_noop as _

ROLES: Final = {
    "builder": Message(_("builder")),
    "producer": Message(_("producer")),
    "trader": Message(_("trader")),
    "councillor": Message(_("councillor")),
    "prospector": Message(_("prospector")),
}

GOODS: Final = {
    "indigo": Message(_("indigo")),
    "sugar": Message(_("sugar")),
    "tobacco": Message(_("tobacco")),
    "coffee": Message(_("coffee")),
    "silver": Message(_("silver")),
}

CARDS: Final = {
    "indigo plant": Message(_("indigo plant")),
    "sugar mill": Message(_("sugar mill")),
    "tobacco storage": Message(_("tobacco storage")),
    "coffee roaster": Message(_("coffee roaster")),
    "silver smelter": Message(_("silver smelter")),
    "smithy": Message(_("smithy")),
    "gold mine": Message(_("gold mine")),
    "archive": Message(_("archive")),
    "poor house": Message(_("poor house")),
    "black market": Message(_("black market")),
    "trading post": Message(_("trading post")),
    "well": Message(_("well")),
    "market stand": Message(_("market stand")),
    "crane": Message(_("crane")),
    "chapel": Message(_("chapel")),
    "tower": Message(_("tower")),
    "aqueduct": Message(_("aqueduct")),
    "carpenter": Message(_("carpenter")),
    "prefecture": Message(_("prefecture")),
    "market hall": Message(_("market hall")),
    "quarry": Message(_("quarry")),
    "library": Message(_("library")),
    "statue": Message(_("statue")),
    "victory column": Message(_("victory column")),
    "hero": Message(_("hero")),
    "guild hall": Message(_("guild hall")),
    "city hall": Message(_("city hall")),
    "triumphal arch": Message(_("triumphal arch")),
    "palace": Message(_("palace")),
}

EFFECTS: Final = {
    "indigo plant": Message(_("makes indigo")),
    "sugar mill": Message(_("makes sugar")),
    "tobacco storage": Message(_("makes tobacco")),
    "coffee roaster": Message(_("makes coffee")),
    "silver smelter": Message(_("makes silver")),
    "smithy": Message(_("builder: production buildings 1 less")),
    "gold mine": Message(_("prospector: turn up 4, perhaps take 1")),
    "archive": Message(_("councillor: discard from the whole hand")),
    "poor house": Message(_("builder: with 0 or 1 cards left, draw 1")),
    "black market": Message(_("builder: up to 2 goods pay as cards")),
    "trading post": Message(_("trader: sell 1 good more")),
    "well": Message(_("producer: with 2 goods or more, draw 1")),
    "market stand": Message(_("trader: with 2 goods or more, draw 1")),
    "crane": Message(_("builder: build over, pay the difference")),
    "chapel": Message(_("round's start: 1 card under it; end: 1 VP each")),
    "tower": Message(_("round's start: hand limit 12")),
    "aqueduct": Message(_("producer: 1 good more")),
    "carpenter": Message(_("builder: after a violet building, draw 1")),
    "prefecture": Message(_("councillor: keep 2 cards")),
    "market hall": Message(_("trader: 1 card more for a sale")),
    "quarry": Message(_("builder: violet buildings 1 less")),
    "library": Message(_("doubles your privileges")),
    "statue": Message(_("monument")),
    "victory column": Message(_("monument")),
    "hero": Message(_("monument")),
    "guild hall": Message(_("end: 2 VP per production building")),
    "city hall": Message(_("end: 1 VP per violet building")),
    "triumphal arch": Message(_("end: 4, 6, 8 VP for monuments")),
    "palace": Message(_("end: 1 VP per 4 VP")),
}
"""What a card does, short enough to stand on it (docs/rules §3)."""

STAGES: Final = {
    "deal": Message(_("choose the first hand")),
    "role": Message(_("pick a role")),
    "builder": Message(_("build")),
    "payment": Message(_("pay for a building")),
    "producer": Message(_("produce goods")),
    "trader": Message(_("sell goods")),
    "councillor": Message(_("keep cards")),
    "archive": Message(_("discard for the archive")),
    "gold mine": Message(_("use the gold mine")),
    "strike": Message(_("take a card of the gold mine")),
    "chapel": Message(_("put a card under the chapel")),
    "limit": Message(_("discard down to the hand limit")),
    "over": Message(_("game over")),
}


def role(term: str) -> Message:
    return ROLES[term]


def good(term: str) -> Message:
    return GOODS[term]


def card(term: str) -> Message:
    return CARDS[term]


def effect(term: str) -> Message:
    return EFFECTS[term]


def stage(term: str) -> Message:
    return STAGES[term]


def cards(terms: Iterable[str]) -> Message:
    """Cards with commas between them; equal cards are repeated: "smithy, well, well"."""
    return list_message([CARDS[term] for term in terms])


def goods(terms: Iterable[str]) -> Message:
    return list_message([GOODS[term] for term in terms])


def prices(numbers: Iterable[int]) -> str:
    """A price tile as it is printed: "1 1 2 2 3", for indigo, sugar, tobacco, coffee, silver."""
    return " ".join(str(number) for number in numbers)
