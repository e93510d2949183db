"""Victory point chips: gained from the pool, and given back (docs/rules §3 Captain, §11 Base, Black market)."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.puertorico import game_end
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import END_VP


def gain_vp(state: State, seat: i64, points: i64) -> None:
    """Chips as far as the pool has them; the rest counts without chips (docs/rules §3 Captain, §11 Base)."""
    chips = points if points < state.vp_pool else state.vp_pool
    state.vp_pool -= chips
    state.vp_chips[seat] += chips
    state.vp_beyond_pool[seat] += points - chips
    if state.vp_pool == 0 and points > 0 and not state.long_game:
        game_end.trigger(state, END_VP, seat)


def return_vp(state: State, seat: i64) -> None:
    """Give one victory point back. One without a chip goes first, and then the pool does not grow (docs/rules §11
    Black market)."""
    if state.vp_beyond_pool[seat] > 0:
        state.vp_beyond_pool[seat] -= 1
    else:
        state.vp_chips[seat] -= 1
        state.vp_pool += 1
