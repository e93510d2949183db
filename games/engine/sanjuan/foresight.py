"""What a seat may still be asked in the present phase, so that it can plan its answers (Position.foreseen)."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.contract import Position
from games.engine.sanjuan import game_end, prospector
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import (
    STAGE_ARCHIVE,
    STAGE_BUILDER,
    STAGE_CHAPEL,
    STAGE_COUNCILLOR,
    STAGE_GOLD_MINE,
    STAGE_OVER,
    STAGE_PAYMENT,
    STAGE_PRODUCER,
    STAGE_ROLE,
    STAGE_STRIKE,
    STAGE_TRADER,
)


def is_mid_decision(state: State) -> bool:
    """Whether the actor has to complete what it has begun: a payment, the goods of a sale or of a production."""
    stage = state.stage
    if stage == STAGE_PAYMENT:
        return True
    if stage == STAGE_TRADER:
        return state.goods_sold > 0
    return stage == STAGE_PRODUCER and state.goods_produced > 0


def end_in_sight(state: State) -> bool:
    """Whether somebody has a full city. Nobody sees that nothing can change any more: this depends on hands."""
    return state.stage == STAGE_OVER or game_end.has_full_city(state)


def leave_decision(state: State) -> None:
    """In a copy for another seat: the actor has no part in this phase any more if it was in the middle of its turn,
    and what it has named so far is forgotten."""
    if is_mid_decision(state) or state.stage == STAGE_STRIKE:
        state.seat_done[state.actor] = 1
    prospector.clear(state)
    state.smallest_card = 0
    state.smallest_good = 0
    state.new_building = -1
    state.owed = 0
    state.goods_payable = 0
    state.pays_carpenter = 0
    state.pays_poor_house = 0
    state.goods_produced = 0
    state.goods_sold = 0
    state.cards_earned = 0


def questions_from(state: State) -> list[Position]:
    """A position, and the questions that can follow for its actor in the phase, whatever the actor answers.

    Not those about cards that the actor has still to see: in these copies it draws nothing. Only for the gold mine four
    cards are made up.
    """
    questions: list[Position] = [state]
    stage = state.stage
    if stage == STAGE_GOLD_MINE:
        strike = _copy_for(state)
        if prospector.make_up_strike(strike):
            questions.append(strike)
    elif stage in (STAGE_ROLE, STAGE_BUILDER, STAGE_CHAPEL):
        for move in state.legal_moves():
            after = _copy_for(state)
            after.play(move)
            if after.actor != state.actor or after.phase_number != state.phase_number:
                continue
            if after.stage not in (STAGE_COUNCILLOR, STAGE_ARCHIVE):
                questions.extend(questions_from(after))
    return questions


def _copy_for(state: State) -> State:
    """A copy in which the actor draws nothing."""
    twin = state.copy()
    assert isinstance(twin, State)
    twin.preview_seat = i64(state.actor)
    return twin
