"""A position as JSON and back: the whole table in words, hidden parts and random state included.

Every position that consistency.py accepts can be set up and played: test positions, a moderator's corrections, bug
reports. Fields that matter in one stage only are under "stage_state" (stage_state.py) and are absent in other stages.
What an option adds is present only if the option is used: the JSON of a game without expansions has no fields for them.

With nobles, "colonists" on a place and "san_juan" count the nobles too; "nobles" and "nobles_in_san_juan" say how many
of them are nobles. "forests" are counted by the plantation that they were; "secret_forests" are those of them of which
only their owner has seen it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.fields import bit_members, bit_set
from games.engine.json_reader import JsonReader, parse_word_index
from games.engine.puertorico import building_selection, consistency, stage_consistency, stage_state
from games.engine.puertorico.components import (
    ALWAYS_IN_PLAY,
    BUILDINGS,
    CARD_NAMES,
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
    ROLE_CARDS,
    RULES_VERSIONS,
    SELECTABLE_BUILDINGS,
    SHIPS,
    TILE_NAMES,
    bit_count,
    cards_in_game,
    ship_size,
)
from games.engine.puertorico.fields import BUILDING_NAMES
from games.engine.puertorico.flow import PuertoRicoPosition
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
    building.name
    for place, building in enumerate(BUILDINGS, start=FIRST_BUILDING)
    if (SELECTABLE_BUILDINGS >> place) & 1
)
"""The buildings that an option may put into play, in their order."""
CHOOSABLE = tuple(place for place in range(FIRST_BUILDING, PLACES) if (SELECTABLE_BUILDINGS >> place) & 1)
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
        "stage_state": stage_state.write_stage_state(position),
        "ends": [END_NAMES[end] for end in bit_members(position.ends)],
        "role_cards": {
            CARD_NAMES[card]: {"doubloons": int(position.card_doubloons[card]), "taken_by": _holder(position, card)}
            for card in bit_members(cards_in_game(seats))
        },
        **_people_supply(position),
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
    """The position that to_json wrote. Raises PositionError, with the field's path, for one that cannot exist."""
    reader = JsonReader(stored)
    reader.read_word_index("game", (GAME,))
    reader.read_integer("version", VERSION, VERSION)
    version = read_rules_version(reader, RULES_VERSIONS)
    seats = reader.read_integer("seats", MIN_SEATS, MAX_SEATS)
    position = PuertoRicoPosition(seats, reader.read_random("random"))
    position.rules_version = version
    _read_options(position, reader.read_object("options"))
    position.plies = reader.read_integer("plies")
    position.revealed = reader.read_integer("revealed")
    _read_round(position, reader)
    _read_table(position, reader)
    for seat, player in enumerate(reader.read_objects("players", seats)):
        _read_player(position, seat, player)
    stage_state.read_stage_state(position, reader.read_object("stage_state"))
    consistency.check_components(position)
    consistency.check_round(position)
    stage_state.conclude_stage(position)
    reader.refuse_unread()
    stage_consistency.check_stage(position)
    return position


# --- writing ---


def _seat(seat: i64) -> int | None:
    return None if seat == NOBODY else int(seat)


def _counts(counts: vec[i64], first: i64 = 0) -> dict[str, int]:
    """Counts by good from an index on, zeros too: whoever edits a position sees all possible fields."""
    return {name: int(counts[first + good]) for good, name in enumerate(GOOD_NAMES)}


def _in_play(position: PuertoRicoPosition) -> list[int]:
    """The buildings in play, ascending."""
    return bit_members(ALWAYS_IN_PLAY | position.kinds_in_play)


def _holder(position: PuertoRicoPosition, card: int) -> int | None:
    for seat in range(position.seats):
        if (position.cards_of[seat] >> card) & 1:
            return seat
    return None


def _options(position: PuertoRicoPosition) -> dict[str, object]:
    """The options of the game, and the buildings drawn or drafted so far."""
    return {
        "edition": EDITION_NAMES[position.edition],
        "open_vp": SWITCH[position.open_vp],
        "first_governor": "random" if position.first_governor == NOBODY else str(int(position.first_governor)),
        **_expansions(position),
    }


def _expansions(position: PuertoRicoPosition) -> dict[str, object]:
    """The options that have a meaning in this game."""
    data: dict[str, object] = {}
    if position.buildings != SELECT_BASE:
        data["buildings"] = SELECTION_NAMES[position.buildings]
    if building_selection.fills_board_spaces(position) or position.buildings == SELECT_LIST:
        data["violet_buildings"] = [PLACE_NAMES[place] for place in bit_members(position.kinds_in_play)]
    if building_selection.selects_from_pool(position) and not position.expansion_1_selectable:
        data["new_buildings"] = "off"
    if building_selection.fills_board_spaces(position) and not position.exclusions:
        data["exclusions"] = "off"
    if position.nobles_on:
        data["nobles"] = "on"
    if position.long_game:
        data["long_game"] = "on"
    return data


