"""The order by which a person leaves questions of some kinds to an adviser: "always leave captain, store to merchant".

Every game has it that names its kinds of questions (`Game.question_kinds`). Who may be an adviser the engine does not
know: it only reads the name.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from games.engine import order_reader
from games.engine.contract import Game, NotationError, Position
from games.engine.lexicon import Lexicon, english
from games.engine.order_reader import OrderForm
from games.engine.orders import ALWAYS, Order, QuestionKind, adverb_of
from games.engine.plans import question_kind
from games.engine.words import Message, list_message
from games.engine.words import gettext_noop as _

LEAVE: Final = "leave"
_MIN_LETTERS: Final = 3
_MEANINGLESS: Final = frozenset({"a", "the", "my", "level", "bot", "adviser", "advisor"})
"""Words that may stand beside the name of an adviser."""


def is_about_left_questions(line: str) -> bool:
    """Whether the line of an order begins with "always leave"; abbreviations of three letters are enough."""
    words = re.findall(r"\w+", line)
    if len(words) < 2 or adverb_of(words[0]) != ALWAYS:
        return False
    return len(words[1]) >= _MIN_LETTERS and LEAVE.startswith(words[1].lower())


def read_order(rules: Game, line: str) -> Order:
    """The order that such a line means; `Order.to` is what it says of the adviser. Raises NotationError."""
    kinds = rules.question_kinds()
    questions, adviser = _split_at_to(line)
    form = OrderForm(LEAVE, Message(""), example_of(kinds), terms=tuple(kind.word for kind in kinds))
    try:
        order = order_reader.read_order([form], _lexicon_of(kinds), questions)
    except NotationError as error:
        named = {"error": error.message, "kinds": list_message(form.terms)}
        raise NotationError(Message(_("{error} What can be left: {kinds}."), named), error.legal) from None
    name = [word for word in re.findall(r"\w+", adviser.lower()) if word not in _MEANINGLESS]
    return replace(order, to=" ".join(name))


def example_of(kinds: tuple[QuestionKind, ...]) -> str:
    """A line of the order in a game that has these kinds of questions."""
    return Order(LEAVE, tuple(kind.word for kind in kinds[-2:])).line


def leaves(rules: Game, position: Position, order: Order) -> bool:
    """Whether an order leaves to its adviser what the seat to move is asked."""
    if order.kind != LEAVE:
        return False
    key = question_kind(rules.question_key(position))
    return any(key in kind.keys for kind in rules.question_kinds() if kind.word in order.words)


def _split_at_to(line: str) -> tuple[str, str]:
    questions, *adviser = re.split(r"\s+to\s+", line.strip(), maxsplit=1, flags=re.IGNORECASE)
    return questions, "".join(adviser)


def _lexicon_of(kinds: tuple[QuestionKind, ...]) -> Lexicon:
    nouns = {typed: kind.word for kind in kinds for typed in (kind.word, *kind.other_words)}
    return Lexicon(english({LEAVE: LEAVE}, nouns))
