"""The end of the game: a full city, or that nothing can ever change (docs/rules §2, §5 End, Draw pile).

scoring.py counts the points.
"""

from __future__ import annotations

from games.engine.contract import NOBODY
from games.engine.sanjuan import builder
from games.engine.sanjuan.components import CHAPEL, LIBRARY, MAX_BUILDINGS, NO_PHASE
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_OVER


def has_full_city(state: State) -> bool:
    """Whether a seat has built its last building: the game ends with this builder phase."""
    return any(state.building_count[seat] == MAX_BUILDINGS for seat in range(state.seats))


def is_stuck(state: State) -> bool:
    """Whether nothing can ever change: all cards lie under chapels and buildings (docs/rules §5 Draw pile)."""
    if state.cards_to_draw():
        return False
    for seat in range(state.seats):
        if state.goods_count[seat] or state.hand_count[seat] > state.hand_limit(seat):
            return False
        if state.owns(seat, CHAPEL) and state.hand_count[seat]:
            return False
    trial = state.copy()
    assert isinstance(trial, State)
    for seat in range(state.seats):
        trial.actor = seat
        trial.picker = seat
        trial.library_doubles = 1 if state.owns(seat, LIBRARY) else 0
        if len(builder.legal_buildings(trial)) > 1:
            return False
    return True


def finish(state: State) -> None:
    state.stage = STAGE_OVER
    state.actor = NOBODY
    state.picker = NOBODY
    state.phase_kind = NO_PHASE
    if state.listener is not None:
        scores = [int(points) for points in state.scores()]
        state.emit("game_over", NOBODY, {"scores": scores, "ranks": [int(rank) for rank in state.ranks()]})