def _people_supply(position: PuertoRicoPosition) -> dict[str, object]:
    data: dict[str, object] = {
        "colonist_supply": int(position.colonist_supply),
        "colonist_ship": int(position.colonist_ship),
    }
    if position.nobles_on:
        data["noble_supply"] = int(position.noble_supply)
        data["noble_ship"] = int(position.noble_ship)
    return data


def _has_forests(position: PuertoRicoPosition) -> bool:
    """Whether this game can have forests."""
    return position.has_expansions == 1 and (position.kinds_in_play >> FOREST_HOUSE) & 1 == 1


def _player(position: PuertoRicoPosition, seat: int) -> dict[str, object]:
    data: dict[str, object] = {
        "doubloons": int(position.doubloons[seat]),
        "vp_chips": int(position.vp_chips[seat]),
        "vp_beyond_pool": int(position.vp_beyond_pool[seat]),
        "san_juan": int(position.san_juan[seat]),
    }
    if position.nobles_on:
        data["nobles_in_san_juan"] = int(position.nobles_in_san_juan[seat])
    data["goods"] = {good: int(position.barrels_of(seat, index)) for index, good in enumerate(GOOD_NAMES)}
    data["island"] = {
        TILE_NAMES[tile]: {"tiles": int(position.circles(seat, tile)), **_workers(position, seat, tile)}
        for tile in range(len(TILE_NAMES))
        if position.owns(seat, tile)
    }
    if _has_forests(position):
        data["forests"] = _counts(position.forests, seat * GOODS)
        data["secret_forests"] = _counts(position.secret_forests, seat * GOODS)
    data["city"] = {
        PLACE_NAMES[building]: (
            _workers(position, seat, building) if position.nobles_on else int(position.workers_on(seat, building))
        )
        for building in range(FIRST_BUILDING, PLACES)
        if position.owns(seat, building)
    }
    return data


def _workers(position: PuertoRicoPosition, seat: int, place: int) -> dict[str, int]:
    data = {"colonists": int(position.workers_on(seat, place))}
    if position.nobles_on:
        data["nobles"] = int(position.nobles_at(seat, place))
    return data


# --- reading ---


def _read_options(position: PuertoRicoPosition, reader: JsonReader) -> None:
    position.edition = reader.read_word_index("edition", EDITION_NAMES)
    position.open_vp = reader.read_word_index("open_vp", SWITCH)
    governor = reader.read_word_index("first_governor", ("random", *(str(seat) for seat in range(position.seats))))
    position.first_governor = governor - 1
    _read_expansions(position, reader)
    reader.refuse_unread()
    consistency.check_selection(position)
    position.set_up_supplies()


def _read_expansions(position: PuertoRicoPosition, reader: JsonReader) -> None:
    """The options that may be left out where they have their default."""
    position.buildings = _option(reader, "buildings", SELECTION_NAMES, SELECT_BASE)
    position.expansion_1_selectable = _option(reader, "new_buildings", SWITCH, 1)
    position.exclusions = _option(reader, "exclusions", SWITCH, 1)
    position.nobles_on = _option(reader, "nobles", SWITCH, 0)
    position.long_game = _option(reader, "long_game", SWITCH, 0)
    if building_selection.fills_board_spaces(position) or position.buildings == SELECT_LIST:
        kinds = [CHOOSABLE[kind] for kind in reader.read_word_indexes("violet_buildings", CHOOSABLE_NAMES)]
        position.kinds_in_play = bit_set(kinds, reader.path_to("violet_buildings"))
    else:
        position.kinds_in_play = building_selection.initial_kinds(position, "")


def _option(reader: JsonReader, name: str, values: Sequence[str], default: int) -> int:
    return reader.read_word_index(name, values) if reader.has_unread(name) else default


def _read_round(position: PuertoRicoPosition, reader: JsonReader) -> None:
    seats = position.seats
    position.stage = reader.read_word_index("stage", STAGE_NAMES)
    drafting = position.stage == STAGE_DRAFT
    position.round = reader.read_integer("round", 1)
    position.picks = (
        reader.read_integer("picks", 0, 0) if drafting else reader.read_integer("picks", 1, int(PICKS[seats]))
    )
    position.phase_number = (position.round - 1) * PICKS[seats] + position.picks
    if position.buildings == SELECT_DRAFT:
        position.phase_number += bit_count(position.kinds_in_play) + (1 if drafting else 0)
    position.governor = reader.read_integer("governor", 0, int(seats) - 1)
    actor, picker = reader.read_seat("to_move", int(seats)), reader.read_seat("picker", int(seats))
    position.actor = NOBODY if actor is None else actor
    position.picker = NOBODY if picker is None else picker
    position.role = reader.read_word_index_or_null("role", CARD_NAMES, NO_CARD)
    position.ends = bit_set(reader.read_word_indexes("ends", END_NAMES), "ends")
    cards = reader.read_object("role_cards")
    for card in range(ROLE_CARDS):
        if (cards_in_game(seats) >> card) & 1:
            _read_card(position, card, cards.read_object(CARD_NAMES[card]))
    cards.refuse_unread()


