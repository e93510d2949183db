"""Translatable names and short effects by canonical term.

Canonical terms (the keys) are in the notation, records, views and events, and never change. People read the names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.sanjuan.card_texts import CARD_TEXTS
from games.engine.words import Message, count_term, list_message, term
from games.engine.words import gettext_noop as _

ROLES: Final = {
    "builder": term("role of San Juan", "builder"),
    "producer": term("role of San Juan", "producer"),
    "trader": term("role of San Juan", "trader"),
    "councillor": term("role of San Juan", "councillor"),
    "prospector": term("role of San Juan", "prospector"),
}

GOODS: Final = {
    "indigo": term("good of San Juan", "indigo"),
    "sugar": term("good of San Juan", "sugar"),
    "tobacco": term("good of San Juan", "tobacco"),
    "coffee": term("good of San Juan", "coffee"),
    "silver": term("good of San Juan", "silver"),
}

CARDS: Final = {word: texts.name for word, texts in CARD_TEXTS.items()}

EFFECTS: Final = {word: texts.effect for word, texts in CARD_TEXTS.items()}

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


def amount(good: str, count: int) -> Message:
    """Goods of one kind: "sugar", "2 sugar"."""
    if count == 1:
        return GOODS[good]
    return count_term("counted good of San Juan", "{count} {good}", "{count} {good}", count, good=GOODS[good])


def card_count(count: int) -> Message:
    return count_term("counted cards of San Juan", "{count} card", "{count} cards", count)


def prices(numbers: Iterable[int]) -> str:
    """A price tile as it is printed: "1 1 2 2 3", for indigo, sugar, tobacco, coffee, silver."""
    return " ".join(str(number) for number in numbers)
