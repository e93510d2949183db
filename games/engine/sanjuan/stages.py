"""Stages and kinds of phases, as numbers with their names."""

from __future__ import annotations

from typing import Final

# The stages of play: what the seat to move is asked. The names are those of Question.stage.
STAGE_DEAL: Final = 0
STAGE_ROLE: Final = 1
STAGE_BUILDER: Final = 2
STAGE_PAYMENT: Final = 3
STAGE_PRODUCER: Final = 4
STAGE_TRADER: Final = 5
STAGE_COUNCILLOR: Final = 6
STAGE_ARCHIVE: Final = 7
STAGE_GOLD_MINE: Final = 8
STAGE_STRIKE: Final = 9
STAGE_CHAPEL: Final = 10
STAGE_LIMIT: Final = 11
STAGE_OVER: Final = 12
STAGE_SEAT_DONE: Final = 13
"""No seat is to move: the actor's turn is over, and play() continues with the phase. Never seen outside play()."""

STAGE_NAMES: Final = (
    "deal",
    "role",
    "builder",
    "payment",
    "producer",
    "trader",
    "councillor",
    "archive",
    "gold mine",
    "strike",
    "chapel",
    "limit",
    "over",
)

# What a phase is about, besides the roles.
PHASE_ROUND_START: Final = 5
"""Chapels and hand limits, before the roles are picked (docs/rules §2 The round)."""
PHASE_FIRST_HANDS: Final = 6
"""The choice of the first hands (docs/rules §1 `deal_choice`)."""
PHASE_NAMES: Final = ("builder", "producer", "trader", "councillor", "prospector", "round start", "first hands")
