"""The fields that matter in one stage only, as JSON ("stage_state") and back.

fields.py declares them; here is what follows from them and is not written. Fields for a building of the expansions are
written only if that building is in play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.fields import read_stage, write_stage
from games.engine.json_reader import JsonReader
from games.engine.puertorico import stage_consistency
from games.engine.puertorico.components import GOODS, LIBRARY, LIGHTHOUSE, UNION_HALL
from games.engine.puertorico.fields import FIELDS, in_play
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.mayor import resume_placing
from games.engine.puertorico.stages import (
    STAGE_CAPTAIN,
    STAGE_COLONISTS,
    STAGE_CRAFTSMAN,
    STAGE_FOREST,
    STAGE_GUESTS,
    STAGE_NOBLES,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
)


def write_stage_state(position: PuertoRicoPosition) -> dict[str, object]:
    return write_stage(FIELDS, position)


def read_stage_state(position: PuertoRicoPosition, reader: JsonReader) -> None:
    """Read the fields as they are written. The round must be read before; components are checked after it."""
    read_stage(FIELDS, position, reader)
    reader.refuse_unread()


def conclude_stage(position: PuertoRicoPosition) -> None:
    """Set what follows from the fields read, for a position whose components are checked."""
    conclude = _CONCLUDE.get(int(position.stage))
    if conclude is not None:
        conclude(position)


def _conclude_drawn(position: PuertoRicoPosition) -> None:
    position.hacienda_used = 1


def _conclude_placing(position: PuertoRicoPosition) -> None:
    asked_for = position.place_asked
    stage_consistency.check_placing(position, int(asked_for))
    resume_placing(position, asked_for)


def _conclude_ennobling(position: PuertoRicoPosition) -> None:
    position.placement_begun = 1
    stage_consistency.check_noble_placing(position)


def _conclude_guests(position: PuertoRicoPosition) -> None:
    """The seats before the actor have been asked."""
    seat = position.picker
    while seat != position.actor:
        position.seats_done |= 1 << seat
        seat = position.next_seat(seat)


def _conclude_craftsman(position: PuertoRicoPosition) -> None:
    """Only the library gives more than one extra good."""
    if not in_play(LIBRARY)(position):
        position.extras_left = position.has_expansions


def _conclude_shipping(position: PuertoRicoPosition) -> None:
    """Union hall and lighthouse have paid at the beginning of the turn."""
    if in_play(UNION_HALL)(position) and position.works(position.actor, UNION_HALL):
        position.union_halls_paid = 1 << position.actor
    position.lighthouse_paid = 1 if position.works(position.picker, LIGHTHOUSE) else 0


def _conclude_storing(position: PuertoRicoPosition) -> None:
    """Single barrels are named in ascending order."""
    if position.has_expansions:
        position.lowest_single = max((good for good in range(GOODS) if position.singles[good]), default=0)


_CONCLUDE: Final[dict[int, Callable[[PuertoRicoPosition], None]]] = {
    STAGE_FOREST: _conclude_drawn,
    STAGE_COLONISTS: _conclude_placing,
    STAGE_NOBLES: _conclude_ennobling,
    STAGE_GUESTS: _conclude_guests,
    STAGE_CRAFTSMAN: _conclude_craftsman,
    STAGE_CAPTAIN: _conclude_shipping,
    STAGE_SMALL_WHARF: _conclude_shipping,
    STAGE_STORING: _conclude_storing,
}
