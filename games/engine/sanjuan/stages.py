"""What is asked and what a phase is about, as numbers with their names."""

from __future__ import annotations

from typing import Final

# The stages of play: what the seat to move is asked. The names are those of Question.stage.
DEAL: Final = 0
ROLE: Final = 1
BUILDING: Final = 2
PAYMENT: Final = 3
PRODUCTION: Final = 4
SALE: Final = 5
COUNCIL: Final = 6
ARCHIVING: Final = 7
MINE: Final = 8
STRIKE: Final = 9
TUCKING: Final = 10
LIMIT: Final = 11
OVER: Final = 12
SEAT_DONE: Final = 13
"""Nobody's move: the actor has had his go and the flow of the phase goes on (never seen outside play)."""

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

# What a phase is about: one of the roles, or
ROUND_START: Final = 5
"""chapels and hand limits, before the roles are picked (docs/rules §2);"""
FIRST_HANDS: Final = 6
"""the choice of the first hands (docs/rules §1 deal_choice)."""
PHASE_NAMES: Final = ("builder", "producer", "trader", "councillor", "prospector", "round start", "first hands")
