"""A position as JSON and back: the whole table in words, hidden parts and random state included.

Whatever consistency.py accepts can be set up and played on: test positions, a moderator's corrections, bug reports.
Fields that matter in one stage only are under "stage_state" (stage_state.py) and are absent in other stages. What an
option adds is there only where the option is in use: the JSON of a game without expansions does not know of them.

With nobles, "colonists" on a place and "san_juan" count the nobles too; "nobles" and "nobles_in_san_juan" say how many
of them are nobles. "forests" are counted by what they were as plantations; "secret_forests" are those of them of which
only their owner has seen what they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.form import Form, word
from games.engine.puertorico import consistency, selection, stage_consistency, stage_state
from games.engine.puertorico.components import (
    ALWAYS_IN_PLAY,
    BUILDINGS,
    CARD_NAMES,
    CARDS,
    EDITION_NAMES,
    FIRST_BUILDING,
    FOREST_HOUSE,
    GOOD_NAMES,
    GOODS,
    ISLAND_SPACES,
    MAX_SEATS,
    MIN_SEATS,
    NO_CARD,
    NO_GOOD,
    PICKS,
    PLACE_NAMES,
    PLACES,
    RULES_VERSIONS,
    SELECTABLE,
    SHIPS,
    TILE_NAMES,
    cards_in_game,
    ship_size,
    size_of,
)
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.stage_state import BUILDING_NAMES, members, set_of
from games.engine.puertorico.stages import (
    END_NAMES,
    SELECT_BASE,
    SELECT_DRAFT,
    SELECT_LIST,
    SELECTION_NAMES,
    STAGE_DRAFT,
    STAGE_NAMES,
)
from games.engine.versions import read_rules_version, write_rules_version

GAME = "puerto-rico"
VERSION = 1
"""Of this JSON; grows when its fields change."""

SWITCH = ("off", "on")
CHOOSABLE_NAMES = tuple(
    building.name for place, building in enumerate(BUILDINGS, start=FIRST_BUILDING) if (SELECTABLE >> place) & 1
)
"""The kinds that an option may put into play, in their order."""
CHOOSABLE = tuple(place for place in range(FIRST_BUILDING, PLACES) if (SELECTABLE >> place) & 1)
"""The same as places."""


def to_json(position: PuertoRicoPosition) -> dict[str, object]:
    """The whole position; equal positions give equal JSON."""
    seats = position.seats
    return {
        "game": GAME,
        "version": VERSION,
        **write_rules_version(position),
        "seats": int(seats),
        "options": _options(position),
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
        "stage_state": stage_state.write(position),
        "ends": [END_NAMES[end] for end in members(position.ends)],
        "role_cards": {
            CARD_NAMES[card]: {"doubloons": int(position.card_doubloons[card]), "taken_by": _holder(position, card)}
            for card in members(cards_in_game(seats))
        },
        **_people(position),
        "vp_pool": int(position.vp_pool),
        "quarries": int(position.quarries),
        "face_up": _counts(position.face_up),
        "face_down": _counts(position.face_down),
        "discards": _counts(position.discards),
        "goods_supply": _counts(position.goods_supply),
        "buildings": {PLACE_NAMES[place]: int(position.stock[place]) for place in _in_play(position)},
        "ships": [
            {
                "size": int(ship_size(seats, ship)),
                "good": None if position.ship_good[ship] == NO_GOOD else GOOD_NAMES[position.ship_good[ship]],
                "barrels": int(position.ship_barrels[ship]),
            }
            for ship in range(SHIPS[seats])
        ],
        "trading_house": _counts(position.trading_house),
        "players": [_player(position, seat) for seat in range(seats)],
    }


def from_json(stored: Mapping[str, object]) -> PuertoRicoPosition:
    """Set up a written position. Raises PositionError, with the field's path, for one that cannot be."""
    form = Form(stored)
    form.word("game", (GAME,))
    form.whole("version", VERSION, VERSION)
    version = read_rules_version(form, RULES_VERSIONS)
    seats = form.whole("seats", MIN_SEATS, MAX_SEATS)
    position = PuertoRicoPosition(seats, form.random("random"))
    position.rules_version = version
    _read_options(position, form.form("options"))
    position.plies = form.whole("plies")
    position.revealed = form.whole("revealed")
    _read_round(position, form)
    _read_table(position, form)
    for seat, player in enumerate(form.forms("players", seats)):
        _read_player(position, seat, player)
    in_stage = form.form("stage_state")
    stage_state.read_drawn(position, in_stage)
    consistency.check_components(position)
    consistency.check_round(position)
    stage_state.read(position, in_stage)
    form.finish()
    stage_consistency.check_stage(position)
    return position


# --- writing ---


def _seat(seat: i64) -> int | None:
    return None if seat == NOBODY else int(seat)


