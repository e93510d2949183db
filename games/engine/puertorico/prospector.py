"""The prospector: a doubloon for whoever picks it (docs/rules §3 Prospector), with the library two (§7 Library)."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.puertorico.components import LIBRARY
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import STAGE_PHASE_END


def play(state: State) -> None:
    """The whole phase: nobody is asked anything."""
    seat = state.picker
    income: i64 = 2 if state.works(seat, LIBRARY) else 1
    state.doubloons[seat] += income
    if state.listener is not None:
        state.emit("prospects", seat, {"doubloons": int(income)})
    state.stage = STAGE_PHASE_END
