"""The line that ends one standing order, by its kind: "ask draw". From then on its owner is asked there.

It is no order itself and is not kept: who has no order is asked anyway.
"""

from __future__ import annotations

import re
from typing import Final

from games.engine.contract import Game, NotationError
from games.engine.left_questions import LEAVE
from games.engine.lexicon import Lexicon, UnclearError, english
from games.engine.orders import OrderKind
from games.engine.plans import ASK
from games.engine.words import Message, list_message
from games.engine.words import gettext_noop as _

_ONESELF: Final = frozenset({"me", "myself"})


def ends_an_order(line: str) -> bool:
    """Whether a line is meant to end an order: "ask", and which."""
    words = re.findall(r"\w+", line.lower())
    return words[:1] == [ASK] and not _ONESELF.issuperset(words[1:])


def line_for(kind: str) -> str:
    """The canonical line that ends the order of a kind."""
    return f"{ASK} {kind}"


def read_kind(rules: Game, line: str) -> str:
    """The kind of order that such a line ends. Raises NotationError, whose `legal` are all such lines."""
    kinds = tuple(dict.fromkeys((*(kind.kind for kind in rules.order_kinds()), *_leaving(rules))))
    nouns = {kind: kind for kind in kinds} | {
        typed: kind.kind for kind in rules.order_kinds() for typed in _other_words(kind)
    }
    lexicon = Lexicon(english({ASK: ASK}, nouns))
    try:
        words = lexicon.split_at_commas(lexicon.normalize_line(line))[0][1:]
        return lexicon.find_noun(lexicon.remove_fillers(words), [kinds], ASK)
    except UnclearError as unclear:
        lines = [line_for(kind) for kind in kinds]
        named = {"error": unclear.message, "examples": list_message(lines)}
        raise NotationError(
            Message(_("{error} You can write: {examples}."), named), lines, legal_complete=True
        ) from None


def _leaving(rules: Game) -> tuple[str, ...]:
    return (LEAVE,) if rules.question_kinds() else ()


def _other_words(kind: OrderKind) -> list[str]:
    """What an order is about, if there is only one such thing, may be said with its verb or for it: "use gold mine"."""
    _adverb, verb, *about = kind.example.split()
    thing = " ".join(about)
    return [thing, f"{verb} {thing}"] if thing and not re.search(r"[,\d]", thing) else []