def _counts(counts: vec[i64], first: i64 = 0) -> dict[str, int]:
    """Counts by good from an index on, zeros too: who edits a position sees what there could be."""
    return {name: int(counts[first + good]) for good, name in enumerate(GOOD_NAMES)}


def _in_play(position: PuertoRicoPosition) -> list[int]:
    """The buildings in play, ascending."""
    return members(ALWAYS_IN_PLAY | position.kinds_in_play)


def _holder(position: PuertoRicoPosition, card: int) -> int | None:
    for seat in range(position.seats):
        if (position.cards_of[seat] >> card) & 1:
            return seat
    return None


def _options(position: PuertoRicoPosition) -> dict[str, object]:
    """What the game was opened with, and what it has selected by lot or in the draft, so far."""
    return {
        "edition": EDITION_NAMES[position.edition],
        "open_vp": SWITCH[position.open_vp],
        "first_governor": "random" if position.first_governor == NOBODY else str(int(position.first_governor)),
        **_expansions(position),
    }


def _expansions(position: PuertoRicoPosition) -> dict[str, object]:
    """The options that say something in this game."""
    told: dict[str, object] = {}
    if position.buildings != SELECT_BASE:
        told["buildings"] = SELECTION_NAMES[position.buildings]
    if selection.onto_board(position) or position.buildings == SELECT_LIST:
        told["violet_buildings"] = [PLACE_NAMES[place] for place in members(position.kinds_in_play)]
    if selection.from_pool(position) and not position.expansion_1_selectable:
        told["new_buildings"] = "off"
    if selection.onto_board(position) and not position.exclusions:
        told["exclusions"] = "off"
    if position.nobles_on:
        told["nobles"] = "on"
    if position.long_game:
        told["long_game"] = "on"
    return told


def _people(position: PuertoRicoPosition) -> dict[str, object]:
    told: dict[str, object] = {
        "colonist_supply": int(position.colonist_supply),
        "colonist_ship": int(position.colonist_ship),
    }
    if position.nobles_on:
        told["noble_supply"] = int(position.noble_supply)
        told["noble_ship"] = int(position.noble_ship)
    return told


def _has_forests(position: PuertoRicoPosition) -> bool:
    """Whether there can be forests in this game."""
    return position.has_expansions == 1 and (position.kinds_in_play >> FOREST_HOUSE) & 1 == 1


def _player(position: PuertoRicoPosition, seat: int) -> dict[str, object]:
    told: dict[str, object] = {
        "doubloons": int(position.doubloons[seat]),
        "vp_chips": int(position.vp_chips[seat]),
        "vp_beyond_pool": int(position.vp_beyond_pool[seat]),
        "san_juan": int(position.san_juan[seat]),
    }
    if position.nobles_on:
        told["nobles_in_san_juan"] = int(position.nobles_in_san_juan[seat])
    told["goods"] = {good: int(position.barrels_of(seat, index)) for index, good in enumerate(GOOD_NAMES)}
    told["island"] = {
        TILE_NAMES[tile]: {"tiles": int(position.circles(seat, tile)), **_workers(position, seat, tile)}
        for tile in range(len(TILE_NAMES))
        if position.owns(seat, tile)
    }
    if _has_forests(position):
        told["forests"] = _counts(position.forests, seat * GOODS)
        told["secret_forests"] = _counts(position.secret_forests, seat * GOODS)
    told["city"] = {
        PLACE_NAMES[building]: (
            _workers(position, seat, building) if position.nobles_on else int(position.workers_on(seat, building))
        )
        for building in range(FIRST_BUILDING, PLACES)
        if position.owns(seat, building)
    }
    return told


def _workers(position: PuertoRicoPosition, seat: int, place: int) -> dict[str, int]:
    told = {"colonists": int(position.workers_on(seat, place))}
    if position.nobles_on:
        told["nobles"] = int(position.nobles_at(seat, place))
    return told


# --- reading ---


def _read_options(position: PuertoRicoPosition, form: Form) -> None:
    position.edition = form.word("edition", EDITION_NAMES)
    position.open_vp = form.word("open_vp", SWITCH)
    governor = form.word("first_governor", ("random", *(str(seat) for seat in range(position.seats))))
    position.first_governor = governor - 1
    _read_expansions(position, form)
    form.finish()
    consistency.check_selection(position)
    position.set_up_supplies()


