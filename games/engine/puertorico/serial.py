"""A position as JSON and back: the whole table in words, hidden parts and random state included.

Whatever consistency.py accepts can be set up and played on: test positions, a moderator's corrections, bug reports.
Fields that matter in one stage only are under "stage_state" and are absent in other stages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY, PositionError
from games.engine.form import Form, word
from games.engine.puertorico import consistency
from games.engine.puertorico.components import (
    ALWAYS_IN_PLAY,
    BUILDINGS,
    CARD_NAMES,
    CARDS,
    EDITION_NAMES,
    FIRST_BUILDING,
    GOOD_NAMES,
    GOODS,
    ISLAND_SPACES,
    MAX_SEATS,
    MIN_SEATS,
    NO_CARD,
    NO_GOOD,
    NO_PLACE,
    PICKS,
    PLACE_NAMES,
    PLACES,
    SHIPS,
    TILE_NAMES,
    cards_in_game,
    ship_size,
)
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.mayor import resume_placing
from games.engine.puertorico.position import (
    CAPTAIN,
    COLONISTS,
    CRAFTSMAN,
    END_NAMES,
    HOSPICE,
    SETTLER,
    STAGE_NAMES,
    STORING,
    UNIVERSITY,
)
from games.engine.random import Random

GAME = "puerto-rico"
VERSION = 1
"""Of this JSON; grows when its fields change."""

SWITCH = ("off", "on")
BUILDING_NAMES = tuple(building.name for building in BUILDINGS)


def to_json(position: PuertoRicoPosition) -> dict[str, object]:
    """The whole position; equal positions give equal JSON."""
    seats = position.seats
    return {
        "game": GAME,
        "version": VERSION,
        "seats": int(seats),
        "options": {
            "edition": EDITION_NAMES[position.edition],
            "open_vp": SWITCH[position.open_vp],
            "first_governor": "random" if position.first_governor == NOBODY else str(int(position.first_governor)),
        },
        "plies": int(position.plies),
        "revealed": int(position.revealed),
        "random": position.random.state(),
        "round": int(position.round),
        "picks": int(position.picks),
        "governor": int(position.governor),
        "stage": STAGE_NAMES[position.stage],
        "to_move": _seat(position.actor),
        "picker": _seat(position.picker),
        "role": None if position.role == NO_CARD else CARD_NAMES[position.role],
        "stage_state": _stage_state(position),
        "ends": [END_NAMES[end] for end in _members(position.ends)],
        "role_cards": {
            CARD_NAMES[card]: {"doubloons": int(position.card_doubloons[card]), "taken_by": _holder(position, card)}
            for card in _members(cards_in_game(seats))
        },
        "colonist_supply": int(position.colonist_supply),
        "colonist_ship": int(position.colonist_ship),
        "vp_pool": int(position.vp_pool),
        "quarries": int(position.quarries),
        "face_up": _counts(position.face_up, GOOD_NAMES),
        "face_down": _counts(position.face_down, GOOD_NAMES),
        "discards": _counts(position.discards, GOOD_NAMES),
        "goods_supply": _counts(position.goods_supply, GOOD_NAMES),
        "buildings": {PLACE_NAMES[place]: int(position.stock[place]) for place in _in_play(position)},
        "ships": [
            {
                "size": int(ship_size(seats, ship)),
                "good": None if position.ship_good[ship] == NO_GOOD else GOOD_NAMES[position.ship_good[ship]],
                "barrels": int(position.ship_barrels[ship]),
            }
            for ship in range(SHIPS[seats])
        ],
        "trading_house": _counts(position.house, GOOD_NAMES),
        "players": [_player(position, seat) for seat in range(seats)],
    }


def from_json(stored: Mapping[str, object]) -> PuertoRicoPosition:
    """Set up a written position. Raises PositionError, with the field's path, for one that cannot be."""
    form = Form(stored)
    form.word("game", (GAME,))
    form.whole("version", VERSION, VERSION)
    seats = form.whole("seats", MIN_SEATS, MAX_SEATS)
    position = PuertoRicoPosition(seats, _random(form))
    _read_options(position, form.form("options"))
    position.plies = form.whole("plies")
    position.revealed = form.whole("revealed")
    _read_round(position, form)
    _read_table(position, form)
    for seat, player in enumerate(form.forms("players", seats)):
        _read_player(position, seat, player)
    consistency.check_components(position)
    consistency.check_round(position)
    _read_stage_state(position, form.form("stage_state"))
    form.finish()
    consistency.check_stage(position)
    return position