def _read_card(position: PuertoRicoPosition, card: int, reader: JsonReader) -> None:
    position.card_doubloons[card] = reader.read_integer("doubloons")
    holder = reader.read_seat("taken_by", int(position.seats))
    if holder is not None:
        position.cards_of[holder] |= 1 << card
        position.cards_left &= ~(1 << card)
    reader.refuse_unread()


def _read_table(position: PuertoRicoPosition, reader: JsonReader) -> None:
    position.colonist_supply = reader.read_integer("colonist_supply")
    position.colonist_ship = reader.read_integer("colonist_ship")
    if position.nobles_on:
        position.noble_supply = reader.read_integer("noble_supply")
        position.noble_ship = reader.read_integer("noble_ship")
    position.vp_pool = reader.read_integer("vp_pool")
    position.quarries = reader.read_integer("quarries")
    position.face_up = vec[i64](reader.read_counts("face_up", GOOD_NAMES))
    position.face_down = vec[i64](reader.read_counts("face_down", GOOD_NAMES))
    position.discards = vec[i64](reader.read_counts("discards", GOOD_NAMES))
    position.goods_supply = vec[i64](reader.read_counts("goods_supply", GOOD_NAMES))
    position.trading_house = vec[i64](reader.read_counts("trading_house", GOOD_NAMES))
    in_play = _in_play(position)
    for place, count in zip(
        in_play, reader.read_counts("buildings", [PLACE_NAMES[place] for place in in_play]), strict=True
    ):
        position.stock[place] = count
    for ship, loaded in enumerate(reader.read_objects("ships", int(SHIPS[position.seats]))):
        size = int(ship_size(position.seats, ship))
        loaded.read_integer("size", size, size)
        position.ship_good[ship] = loaded.read_word_index_or_null("good", GOOD_NAMES, NO_GOOD)
        position.ship_barrels[ship] = loaded.read_integer("barrels", 0, size)
        loaded.refuse_unread()


def _read_player(position: PuertoRicoPosition, seat: int, reader: JsonReader) -> None:
    position.doubloons[seat] = reader.read_integer("doubloons")
    position.vp_chips[seat] = reader.read_integer("vp_chips")
    position.vp_beyond_pool[seat] = reader.read_integer("vp_beyond_pool")
    position.add_colonists(seat, reader.read_integer("san_juan"))
    if position.nobles_on:
        position.nobles_in_san_juan[seat] = reader.read_integer("nobles_in_san_juan")
        position.noble_count[seat] = position.nobles_in_san_juan[seat]
    for good, barrels in enumerate(reader.read_counts("goods", GOOD_NAMES)):
        position.goods[seat * GOODS + good] = barrels
    island = reader.read_object("island")
    for name in island.unread_names():
        tile = parse_word_index(name, island.path_to(name), TILE_NAMES)
        tiles = island.read_object(name)
        for _tile in range(tiles.read_integer("tiles", 1, ISLAND_SPACES)):
            position.lay_tile(seat, tile)
        _read_workers(position, seat, tile, tiles, "colonists")
        _read_nobles(position, seat, tile, tiles)
        tiles.refuse_unread()
    if _has_forests(position):
        _read_forests(position, seat, reader)
    city = reader.read_object("city")
    for name in city.unread_names():
        building = FIRST_BUILDING + parse_word_index(name, city.path_to(name), BUILDING_NAMES)
        position.add_building(seat, building)
        if position.nobles_on:
            people = city.read_object(name)
            _read_workers(position, seat, building, people, "colonists")
            _read_nobles(position, seat, building, people)
            people.refuse_unread()
        else:
            _read_workers(position, seat, building, city, name)
    reader.refuse_unread()


def _read_forests(position: PuertoRicoPosition, seat: int, reader: JsonReader) -> None:
    forests = reader.read_counts("forests", GOOD_NAMES, ISLAND_SPACES)
    secret = reader.read_counts("secret_forests", GOOD_NAMES, ISLAND_SPACES)
    for good in range(GOODS):
        for _forest in range(forests[good]):
            position.lay_forest(seat, good, 0)
        position.secret_forests[seat * GOODS + good] = secret[good]


def _read_workers(position: PuertoRicoPosition, seat: int, place: int, reader: JsonReader, name: str) -> None:
    workers = reader.read_integer(name, 0, int(position.circles(seat, place)))
    if workers:
        position.colonist_count[seat] += workers
        position.place_colonists(seat, place, workers)


def _read_nobles(position: PuertoRicoPosition, seat: int, place: int, reader: JsonReader) -> None:
    if position.nobles_on:
        nobles = reader.read_integer("nobles", 0, int(position.workers_on(seat, place)))
        position.nobles[seat * PLACES + place] = nobles
        position.noble_count[seat] += nobles
