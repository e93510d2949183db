"""The fields that matter in one stage only, as JSON ("stage_state") and back.

Fields for a building of the expansions are written only if that building is in play; what follows from the rest of the
position is not written at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import PositionError
from games.engine.json_reader import JsonReader
from games.engine.puertorico import stage_consistency
from games.engine.puertorico.components import (
    BUILDINGS,
    FIRST_BUILDING,
    GOOD_NAMES,
    GOODS,
    GUESTHOUSE,
    LAND_OFFICE,
    LIBRARY,
    LIGHTHOUSE,
    NO_GOOD,
    NO_PLACE,
    PLACE_NAMES,
    ROYAL_SUPPLIER,
    RULES_GUESTS_AT_ANY_TIME,
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


def bit_members(of: i64) -> list[int]:
    """The members of a set, ascending."""
    return [member for member in range(64) if (of >> member) & 1]


def bit_set(found: Sequence[int], path: str) -> i64:
    """A set from a list. Raises PositionError with the list's path for repetitions."""
    if len(set(found)) != len(found):
        raise PositionError(path, "names something twice")
    return sum(1 << member for member in found)


def write_stage_state(position: PuertoRicoPosition) -> dict[str, object]:
    writer = _WRITERS.get(int(position.stage))
    return {} if writer is None else writer(position)


def read_drawn(position: PuertoRicoPosition, reader: JsonReader) -> None:
    """Read the tile that the actor has drawn and not placed yet; it is needed before the tiles are counted."""
    if position.stage == STAGE_FOREST:
        position.drawn_tile = reader.read_word_index("drawn", GOOD_NAMES)
        position.hacienda_used = 1


def read_stage_state(position: PuertoRicoPosition, reader: JsonReader) -> None:
    """Read the other fields into a position whose components are checked already."""
    read_part = _READERS.get(int(position.stage))
    if read_part is not None:
        read_part(position, reader)
    reader.refuse_unread()


# --- writing ---


def _words(of: i64, words: Sequence[str]) -> list[str]:
    return [words[member] for member in bit_members(of)]


def _counts(counts: vec[i64]) -> dict[str, int]:
    return {name: int(counts[good]) for good, name in enumerate(GOOD_NAMES)}


def _in_play(position: PuertoRicoPosition, building: int) -> bool:
    return position.has_expansions == 1 and (position.kinds_in_play >> building) & 1 == 1


def _write_settler(position: PuertoRicoPosition) -> dict[str, object]:
    data: dict[str, object] = {"may_draw": bool(position.may_draw)}
    if _in_play(position, GUESTHOUSE):
        data["drew"] = bool(position.hacienda_used)
    if _in_play(position, LIBRARY):
        data["second_tile"] = bool(position.second_tile)
    return data


def _write_drawn(position: PuertoRicoPosition) -> dict[str, object]:
    return {"drawn": GOOD_NAMES[position.drawn_tile]}


def _write_latest(position: PuertoRicoPosition) -> dict[str, object]:
    return {"latest": PLACE_NAMES[position.acquired_place]}


def _write_placing(position: PuertoRicoPosition) -> dict[str, object]:
    asked = PLACE_NAMES[position.place_asked] if position.placement_begun else None
    return {"placed": bit_members(position.seats_done), "asked_for": asked}


def _write_payment(position: PuertoRicoPosition) -> dict[str, object]:
    return {
        "building": PLACE_NAMES[position.acquired_place],
        "owed": int(position.owed),
        "paid": _words(position.paid, PAID_NAMES),
    }


def _write_guests(position: PuertoRicoPosition) -> dict[str, object]:
    """In version 1 of the rules guests were asked for before the production only."""
    return {"at_end": bool(position.at_phase_end)} if position.rules_version >= RULES_GUESTS_AT_ANY_TIME else {}


