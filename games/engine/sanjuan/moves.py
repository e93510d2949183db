"""How moves are numbered: every move of the game is one small int, which says everything about the move.

The legal moves of a question, sorted, are in the order in which the answers are listed. formatter.py has their texts.
"""

from __future__ import annotations

from typing import Final

PASS: Final = 0
PICK: Final = 1
"""PICK + role."""
PICK_WITH_LIBRARY: Final = 8
"""PICK_WITH_LIBRARY + role: with two players its owner says when it doubles the privilege."""
PRODUCE: Final = 16
"""PRODUCE + good: the last one."""
PRODUCE_MORE: Final = 24
"""PRODUCE_MORE + good: another one follows."""
SELL: Final = 32
"""SELL + good: the last one."""
SELL_MORE: Final = 40
"""SELL_MORE + good: another one follows."""
PAY_GOOD: Final = 48
"""PAY_GOOD + good: the black market's good, in place of a card."""
PAY: Final = 64
"""PAY + kind: a card out of the hand."""
KEEP: Final = 96
"""KEEP + kind: one of the cards drawn in the councillor phase."""
DISCARD: Final = 128
"""DISCARD + kind: a card out of the hand, for the archive, the hand limit or the first hand."""
TUCK: Final = 160
"""TUCK + kind: a card out of the hand, under the chapel."""
USE_GOLD_MINE: Final = 192
TAKE: Final = 200
"""TAKE + kind: one of the cards that the gold mine turned up."""
BUILD: Final = 256
"""BUILD + kind."""
BUILD_OVER: Final = 512
"""BUILD_OVER + kind * OVER_SLOTS + covered kind: the crane."""
OVER_SLOTS: Final = 32
BUILD_OVER_FULL: Final = 2048
"""BUILD_OVER_FULL + kind * OVER_SLOTS + covered kind: over a plant with its good, though an equal one has none."""
