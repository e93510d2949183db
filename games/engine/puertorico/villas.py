"""Guests who move to a villa at the end of a phase, before the mayor may be picked (docs/rules §11 Guesthouse).

Guests may move whenever it matters, but not in the mayor phase, in which the villa works. So the last moment to fill a
villa is the end of a phase after which the mayor may be picked. The next picker can do it together with the pick.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico.components import PICKS, bit
from games.engine.puertorico.guests import move_guest, villa_guest_target, with_guest_moves
from games.engine.puertorico.moves import PASS
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import STAGE_GUESTS, STAGE_PHASE_END


def begin(state: State) -> None:
    """Ask the first owner with an empty villa; the stage is STAGE_PHASE_END if there is none."""
    state.at_phase_end = 1
    state.seats_done = 0
    _ask_next(state)


def end(state: State) -> None:
    state.at_phase_end = 0
    state.seats_done = 0


def legal_moves(state: State) -> vec[i64]:
    return with_guest_moves(state, state.actor, vec[i64]([PASS]), 0)


def play(state: State, move: i64) -> None:
    """A guest moves to the villa, or not. A villa has one circle, so each seat is asked once."""
    seat = state.actor
    if move != PASS:
        move_guest(state, move)
    elif state.listener is not None:
        state.emit("passes", seat, {"stage": "guests"})
    state.seats_done |= bit(seat)
    _ask_next(state)


def is_asked(state: State, seat: i64) -> bool:
    """Whether a guest of the seat can fill its villa, and the seat is not the next to pick."""
    return seat != _next_picker(state) and villa_guest_target(state, seat) != 0


def _ask_next(state: State) -> None:
    """Ask the next owner, clockwise from the picker of the phase that ends."""
    while True:
        seat = state.next_waiting_seat()
        if seat == NOBODY:
            state.stage = STAGE_PHASE_END
            return
        if is_asked(state, seat):
            state.actor = seat
            state.stage = STAGE_GUESTS
            return
        state.seats_done |= bit(seat)


def _next_picker(state: State) -> i64:
    """The seat that picks next; after the last pick of a round the next governor."""
    if state.picks == PICKS[state.seats]:
        return state.next_seat(state.governor)
    return (state.governor + state.picks) % state.seats