def _write_craftsman(position: PuertoRicoPosition) -> dict[str, object]:
    data: dict[str, object] = {"produced": _words(position.kinds_produced, GOOD_NAMES)}
    if _in_play(position, LIBRARY):
        data["extras_left"] = int(position.extras_left)
        data["lowest_extra"] = GOOD_NAMES[position.smallest_good]
    if _in_play(position, SPECIALTY_FACTORY):
        data["made"] = _counts(position.barrels_made)
    return data


def _write_trader(position: PuertoRicoPosition) -> dict[str, object]:
    return {"traded": _words(position.traded, TRADED_NAMES)} if _in_play(position, LAND_OFFICE) else {}


def _write_shipping(position: PuertoRicoPosition) -> dict[str, object]:
    data: dict[str, object] = {
        "captain_has_loaded": not position.captain_bonus_due,
        "wharfs_used": bit_members(position.wharfs_used),
        "turns_without_loading": int(position.turns_without_loading),
    }
    if _in_play(position, SMALL_WHARF):
        data["small_wharfs_used"] = bit_members(position.small_wharfs_used)
    if _in_play(position, UNION_HALL):
        data["had_a_turn"] = bit_members(position.had_turn)
    if _in_play(position, ROYAL_SUPPLIER):
        data["have_loaded"] = bit_members(position.have_loaded)
        data["have_supplied"] = bit_members(position.suppliers_done)
    return data


def _write_captain(position: PuertoRicoPosition) -> dict[str, object]:
    data = _write_shipping(position)
    if _in_play(position, ROYAL_SUPPLIER):
        data["supplied_now"] = int(position.supplied_now)
        data["supplied_last"] = GOOD_NAMES[position.smallest_good - 1] if position.supplied_now else None
    return data


def _write_small_wharf(position: PuertoRicoPosition) -> dict[str, object]:
    return {
        **_write_shipping(position),
        "loaded": _counts(position.barrels_named),
        "asked_for": GOOD_NAMES[position.smallest_good],
    }


def _write_storing(position: PuertoRicoPosition) -> dict[str, object]:
    data: dict[str, object] = {
        "stored": bit_members(position.seats_done),
        "warehoused": _words(position.kinds_stored, GOOD_NAMES),
    }
    if _in_play(position, STOREHOUSE):
        data["singles"] = _counts(position.barrels_named)
    return data


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


def _flag(reader: JsonReader, name: str) -> int:
    return 1 if reader.read_boolean(name) else 0


def _seats(position: PuertoRicoPosition, reader: JsonReader, name: str) -> i64:
    return bit_set(reader.read_integers(name, 0, int(position.seats) - 1), reader.path_to(name))


def _word_set(reader: JsonReader, name: str, words: Sequence[str]) -> i64:
    return bit_set(reader.read_word_indexes(name, words), reader.path_to(name))


def _read_settler(position: PuertoRicoPosition, reader: JsonReader) -> None:
    position.may_draw = _flag(reader, "may_draw")
    if _in_play(position, GUESTHOUSE):
        position.hacienda_used = _flag(reader, "drew")
    if _in_play(position, LIBRARY):
        position.second_tile = _flag(reader, "second_tile")


def _read_latest(position: PuertoRicoPosition, reader: JsonReader) -> None:
    position.acquired_place = reader.read_word_index("latest", PLACE_NAMES)


def _read_placing(position: PuertoRicoPosition, reader: JsonReader) -> None:
    position.seats_done = _seats(position, reader, "placed")
    asked_for = reader.read_word_index_or_null("asked_for", PLACE_NAMES, NO_PLACE)
    stage_consistency.check_placing(position, asked_for)
    resume_placing(position, asked_for)


def _read_ennobling(position: PuertoRicoPosition, reader: JsonReader) -> None:
    position.seats_done = _seats(position, reader, "placed")
    position.place_asked = reader.read_word_index("asked_for", PLACE_NAMES)
    position.placement_begun = 1
    stage_consistency.check_noble_placing(position)