# --- writing ---


def _seat(seat: i64) -> int | None:
    return None if seat == NOBODY else int(seat)


def _members(members: i64) -> list[int]:
    """The members of a set, ascending."""
    return [member for member in range(64) if (members >> member) & 1]


def _words(members: i64, words: Sequence[str]) -> list[str]:
    return [words[member] for member in _members(members)]


def _counts(counts: vec[i64], words: Sequence[str], first: int = 0) -> dict[str, int]:
    """Counts from an index on by their words, zeros too: who edits a position sees what there could be."""
    return {word: int(counts[first + index]) for index, word in enumerate(words)}


def _in_play(position: PuertoRicoPosition) -> list[int]:
    """The buildings in play, ascending."""
    return _members(ALWAYS_IN_PLAY | position.chosen)


def _holder(position: PuertoRicoPosition, card: int) -> int | None:
    for seat in range(position.seats):
        if (position.cards_of[seat] >> card) & 1:
            return seat
    return None


def _player(position: PuertoRicoPosition, seat: int) -> dict[str, object]:
    return {
        "doubloons": int(position.doubloons[seat]),
        "vp_chips": int(position.chips[seat]),
        "vp_beyond_pool": int(position.beyond[seat]),
        "san_juan": int(position.san_juan[seat]),
        "goods": {good: int(position.good_of(seat, index)) for index, good in enumerate(GOOD_NAMES)},
        "island": {
            TILE_NAMES[tile]: {
                "tiles": int(position.circles(seat, tile)),
                "colonists": int(position.workers_on(seat, tile)),
            }
            for tile in range(len(TILE_NAMES))
            if position.owns(seat, tile)
        },
        "city": {
            PLACE_NAMES[building]: int(position.workers_on(seat, building))
            for building in range(FIRST_BUILDING, PLACES)
            if position.owns(seat, building)
        },
    }


def _stage_state(position: PuertoRicoPosition) -> dict[str, object]:
    stage = position.stage
    if stage == SETTLER:
        return {"may_draw": bool(position.may_draw)}
    if stage in (HOSPICE, UNIVERSITY):
        return {"latest": PLACE_NAMES[position.latest]}
    if stage == COLONISTS:
        asked = PLACE_NAMES[position.placing] if position.begun else None
        return {"placed": _members(position.done), "asked_for": asked}
    if stage == CRAFTSMAN:
        return {"produced": _words(position.produced, GOOD_NAMES)}
    if stage == CAPTAIN:
        return {
            "captain_has_loaded": not position.privilege,
            "wharfs_used": _members(position.wharfs),
            "turns_without_loading": int(position.idle),
        }
    if stage == STORING:
        return {"stored": _members(position.done), "warehoused": _words(position.stored, GOOD_NAMES)}
    return {}


# --- reading ---


def _random(form: Form) -> Random:
    words = form.numbers("random", 0, 0xFFFFFFFF)
    if len(words) != 4:
        raise PositionError("random", "must be four 32-bit numbers")
    return Random(*words)


def _set(members: Sequence[int], path: str) -> i64:
    """A set from a list without repetitions."""
    if len(set(members)) != len(members):
        raise PositionError(path, "names something twice")
    return sum(1 << member for member in members)


def _read_options(position: PuertoRicoPosition, form: Form) -> None:
    position.edition = form.word("edition", EDITION_NAMES)
    position.open_box()
    position.open_vp = form.word("open_vp", SWITCH)
    governor = form.word("first_governor", ("random", *(str(seat) for seat in range(position.seats))))
    position.first_governor = governor - 1
    form.finish()


def _read_round(position: PuertoRicoPosition, form: Form) -> None:
    seats = position.seats
    position.round = form.whole("round", 1)
    position.picks = form.whole("picks", 1, int(PICKS[seats]))
    position.phases = (position.round - 1) * PICKS[seats] + position.picks
    position.governor = form.whole("governor", 0, int(seats) - 1)
    position.stage = form.word("stage", STAGE_NAMES)
    actor, picker = form.seat("to_move", int(seats)), form.seat("picker", int(seats))
    position.actor = NOBODY if actor is None else actor
    position.picker = NOBODY if picker is None else picker
    position.role = form.word_or_null("role", CARD_NAMES, NO_CARD)
    position.ends = _set(form.words("ends", END_NAMES), "ends")
    cards = form.form("role_cards")
    for card in range(CARDS):
        if (cards_in_game(seats) >> card) & 1:
            _read_card(position, card, cards.form(CARD_NAMES[card]))
    cards.finish()


