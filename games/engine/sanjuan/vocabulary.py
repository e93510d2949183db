"""The English words of the notation as data (matched as games/engine/lexicon.py says).

Other languages have their words in games/engine/names; local_notation.py makes English lines of theirs.
"""

from __future__ import annotations

from typing import Final

from games.engine.lexicon import Lexicon, english
from games.engine.sanjuan.components import CARD_NAMES, GOOD_NAMES, ROLE_NAMES

PICK: Final = "pick"
"""Accepted, but not written: the name of a role alone picks it."""
BUILD: Final = "build"
PAY: Final = "pay"
PRODUCE: Final = "produce"
SELL: Final = "sell"
KEEP: Final = "keep"
DISCARD: Final = "discard"
USE: Final = "use"
TAKE: Final = "take"
CHAPEL: Final = "chapel"
PASS: Final = "pass"
VERBS: Final = (PICK, BUILD, PAY, PRODUCE, SELL, KEEP, DISCARD, USE, TAKE, CHAPEL, PASS)

OVER: Final = "over"
"""build palace over chapel."""
FULL: Final = "full"
"""build palace over full indigo plant: one with its good, though an equal one has none."""
EMPTY: Final = "empty"
"""build palace over empty indigo plant: one without a good. Accepted, but not written: it means the same without."""
WITH: Final = "with"
"""build library with smithy, well; builder with library."""
MORE: Final = "more"
"""At the end of a line: the rest of the answer follows later."""

LIBRARY: Final = "library"
GOLD_MINE: Final = "gold mine"
AUTO: Final = "auto"
"""always produce auto: only orders say it (standing_orders.py)."""
GOOD_PAYMENTS: Final = tuple(f"{good} good" for good in GOOD_NAMES)
"""Goods for the black market, in words that cannot mean cards."""

ENGLISH: Final = english(
    verbs={**{verb: verb for verb in VERBS}, "trade": SELL, "drop": DISCARD, "tuck": CHAPEL, "choose": PICK},
    nouns={
        **{name: name for name in (*ROLE_NAMES, *GOOD_NAMES, *CARD_NAMES, *GOOD_PAYMENTS)},
        "councilor": "councillor",
        "goldmine": GOLD_MINE,
        AUTO: AUTO,
        "automatic": AUTO,
        "automatically": AUTO,
        "poorhouse": "poor house",
        "arch": "triumphal arch",
    },
    fillers={"card", "exactly", "under"},
)

LEXICON: Final = Lexicon(ENGLISH)
