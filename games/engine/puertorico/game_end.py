"""The end of the game: what brings it about, and the last things to do (docs/rules §4 End and scoring, §8, §9
`long_game`). scoring.py counts the points."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico.components import FIRST_BUILDING, PLACES, SPACES
from games.engine.puertorico.position import State
from games.engine.puertorico.scoring import move_last_guests
from games.engine.puertorico.stages import END_BUILDINGS, END_CONDITIONS, END_NAMES, STAGE_OVER


def trigger(state: State, condition: i64, seat: i64) -> None:
    """The game ends with this round; `seat` caused it (NOBODY: no seat in particular)."""
    if state.ends & condition:
        return
    state.ends |= condition
    if state.listener is not None:
        names = [name for index, name in enumerate(END_NAMES) if END_CONDITIONS[index] == condition]
        state.emit("end_triggered", seat, {"condition": names[0]})


def is_last_round(state: State) -> bool:
    """Whether the round that goes on is the last one, as far as is known."""
    return state.ends != 0 or (state.long_game != 0 and nobody_can_build(state))


def nobody_can_build(state: State) -> bool:
    """Whether nobody can ever build again for lack of buildings or space (docs/rules §9 `long_game`)."""
    building: i64
    for seat in range(state.seats):
        free = state.free_city_spaces(seat)
        for building in range(FIRST_BUILDING, PLACES):
            if state.stock[building] and SPACES[building] <= free and not state.owns(seat, building):
                return False
    return True


def after_round(state: State) -> bool:
    """End the game if anything has brought that about. Returns whether it is over."""
    if state.long_game and nobody_can_build(state):
        trigger(state, END_BUILDINGS, NOBODY)
    if not state.ends:
        return False
    if state.has_expansions:
        move_last_guests(state)
    state.stage = STAGE_OVER
    state.actor = NOBODY
    state.picker = NOBODY
    if state.listener is not None:
        scores = [int(points) for points in state.scores()]
        state.emit("game_over", NOBODY, {"scores": scores, "ranks": [int(rank) for rank in state.ranks()]})
    return True