def _read_payment(position: PuertoRicoPosition, reader: JsonReader) -> None:
    position.acquired_place = FIRST_BUILDING + reader.read_word_index("building", BUILDING_NAMES)
    position.owed = reader.read_integer("owed", 1, len(PAID_NAMES))
    position.paid = _word_set(reader, "paid", PAID_NAMES)


def _read_guests(position: PuertoRicoPosition, reader: JsonReader) -> None:
    """The seats before the actor have been asked."""
    if position.rules_version >= RULES_GUESTS_AT_ANY_TIME:
        position.at_phase_end = _flag(reader, "at_end")
    seat = position.picker
    while seat != position.actor:
        position.seats_done |= 1 << seat
        seat = position.next_seat(seat)


def _read_craftsman(position: PuertoRicoPosition, reader: JsonReader) -> None:
    position.kinds_produced = _word_set(reader, "produced", GOOD_NAMES)
    position.extras_left = position.has_expansions
    if _in_play(position, LIBRARY):
        position.extras_left = reader.read_integer("extras_left", 1, 2)
        position.smallest_good = reader.read_word_index("lowest_extra", GOOD_NAMES)
    if _in_play(position, SPECIALTY_FACTORY):
        position.barrels_made = vec[i64](reader.read_counts("made", GOOD_NAMES))


def _read_trader(position: PuertoRicoPosition, reader: JsonReader) -> None:
    if _in_play(position, LAND_OFFICE):
        position.traded = _word_set(reader, "traded", TRADED_NAMES)


def _read_shipping(position: PuertoRicoPosition, reader: JsonReader) -> None:
    """Union hall and lighthouse have paid at the beginning of the turn."""
    position.captain_bonus_due = 1 - _flag(reader, "captain_has_loaded")
    position.wharfs_used = _seats(position, reader, "wharfs_used")
    position.turns_without_loading = reader.read_integer("turns_without_loading", 0, int(position.seats) - 1)
    if _in_play(position, SMALL_WHARF):
        position.small_wharfs_used = _seats(position, reader, "small_wharfs_used")
    if _in_play(position, UNION_HALL):
        position.had_turn = _seats(position, reader, "had_a_turn")
        position.union_halls_paid = 1 << position.actor if position.works(position.actor, UNION_HALL) else 0
    if _in_play(position, ROYAL_SUPPLIER):
        position.have_loaded = _seats(position, reader, "have_loaded")
        position.suppliers_done = _seats(position, reader, "have_supplied")
    position.lighthouse_paid = 1 if position.works(position.picker, LIGHTHOUSE) else 0


def _read_captain(position: PuertoRicoPosition, reader: JsonReader) -> None:
    _read_shipping(position, reader)
    if _in_play(position, ROYAL_SUPPLIER):
        position.supplied_now = reader.read_integer("supplied_now", 0, GOODS)
        position.smallest_good = reader.read_word_index_or_null("supplied_last", GOOD_NAMES, NO_GOOD) + 1


def _read_small_wharf(position: PuertoRicoPosition, reader: JsonReader) -> None:
    _read_shipping(position, reader)
    position.barrels_named = vec[i64](reader.read_counts("loaded", GOOD_NAMES))
    position.smallest_good = reader.read_word_index("asked_for", GOOD_NAMES)


def _read_storing(position: PuertoRicoPosition, reader: JsonReader) -> None:
    position.seats_done = _seats(position, reader, "stored")
    position.kinds_stored = _word_set(reader, "warehoused", GOOD_NAMES)
    if _in_play(position, STOREHOUSE):
        position.barrels_named = vec[i64](reader.read_counts("singles", GOOD_NAMES))
        position.smallest_good = max((good for good in range(GOODS) if position.barrels_named[good]), default=0)


_READERS: Final[dict[int, Callable[[PuertoRicoPosition, JsonReader], None]]] = {
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
