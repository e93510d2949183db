"""How lines of a plan answer questions to come (games.engine.plans): reading them, and what a condition counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import Measure
from games.engine.sanjuan import builder, moves, trader
from games.engine.sanjuan.components import NO_CARD
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import (
    STAGE_BUILDER,
    STAGE_GOLD_MINE,
    STAGE_NAMES,
    STAGE_ROLE,
    STAGE_STRIKE,
    STAGE_TRADER,
)

DECIDED_BY_THE_END: Final = (STAGE_NAMES[STAGE_ROLE], STAGE_NAMES[STAGE_BUILDER])
"""The questions that people answer otherwise in the last round."""
DECLINED: Final = {STAGE_NAMES[STAGE_GOLD_MINE]: "no gold mine"}
"""How one declines a question beforehand."""
UNITS: Final = ("card",)
"""What conditions count."""


def is_made_up_strike(position: State) -> bool:
    """Whether the cards that lie turned up are made up (foresight.questions_from)."""
    return bool(position.stage == STAGE_STRIKE and position.preview_seat == position.actor)


def measure(position: State, plies: Sequence[int]) -> Measure | None:
    """The cards that a sale brings, all bonuses counted; the price of a building, whether cards or goods pay it."""
    seat, first = position.actor, plies[0]
    if position.stage == STAGE_BUILDER and first != moves.PASS:
        kind, below = first - moves.BUILD, NO_CARD
        if first >= moves.BUILD_OVER:
            over = first - (moves.BUILD_OVER_FULL if first >= moves.BUILD_OVER_FULL else moves.BUILD_OVER)
            kind, below = divmod(over, moves.OVER_SLOTS)
        return Measure(int(builder.price(position, seat, kind, below)), is_cost=True, units=UNITS)
    if position.stage == STAGE_TRADER and first != moves.PASS:
        sold = [ply - (moves.SELL_MORE if ply >= moves.SELL_MORE else moves.SELL) for ply in plies]
        return Measure(int(trader.income(position, seat, vec[i64](sold))), units=UNITS)
    return None
