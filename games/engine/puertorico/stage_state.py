"""What the stage of a position remembers, as JSON ("stage_state") and back: what matters in this stage only.

What only a building of the expansions needs is written only where that building is in play; what follows from the rest
of the position is not written at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import PositionError
from games.engine.form import Form
from games.engine.puertorico import stage_consistency
from games.engine.puertorico.components import (
    BUILDINGS,
    FIRST_BUILDING,
    GOOD_NAMES,
    GOODS,
    GUESTHOUSE,
    GUESTS_AT_ANY_TIME,
    LAND_OFFICE,
    LIBRARY,
    LIGHTHOUSE,
    NO_GOOD,
    NO_PLACE,
    PLACE_NAMES,
    ROYAL_SUPPLIER,
    SMALL_WHARF,
    SPECIALTY_FACTORY,
    STOREHOUSE,
    UNION_HALL,
)
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.mayor import resume_placing
from games.engine.puertorico.stages import BLACK_MARKET as BLACK_MARKET_STAGE
from games.engine.puertorico.stages import (
    CAPTAIN,
    COLONISTS,
    CRAFTSMAN,
    FOREST_OR_NOT,
    GUESTS,
    HOSPICE,
    NOBLES_PLACED,
    PAID_NAMES,
    SETTLER,
    STORING,
    TRADED_NAMES,
    TRADER,
    UNIVERSITY,
)
from games.engine.puertorico.stages import SMALL_WHARF as SMALL_WHARF_STAGE

BUILDING_NAMES: Final = tuple(building.name for building in BUILDINGS)


def members(of: i64) -> list[int]:
    """The members of a set, ascending."""
    return [member for member in range(64) if (of >> member) & 1]


def set_of(found: Sequence[int], path: str) -> i64:
    """A set from a list without repetitions. Raises PositionError with the list's path."""
    if len(set(found)) != len(found):
        raise PositionError(path, "names something twice")
    return sum(1 << member for member in found)


def write(position: PuertoRicoPosition) -> dict[str, object]:
    writer = _WRITERS.get(int(position.stage))
    return {} if writer is None else writer(position)


def read_drawn(position: PuertoRicoPosition, form: Form) -> None:
    """The tile that the actor has drawn and not placed yet: to be read before the tiles are counted."""
    if position.stage == FOREST_OR_NOT:
        position.drawn = form.word("drawn", GOOD_NAMES)
        position.drew = 1


def read(position: PuertoRicoPosition, form: Form) -> None:
    """All the rest, into a position whose components have been found in order."""
    reader = _READERS.get(int(position.stage))
    if reader is not None:
        reader(position, form)
    form.finish()


# --- writing ---


def _words(of: i64, words: Sequence[str]) -> list[str]:
    return [words[member] for member in members(of)]


def _counts(counts: vec[i64]) -> dict[str, int]:
    return {name: int(counts[good]) for good, name in enumerate(GOOD_NAMES)}


def _plays(position: PuertoRicoPosition, building: int) -> bool:
    return position.expanded == 1 and (position.chosen >> building) & 1 == 1


def _write_settler(position: PuertoRicoPosition) -> dict[str, object]:
    told: dict[str, object] = {"may_draw": bool(position.may_draw)}
    if _plays(position, GUESTHOUSE):
        told["drew"] = bool(position.drew)
    if _plays(position, LIBRARY):
        told["second_tile"] = bool(position.second)
    return told


def _write_drawn(position: PuertoRicoPosition) -> dict[str, object]:
    return {"drawn": GOOD_NAMES[position.drawn]}


def _write_latest(position: PuertoRicoPosition) -> dict[str, object]:
    return {"latest": PLACE_NAMES[position.latest]}


def _write_placing(position: PuertoRicoPosition) -> dict[str, object]:
    asked = PLACE_NAMES[position.placing] if position.begun else None
    return {"placed": members(position.done), "asked_for": asked}


def _write_payment(position: PuertoRicoPosition) -> dict[str, object]:
    return {
        "building": PLACE_NAMES[position.latest],
        "owed": int(position.owed),
        "paid": _words(position.paid, PAID_NAMES),
    }


