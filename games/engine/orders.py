"""Standing orders: what a person says once, and what answers routine questions for them from then on.

An order is a line of its own, "always store coffee, tobacco" or "never sell below 3". It applies only where its premise
fits; everywhere else its owner is asked. A game says which orders it has (`Game.order_kinds`), reads them
(`Game.read_order`, with games.engine.order_reader) and plays them (`Game.ordered_plies`, with
games.engine.order_answers). One order every game has that names its kinds of questions (`Game.question_kinds`): to
leave some of them to an adviser (games.engine.left_questions).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.engine.words import Message

ALWAYS: Final = "always"
NEVER: Final = "never"
_MIN_LETTERS: Final = 3


@dataclass(frozen=True)
class Order:
    """One order; a newer one of the same kind replaces it."""

    kind: str
    """A stable word, the verb of its line: "store"."""
    words: tuple[str, ...] = ()
    """Canonical terms, in order of preference where there are several."""
    number: int | None = None
    """The least that is wanted."""
    never: bool = False
    to: str = ""
    """To whom questions are left, by a name of the site's."""

    @property
    def line(self) -> str:
        """Its canonical text, as its owner may write it."""
        parts = [NEVER if self.never else ALWAYS, self.kind]
        if self.words:
            parts.append(", ".join(self.words))
        if self.number is not None:
            parts.append(f"below {self.number}")
        if self.to:
            parts.append(f"to {self.to}")
        return " ".join(parts)

    def to_json(self) -> dict[str, Any]:
        stored = {"kind": self.kind, "words": list(self.words), "number": self.number, "never": self.never}
        return stored | ({"to": self.to} if self.to else {})


def order_from_json(stored: Mapping[str, Any]) -> Order:
    """The order that Order.to_json wrote."""
    return Order(stored["kind"], tuple(stored["words"]), stored["number"], stored["never"], stored.get("to", ""))


@dataclass(frozen=True)
class OrderKind:
    """An order that a game has, for those who do not know it yet."""

    kind: str
    """As in Order. Two rows may have the same one: "always draw" and "never draw" replace each other."""
    label: Message
    """What it does, as a sentence."""
    example: str
    """A line of it."""


@dataclass(frozen=True)
class QuestionKind:
    """Questions of a game that people tell apart, and may leave to an adviser."""

    word: str
    """What they are called in orders, in the rulebook's words: "store"."""
    keys: tuple[str, ...]
    """What their keys (Game.question_key) begin with, up to a "/"."""
    other_words: tuple[str, ...] = ()
    """By which they may be called, too."""


def is_order_line(line: str) -> bool:
    """Whether a line is meant as an order: it begins with "always" or "never"."""
    first = re.search(r"\w+", line)
    return first is not None and adverb_of(first[0]) != ""


def adverb_of(word: str) -> str:
    """The word with which an order begins; "" if this is neither. The first three letters are enough."""
    for adverb in (ALWAYS, NEVER):
        if len(word) >= _MIN_LETTERS and adverb.startswith(word.lower()):
            return adverb
    return ""
