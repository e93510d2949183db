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
from games.engine.puertorico.stages import (
    PAID_NAMES,
    STAGE_BLACK_MARKET,
    STAGE_CAPTAIN,
    STAGE_COLONISTS,
    STAGE_CRAFTSMAN,
    STAGE_FOREST,
    STAGE_GUESTS,
    STAGE_HOSPICE,
    STAGE_NOBLES,
    STAGE_SETTLER,
    STAGE_SMALL_WHARF,
    STAGE_STORING,
    STAGE_TRADER,
    STAGE_UNIVERSITY,
    TRADED_NAMES,
)

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
    if position.stage == STAGE_FOREST:
        position.drawn_tile = form.word("drawn", GOOD_NAMES)
        position.hacienda_used = 1


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
    return position.has_expansions == 1 and (position.kinds_in_play >> building) & 1 == 1


def _write_settler(position: PuertoRicoPosition) -> dict[str, object]:
    told: dict[str, object] = {"may_draw": bool(position.may_draw)}
    if _plays(position, GUESTHOUSE):
        told["drew"] = bool(position.hacienda_used)
    if _plays(position, LIBRARY):
        told["second_tile"] = bool(position.second_tile)
    return told


def _write_drawn(position: PuertoRicoPosition) -> dict[str, object]:
    return {"drawn": GOOD_NAMES[position.drawn_tile]}


def _write_latest(position: PuertoRicoPosition) -> dict[str, object]:
    return {"latest": PLACE_NAMES[position.acquired_place]}


def _write_placing(position: PuertoRicoPosition) -> dict[str, object]:
    asked = PLACE_NAMES[position.place_asked] if position.placement_begun else None
    return {"placed": members(position.seats_done), "asked_for": asked}


def _write_payment(position: PuertoRicoPosition) -> dict[str, object]:
    return {
        "building": PLACE_NAMES[position.acquired_place],
        "owed": int(position.owed),
        "paid": _words(position.paid, PAID_NAMES),
    }


def _write_guests(position: PuertoRicoPosition) -> dict[str, object]:
    """In the first version of the rules guests were asked for before the production only."""
    return {"at_end": bool(position.at_phase_end)} if position.rules_version >= GUESTS_AT_ANY_TIME else {}


def _write_craftsman(position: PuertoRicoPosition) -> dict[str, object]:
    told: dict[str, object] = {"produced": _words(position.kinds_produced, GOOD_NAMES)}
    if _plays(position, LIBRARY):
        told["extras_left"] = int(position.extras_left)
        told["lowest_extra"] = GOOD_NAMES[position.smallest_good]
    if _plays(position, SPECIALTY_FACTORY):
        told["made"] = _counts(position.barrels_made)
    return told


def _write_trader(position: PuertoRicoPosition) -> dict[str, object]:
    return {"traded": _words(position.traded, TRADED_NAMES)} if _plays(position, LAND_OFFICE) else {}


def _write_shipping(position: PuertoRicoPosition) -> dict[str, object]:
    told: dict[str, object] = {
        "captain_has_loaded": not position.captain_bonus_due,
        "wharfs_used": members(position.wharfs_used),
        "turns_without_loading": int(position.turns_without_loading),
    }
    if _plays(position, SMALL_WHARF):
        told["small_wharfs_used"] = members(position.small_wharfs_used)
    if _plays(position, UNION_HALL):
        told["had_a_turn"] = members(position.had_turn)
    if _plays(position, ROYAL_SUPPLIER):
        told["have_loaded"] = members(position.have_loaded)
        told["have_supplied"] = members(position.suppliers_done)
    return told


def _write_captain(position: PuertoRicoPosition) -> dict[str, object]:
    told = _write_shipping(position)
    if _plays(position, ROYAL_SUPPLIER):
        told["supplied_now"] = int(position.supplied_now)
        told["supplied_last"] = GOOD_NAMES[position.smallest_good - 1] if position.supplied_now else None
    return told


def _write_small_wharf(position: PuertoRicoPosition) -> dict[str, object]:
    return {
        **_write_shipping(position),
        "loaded": _counts(position.barrels_named),
        "asked_for": GOOD_NAMES[position.smallest_good],
    }


def _write_storing(position: PuertoRicoPosition) -> dict[str, object]:
    told: dict[str, object] = {
        "stored": members(position.seats_done),
        "warehoused": _words(position.kinds_stored, GOOD_NAMES),
    }
    if _plays(position, STOREHOUSE):
        told["singles"] = _counts(position.barrels_named)
    return told