def _write_guests(position: PuertoRicoPosition) -> dict[str, object]:
    """In the first version of the rules guests were asked for before the production only."""
    return {"at_end": bool(position.closing)} if position.rules_version >= GUESTS_AT_ANY_TIME else {}


def _write_craftsman(position: PuertoRicoPosition) -> dict[str, object]:
    told: dict[str, object] = {"produced": _words(position.produced, GOOD_NAMES)}
    if _plays(position, LIBRARY):
        told["extras_left"] = int(position.extras)
        told["lowest_extra"] = GOOD_NAMES[position.least]
    if _plays(position, SPECIALTY_FACTORY):
        told["made"] = _counts(position.made)
    return told


def _write_trader(position: PuertoRicoPosition) -> dict[str, object]:
    return {"traded": _words(position.traded, TRADED_NAMES)} if _plays(position, LAND_OFFICE) else {}


def _write_shipping(position: PuertoRicoPosition) -> dict[str, object]:
    told: dict[str, object] = {
        "captain_has_loaded": not position.privilege,
        "wharfs_used": members(position.wharfs),
        "turns_without_loading": int(position.idle),
    }
    if _plays(position, SMALL_WHARF):
        told["small_wharfs_used"] = members(position.small_wharfs)
    if _plays(position, UNION_HALL):
        told["had_a_turn"] = members(position.visited)
    if _plays(position, ROYAL_SUPPLIER):
        told["have_loaded"] = members(position.begun_loading)
        told["have_supplied"] = members(position.supplied)
    return told


def _write_captain(position: PuertoRicoPosition) -> dict[str, object]:
    told = _write_shipping(position)
    if _plays(position, ROYAL_SUPPLIER):
        told["supplied_now"] = int(position.cargo)
        told["supplied_last"] = GOOD_NAMES[position.least - 1] if position.cargo else None
    return told


def _write_small_wharf(position: PuertoRicoPosition) -> dict[str, object]:
    return {
        **_write_shipping(position),
        "loaded": _counts(position.named),
        "asked_for": GOOD_NAMES[position.least],
    }


def _write_storing(position: PuertoRicoPosition) -> dict[str, object]:
    told: dict[str, object] = {
        "stored": members(position.done),
        "warehoused": _words(position.stored, GOOD_NAMES),
    }
    if _plays(position, STOREHOUSE):
        told["singles"] = _counts(position.named)
    return told


_WRITERS: Final[dict[int, Callable[[PuertoRicoPosition], dict[str, object]]]] = {
    SETTLER: _write_settler,
    FOREST_OR_NOT: _write_drawn,
    HOSPICE: _write_latest,
    COLONISTS: _write_placing,
    NOBLES_PLACED: _write_placing,
    BLACK_MARKET_STAGE: _write_payment,
    UNIVERSITY: _write_latest,
    GUESTS: _write_guests,
    CRAFTSMAN: _write_craftsman,
    TRADER: _write_trader,
    CAPTAIN: _write_captain,
    SMALL_WHARF_STAGE: _write_small_wharf,
    STORING: _write_storing,
}


# --- reading ---


def _flag(form: Form, name: str) -> int:
    return 1 if form.flag(name) else 0


def _seats(position: PuertoRicoPosition, form: Form, name: str) -> i64:
    return set_of(form.numbers(name, 0, int(position.seats) - 1), form.at(name))


def _word_set(form: Form, name: str, words: Sequence[str]) -> i64:
    return set_of(form.words(name, words), form.at(name))


def _read_settler(position: PuertoRicoPosition, form: Form) -> None:
    position.may_draw = _flag(form, "may_draw")
    if _plays(position, GUESTHOUSE):
        position.drew = _flag(form, "drew")
    if _plays(position, LIBRARY):
        position.second = _flag(form, "second_tile")


def _read_latest(position: PuertoRicoPosition, form: Form) -> None:
    position.latest = form.word("latest", PLACE_NAMES)


def _read_placing(position: PuertoRicoPosition, form: Form) -> None:
    position.done = _seats(position, form, "placed")
    asked_for = form.word_or_null("asked_for", PLACE_NAMES, NO_PLACE)
    stage_consistency.check_placing(position, asked_for)
    resume_placing(position, asked_for)