def _read_expansions(position: PuertoRicoPosition, form: Form) -> None:
    """The options that may be left out where they have their default."""
    position.buildings = _option(form, "buildings", SELECTION_NAMES, SELECT_BASE)
    position.expansion_1_selectable = _option(form, "new_buildings", SWITCH, 1)
    position.exclusions = _option(form, "exclusions", SWITCH, 1)
    position.nobles_on = _option(form, "nobles", SWITCH, 0)
    position.long_game = _option(form, "long_game", SWITCH, 0)
    if selection.onto_board(position) or position.buildings == SELECT_LIST:
        kinds = [CHOOSABLE[kind] for kind in form.words("violet_buildings", CHOOSABLE_NAMES)]
        position.kinds_in_play = set_of(kinds, form.at("violet_buildings"))
    else:
        position.kinds_in_play = selection.at_first(position, "")


def _option(form: Form, name: str, values: Sequence[str], default: int) -> int:
    return form.word(name, values) if form.has(name) else default


def _read_round(position: PuertoRicoPosition, form: Form) -> None:
    seats = position.seats
    position.stage = form.word("stage", STAGE_NAMES)
    drafting = position.stage == STAGE_DRAFT
    position.round = form.whole("round", 1)
    position.picks = form.whole("picks", 0, 0) if drafting else form.whole("picks", 1, int(PICKS[seats]))
    position.phase_number = (position.round - 1) * PICKS[seats] + position.picks
    if position.buildings == SELECT_DRAFT:
        position.phase_number += size_of(position.kinds_in_play) + (1 if drafting else 0)
    position.governor = form.whole("governor", 0, int(seats) - 1)
    actor, picker = form.seat("to_move", int(seats)), form.seat("picker", int(seats))
    position.actor = NOBODY if actor is None else actor
    position.picker = NOBODY if picker is None else picker
    position.role = form.word_or_null("role", CARD_NAMES, NO_CARD)
    position.ends = set_of(form.words("ends", END_NAMES), "ends")
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
    if position.nobles_on:
        position.noble_supply = form.whole("noble_supply")
        position.noble_ship = form.whole("noble_ship")
    position.vp_pool = form.whole("vp_pool")
    position.quarries = form.whole("quarries")
    position.face_up = vec[i64](form.counts("face_up", GOOD_NAMES))
    position.face_down = vec[i64](form.counts("face_down", GOOD_NAMES))
    position.discards = vec[i64](form.counts("discards", GOOD_NAMES))
    position.goods_supply = vec[i64](form.counts("goods_supply", GOOD_NAMES))
    position.trading_house = vec[i64](form.counts("trading_house", GOOD_NAMES))
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
    position.vp_chips[seat] = form.whole("vp_chips")
    position.vp_beyond_pool[seat] = form.whole("vp_beyond_pool")
    position.add_colonists(seat, form.whole("san_juan"))
    if position.nobles_on:
        position.nobles_in_san_juan[seat] = form.whole("nobles_in_san_juan")
        position.noble_count[seat] = position.nobles_in_san_juan[seat]
    for good, barrels in enumerate(form.counts("goods", GOOD_NAMES)):
        position.goods[seat * GOODS + good] = barrels
    island = form.form("island")
    for name in island.names():
        tile = word(name, island.at(name), TILE_NAMES)
        tiles = island.form(name)
        for _tile in range(tiles.whole("tiles", 1, ISLAND_SPACES)):
            position.lay_tile(seat, tile)
        _read_workers(position, seat, tile, tiles, "colonists")
        _read_nobles(position, seat, tile, tiles)
        tiles.finish()
    if _has_forests(position):
        _read_forests(position, seat, form)
    city = form.form("city")
    for name in city.names():
        building = FIRST_BUILDING + word(name, city.at(name), BUILDING_NAMES)
        position.add_building(seat, building)
        if position.nobles_on:
            people = city.form(name)
            _read_workers(position, seat, building, people, "colonists")
            _read_nobles(position, seat, building, people)
            people.finish()
        else:
            _read_workers(position, seat, building, city, name)
    form.finish()


def _read_forests(position: PuertoRicoPosition, seat: int, form: Form) -> None:
    forests = form.counts("forests", GOOD_NAMES, ISLAND_SPACES)
    secret = form.counts("secret_forests", GOOD_NAMES, ISLAND_SPACES)
    for good in range(GOODS):
        for _forest in range(forests[good]):
            position.lay_forest(seat, good, 0)
        position.secret_forests[seat * GOODS + good] = secret[good]


def _read_workers(position: PuertoRicoPosition, seat: int, place: int, form: Form, name: str) -> None:
    workers = form.whole(name, 0, int(position.circles(seat, place)))
    if workers:
        position.colonist_count[seat] += workers
        position.place_colonists(seat, place, workers)


def _read_nobles(position: PuertoRicoPosition, seat: int, place: int, form: Form) -> None:
    if position.nobles_on:
        nobles = form.whole("nobles", 0, int(position.workers_on(seat, place)))
        position.nobles[seat * PLACES + place] = nobles
        position.noble_count[seat] += nobles