_WRITERS: Final[dict[int, Callable[[PuertoRicoPosition], dict[str, object]]]] = {
    STAGE_SETTLER: _write_settler,
    STAGE_FOREST: _write_drawn,
    STAGE_HOSPICE: _write_latest,
    STAGE_COLONISTS: _write_placing,
    STAGE_NOBLES: _write_placing,
    STAGE_BLACK_MARKET: _write_payment,
    STAGE_UNIVERSITY: _write_latest,
    STAGE_GUESTS: _write_guests,
    STAGE_CRAFTSMAN: _write_craftsman,
    STAGE_TRADER: _write_trader,
    STAGE_CAPTAIN: _write_captain,
    STAGE_SMALL_WHARF: _write_small_wharf,
    STAGE_STORING: _write_storing,
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
        position.hacienda_used = _flag(form, "drew")
    if _plays(position, LIBRARY):
        position.second_tile = _flag(form, "second_tile")


def _read_latest(position: PuertoRicoPosition, form: Form) -> None:
    position.acquired_place = form.word("latest", PLACE_NAMES)


def _read_placing(position: PuertoRicoPosition, form: Form) -> None:
    position.seats_done = _seats(position, form, "placed")
    asked_for = form.word_or_null("asked_for", PLACE_NAMES, NO_PLACE)
    stage_consistency.check_placing(position, asked_for)
    resume_placing(position, asked_for)


def _read_ennobling(position: PuertoRicoPosition, form: Form) -> None:
    position.seats_done = _seats(position, form, "placed")
    position.place_asked = form.word("asked_for", PLACE_NAMES)
    position.placement_begun = 1
    stage_consistency.check_ennobling(position)


def _read_payment(position: PuertoRicoPosition, form: Form) -> None:
    position.acquired_place = FIRST_BUILDING + form.word("building", BUILDING_NAMES)
    position.owed = form.whole("owed", 1, len(PAID_NAMES))
    position.paid = _word_set(form, "paid", PAID_NAMES)


def _read_guests(position: PuertoRicoPosition, form: Form) -> None:
    """Who comes before the actor has been asked."""
    if position.rules_version >= GUESTS_AT_ANY_TIME:
        position.at_phase_end = _flag(form, "at_end")
    seat = position.picker
    while seat != position.actor:
        position.seats_done |= 1 << seat
        seat = position.after(seat)


def _read_craftsman(position: PuertoRicoPosition, form: Form) -> None:
    position.kinds_produced = _word_set(form, "produced", GOOD_NAMES)
    position.extras_left = position.has_expansions
    if _plays(position, LIBRARY):
        position.extras_left = form.whole("extras_left", 1, 2)
        position.smallest_good = form.word("lowest_extra", GOOD_NAMES)
    if _plays(position, SPECIALTY_FACTORY):
        position.barrels_made = vec[i64](form.counts("made", GOOD_NAMES))


def _read_trader(position: PuertoRicoPosition, form: Form) -> None:
    if _plays(position, LAND_OFFICE):
        position.traded = _word_set(form, "traded", TRADED_NAMES)


def _read_shipping(position: PuertoRicoPosition, form: Form) -> None:
    """The actor's union hall and the captain's lighthouse have paid at the beginning of their turns."""
    position.captain_bonus_due = 1 - _flag(form, "captain_has_loaded")
    position.wharfs_used = _seats(position, form, "wharfs_used")
    position.turns_without_loading = form.whole("turns_without_loading", 0, int(position.seats) - 1)
    if _plays(position, SMALL_WHARF):
        position.small_wharfs_used = _seats(position, form, "small_wharfs_used")
    if _plays(position, UNION_HALL):
        position.had_turn = _seats(position, form, "had_a_turn")
        position.union_halls_paid = 1 << position.actor if position.works(position.actor, UNION_HALL) else 0
    if _plays(position, ROYAL_SUPPLIER):
        position.have_loaded = _seats(position, form, "have_loaded")
        position.suppliers_done = _seats(position, form, "have_supplied")
    position.lighthouse_paid = 1 if position.works(position.picker, LIGHTHOUSE) else 0


def _read_captain(position: PuertoRicoPosition, form: Form) -> None:
    _read_shipping(position, form)
    if _plays(position, ROYAL_SUPPLIER):
        position.supplied_now = form.whole("supplied_now", 0, GOODS)
        position.smallest_good = form.word_or_null("supplied_last", GOOD_NAMES, NO_GOOD) + 1


def _read_small_wharf(position: PuertoRicoPosition, form: Form) -> None:
    _read_shipping(position, form)
    position.barrels_named = vec[i64](form.counts("loaded", GOOD_NAMES))
    position.smallest_good = form.word("asked_for", GOOD_NAMES)


def _read_storing(position: PuertoRicoPosition, form: Form) -> None:
    position.seats_done = _seats(position, form, "stored")
    position.kinds_stored = _word_set(form, "warehoused", GOOD_NAMES)
    if _plays(position, STOREHOUSE):
        position.barrels_named = vec[i64](form.counts("singles", GOOD_NAMES))
        position.smallest_good = max((good for good in range(GOODS) if position.barrels_named[good]), default=0)


_READERS: Final[dict[int, Callable[[PuertoRicoPosition, Form], None]]] = {
    STAGE_SETTLER: _read_settler,
    STAGE_HOSPICE: _read_latest,
    STAGE_COLONISTS: _read_placing,
    STAGE_NOBLES: _read_ennobling,
    STAGE_BLACK_MARKET: _read_payment,
    STAGE_UNIVERSITY: _read_latest,
    STAGE_GUESTS: _read_guests,
    STAGE_CRAFTSMAN: _read_craftsman,
    STAGE_TRADER: _read_trader,
    STAGE_CAPTAIN: _read_captain,
    STAGE_SMALL_WHARF: _read_small_wharf,
    STAGE_STORING: _read_storing,
}