def _read_card(position: PuertoRicoPosition, card: int, form: Form) -> None:
    position.card_doubloons[card] = form.whole("doubloons")
    holder = form.seat("taken_by", int(position.seats))
    if holder is not None:
        position.cards_of[holder] |= 1 << card
        position.cards_left &= ~(1 << card)
    form.finish()


def _read_table(position: PuertoRicoPosition, form: Form) -> None:
    position.colonist_supply = form.whole("colonist_supply")
    position.colonist_ship = form.whole("colonist_ship")
    position.vp_pool = form.whole("vp_pool")
    position.quarries = form.whole("quarries")
    position.face_up = vec[i64](form.counts("face_up", GOOD_NAMES))
    position.face_down = vec[i64](form.counts("face_down", GOOD_NAMES))
    position.discards = vec[i64](form.counts("discards", GOOD_NAMES))
    position.goods_supply = vec[i64](form.counts("goods_supply", GOOD_NAMES))
    position.house = vec[i64](form.counts("trading_house", GOOD_NAMES))
    in_play = _in_play(position)
    for place, count in zip(in_play, form.counts("buildings", [PLACE_NAMES[place] for place in in_play]), strict=True):
        position.stock[place] = count
    for ship, loaded in enumerate(form.forms("ships", int(SHIPS[position.seats]))):
        size = int(ship_size(position.seats, ship))
        loaded.whole("size", size, size)
        position.ship_good[ship] = loaded.word_or_null("good", GOOD_NAMES, NO_GOOD)
        position.ship_barrels[ship] = loaded.whole("barrels", 0, size)
        loaded.finish()


def _read_player(position: PuertoRicoPosition, seat: int, form: Form) -> None:
    position.doubloons[seat] = form.whole("doubloons")
    position.chips[seat] = form.whole("vp_chips")
    position.beyond[seat] = form.whole("vp_beyond_pool")
    position.welcome(seat, form.whole("san_juan"))
    for good, barrels in enumerate(form.counts("goods", GOOD_NAMES)):
        position.goods[seat * GOODS + good] = barrels
    island = form.form("island")
    for name in island.names():
        tile = word(name, island.at(name), TILE_NAMES)
        tiles = island.form(name)
        for _tile in range(tiles.whole("tiles", 1, ISLAND_SPACES)):
            position.lay_tile(seat, tile)
        _read_workers(position, seat, tile, tiles, "colonists")
        tiles.finish()
    city = form.form("city")
    for name in city.names():
        building = FIRST_BUILDING + word(name, city.at(name), BUILDING_NAMES)
        position.add_building(seat, building)
        _read_workers(position, seat, building, city, name)
    form.finish()


def _read_workers(position: PuertoRicoPosition, seat: int, place: int, form: Form, name: str) -> None:
    workers = form.whole(name, 0, int(position.circles(seat, place)))
    if workers:
        position.colonist_count[seat] += workers
        position.put_to_work(seat, place, workers)


def _read_stage_state(position: PuertoRicoPosition, form: Form) -> None:
    stage = position.stage
    seats = int(position.seats)
    if stage == SETTLER:
        position.may_draw = 1 if form.flag("may_draw") else 0
    elif stage in (HOSPICE, UNIVERSITY):
        position.latest = form.word("latest", PLACE_NAMES)
    elif stage == COLONISTS:
        position.done = _set(form.numbers("placed", 0, seats - 1), form.at("placed"))
        asked_for = form.word_or_null("asked_for", PLACE_NAMES, NO_PLACE)
        consistency.check_placing(position, asked_for)
        resume_placing(position, asked_for)
    elif stage == CRAFTSMAN:
        position.produced = _set(form.words("produced", GOOD_NAMES), form.at("produced"))
    elif stage == CAPTAIN:
        position.privilege = 0 if form.flag("captain_has_loaded") else 1
        position.wharfs = _set(form.numbers("wharfs_used", 0, seats - 1), form.at("wharfs_used"))
        position.idle = form.whole("turns_without_loading", 0, seats - 1)
    elif stage == STORING:
        position.done = _set(form.numbers("stored", 0, seats - 1), form.at("stored"))
        position.stored = _set(form.words("warehoused", GOOD_NAMES), form.at("warehoused"))
    form.finish()