def _read_ennobling(position: PuertoRicoPosition, form: Form) -> None:
    position.done = _seats(position, form, "placed")
    position.placing = form.word("asked_for", PLACE_NAMES)
    position.begun = 1
    stage_consistency.check_ennobling(position)


def _read_payment(position: PuertoRicoPosition, form: Form) -> None:
    position.latest = FIRST_BUILDING + form.word("building", BUILDING_NAMES)
    position.owed = form.whole("owed", 1, len(PAID_NAMES))
    position.paid = _word_set(form, "paid", PAID_NAMES)


def _read_guests(position: PuertoRicoPosition, form: Form) -> None:
    """Who comes before the actor has been asked."""
    if position.rules_version >= GUESTS_AT_ANY_TIME:
        position.closing = _flag(form, "at_end")
    seat = position.picker
    while seat != position.actor:
        position.done |= 1 << seat
        seat = position.after(seat)


def _read_craftsman(position: PuertoRicoPosition, form: Form) -> None:
    position.produced = _word_set(form, "produced", GOOD_NAMES)
    position.extras = position.expanded
    if _plays(position, LIBRARY):
        position.extras = form.whole("extras_left", 1, 2)
        position.least = form.word("lowest_extra", GOOD_NAMES)
    if _plays(position, SPECIALTY_FACTORY):
        position.made = vec[i64](form.counts("made", GOOD_NAMES))


def _read_trader(position: PuertoRicoPosition, form: Form) -> None:
    if _plays(position, LAND_OFFICE):
        position.traded = _word_set(form, "traded", TRADED_NAMES)


def _read_shipping(position: PuertoRicoPosition, form: Form) -> None:
    """The actor's union hall and the captain's lighthouse have paid at the beginning of their turns."""
    position.privilege = 1 - _flag(form, "captain_has_loaded")
    position.wharfs = _seats(position, form, "wharfs_used")
    position.idle = form.whole("turns_without_loading", 0, int(position.seats) - 1)
    if _plays(position, SMALL_WHARF):
        position.small_wharfs = _seats(position, form, "small_wharfs_used")
    if _plays(position, UNION_HALL):
        position.visited = _seats(position, form, "had_a_turn")
        position.unions = 1 << position.actor if position.works(position.actor, UNION_HALL) else 0
    if _plays(position, ROYAL_SUPPLIER):
        position.begun_loading = _seats(position, form, "have_loaded")
        position.supplied = _seats(position, form, "have_supplied")
    position.lit = 1 if position.works(position.picker, LIGHTHOUSE) else 0


def _read_captain(position: PuertoRicoPosition, form: Form) -> None:
    _read_shipping(position, form)
    if _plays(position, ROYAL_SUPPLIER):
        position.cargo = form.whole("supplied_now", 0, GOODS)
        position.least = form.word_or_null("supplied_last", GOOD_NAMES, NO_GOOD) + 1


def _read_small_wharf(position: PuertoRicoPosition, form: Form) -> None:
    _read_shipping(position, form)
    position.named = vec[i64](form.counts("loaded", GOOD_NAMES))
    position.least = form.word("asked_for", GOOD_NAMES)


def _read_storing(position: PuertoRicoPosition, form: Form) -> None:
    position.done = _seats(position, form, "stored")
    position.stored = _word_set(form, "warehoused", GOOD_NAMES)
    if _plays(position, STOREHOUSE):
        position.named = vec[i64](form.counts("singles", GOOD_NAMES))
        position.least = max((good for good in range(GOODS) if position.named[good]), default=0)


_READERS: Final[dict[int, Callable[[PuertoRicoPosition, Form], None]]] = {
    SETTLER: _read_settler,
    HOSPICE: _read_latest,
    COLONISTS: _read_placing,
    NOBLES_PLACED: _read_ennobling,
    BLACK_MARKET_STAGE: _read_payment,
    UNIVERSITY: _read_latest,
    GUESTS: _read_guests,
    CRAFTSMAN: _read_craftsman,
    TRADER: _read_trader,
    CAPTAIN: _read_captain,
    SMALL_WHARF_STAGE: _read_small_wharf,
    STORING: _read_storing,
}
