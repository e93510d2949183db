"""A position as JSON and back: the whole table in words, hidden parts and random state included.

Every position that consistency.py accepts can be set up and played: test positions, a moderator's corrections, bug
reports. Cards are counted by name if their order does not matter, without zeros. The draw pile is a list, its top last;
the price tiles are in the order in which they are turned. A plant's "good" is the card that lies face down on it.

What follows from the rest is not written: who picks, who has had a turn in the phase, whether carpenter and poor house
will pay. What matters only within a phase is under "stage_state" and with its player, and only if it is not neutral
(see Table).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NOBODY, PositionError
from games.engine.fields import read_stage, write_stage
from games.engine.json_reader import JsonReader
from games.engine.sanjuan import consistency
from games.engine.sanjuan.components import (
    CARD_NAMES,
    CARDS,
    CARPENTER,
    COUNCILLOR,
    FIRST_HAND_CARDS,
    FIRST_VIOLET,
    GOODS,
    KINDS,
    MAX_BUILDINGS,
    MAX_SEATS,
    MIN_SEATS,
    NO_CARD,
    NO_PHASE,
    POOR_HOUSE,
    PRICES,
    ROLE_NAMES,
    RULES_VERSIONS,
    TILES,
    picks_in_round,
)
from games.engine.sanjuan.fields import FIELDS
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.stages import (
    PHASE_NAMES,
    STAGE_DEAL,
    STAGE_LIMIT,
    STAGE_NAMES,
    STAGE_OVER,
    STAGE_PAYMENT,
    STAGE_ROLE,
)
from games.engine.versions import read_rules_version, write_rules_version

GAME: Final = "san-juan"
VERSION: Final = 1
"""Of this JSON; grows when its fields change."""

SWITCH: Final = ("off", "on")
TILE_PRICES: Final = tuple(
    tuple(int(price) for price in PRICES[tile * GOODS : (tile + 1) * GOODS]) for tile in range(TILES)
)


def to_json(position: SanJuanPosition) -> dict[str, object]:
    """The whole position; equal positions give equal JSON."""
    return {
        "game": GAME,
        "version": VERSION,
        **write_rules_version(position),
        "seats": int(position.seats),
        "options": {"deal_choice": SWITCH[position.deal_choice]},
        "plies": int(position.plies),
        "revealed": int(position.revealed),
        "random": position.random.state(),
        "round": int(position.round),
        "picks": int(position.picks),
        "governor": int(position.governor),
        "phase": None if position.phase_kind == NO_PHASE else PHASE_NAMES[position.phase_kind],
        "stage": STAGE_NAMES[position.stage],
        "to_move": _seat(position.actor),
        "roles": {name: _seat(position.picked_by[role]) for role, name in enumerate(ROLE_NAMES)},
        "libraries_used": [seat for seat in range(position.seats) if position.library_used[seat]],
        "stage_state": write_stage(FIELDS, position),
        "price_tiles": [list(TILE_PRICES[tile]) for tile in position.price_tiles],
        "next_tile": int(position.tile_index),
        "tiles_seen": int(position.tiles_seen),
        "covered": _counts(position.covered),
        "players": [_player(position, seat) for seat in range(position.seats)],
        "discards": _counts(position.discards),
        "draw_pile": [CARD_NAMES[position.draw_pile[place]] for place in range(position.draw_pile_count)],
    }


def from_json(stored: Mapping[str, object]) -> SanJuanPosition:
    """The position that to_json wrote. Raises PositionError, with the field's path, for one that cannot exist."""
    reader = JsonReader(stored)
    reader.read_word_index("game", (GAME,))
    reader.read_integer("version", VERSION, VERSION)
    version = read_rules_version(reader, RULES_VERSIONS)
    seats = reader.read_integer("seats", MIN_SEATS, MAX_SEATS)
    position = SanJuanPosition(seats, reader.read_random("random"))
    position.rules_version = version
    position.set_up_supplies()
    options = reader.read_object("options")
    position.deal_choice = options.read_word_index("deal_choice", SWITCH)
    options.refuse_unread()
    position.plies = reader.read_integer("plies")
    position.revealed = reader.read_integer("revealed")
    _read_round(position, reader)
    _read_table(position, reader)
    for seat, player in enumerate(reader.read_objects("players", seats)):
        _read_player(position, seat, player)
    in_stage = reader.read_object("stage_state")
    read_stage(FIELDS, position, in_stage)
    in_stage.refuse_unread()
    reader.refuse_unread()
    _conclude(position)
    consistency.check(position)
    return position


# --- writing ---


def _seat(seat: i64) -> int | None:
    return None if seat == NOBODY else int(seat)


def _counts(counts: vec[i64], seat: int = 0) -> dict[str, int]:
    """A seat's row of a table of cards."""
    first = seat * KINDS
    return {name: int(counts[first + kind]) for kind, name in enumerate(CARD_NAMES) if counts[first + kind]}


def _player(position: SanJuanPosition, seat: int) -> dict[str, object]:
    data: dict[str, object] = {
        "hand": _counts(position.hands, seat),
        "shown": _counts(position.shown_cards, seat),
        "buildings": [
            _building(position, seat * MAX_BUILDINGS + slot) for slot in range(position.building_count[seat])
        ],
        "chapel": _counts(position.chapels, seat),
        "seen_discards": _counts(position.seen_discards, seat),
    }
    if position.drawn_count[seat]:
        data["drawn"] = _counts(position.drawn, seat)
    if position.cards_to_choose[seat] and position.phase_kind == COUNCILLOR:
        data["to_name"] = int(position.cards_to_choose[seat])
    return data


def _building(position: SanJuanPosition, slot: int) -> dict[str, str]:
    data = {"building": CARD_NAMES[position.buildings[slot]]}
    if position.good_card[slot] != NO_CARD:
        data["good"] = CARD_NAMES[position.good_card[slot]]
    return data


# --- reading ---


def _read_round(position: SanJuanPosition, reader: JsonReader) -> None:
    seats = int(position.seats)
    position.round = reader.read_integer("round", 1)
    position.picks = reader.read_integer("picks", 0, int(picks_in_round(seats)))
    position.governor = reader.read_integer("governor", 0, seats - 1)
    position.phase_kind = reader.read_word_index_or_null("phase", PHASE_NAMES, NO_PHASE)
    position.stage = reader.read_word_index("stage", STAGE_NAMES)
    actor = reader.read_seat("to_move", seats)
    position.actor = NOBODY if actor is None else actor
    roles = reader.read_object("roles")
    for role, name in enumerate(ROLE_NAMES):
        holder = roles.read_seat(name, seats)
        position.picked_by[role] = NOBODY if holder is None else holder
    roles.refuse_unread()
    for seat in reader.read_integers("libraries_used", 0, seats - 1):
        position.library_used[seat] = 1


def _read_table(position: SanJuanPosition, reader: JsonReader) -> None:
    position.price_tiles = _tiles(reader)
    position.tile_index = reader.read_integer("next_tile", 0, TILES - 1)
    position.tiles_seen = reader.read_integer("tiles_seen", 0, TILES)
    position.covered = vec[i64](reader.read_counts("covered", CARD_NAMES, CARDS))
    position.discards = vec[i64](reader.read_counts("discards", CARD_NAMES, CARDS))
    pile = reader.read_word_indexes("draw_pile", CARD_NAMES)
    if len(pile) > CARDS:
        raise PositionError("draw_pile", f"there are only {CARDS} cards")
    position.draw_pile = vec[i64]([*pile, *[NO_CARD] * (CARDS - len(pile))])
    position.draw_pile_count = len(pile)


def _tiles(reader: JsonReader) -> vec[i64]:
    """Each of the printed tiles once, identified by its prices."""
    path = reader.path_to("price_tiles")
    tiles = []
    for index, prices in enumerate(reader.read_list("price_tiles")):
        found = tuple(prices) if isinstance(prices, list | tuple) and {type(price) for price in prices} == {int} else ()
        if found not in TILE_PRICES:
            printed = ", ".join(str(list(tile)) for tile in TILE_PRICES)
            raise PositionError(f"{path}[{index}]", f"must be one of {printed}")
        tiles.append(TILE_PRICES.index(found))
    if sorted(tiles) != list(range(TILES)):
        raise PositionError(path, f"must be the {TILES} tiles, each once")
    return vec[i64](tiles)


def _read_player(position: SanJuanPosition, seat: int, reader: JsonReader) -> None:
    _read_counts(position.hands, seat, reader, "hand")
    _read_counts(position.shown_cards, seat, reader, "shown")
    _read_counts(position.chapels, seat, reader, "chapel")
    _read_counts(position.seen_discards, seat, reader, "seen_discards")
    if reader.has_unread("drawn"):
        _read_counts(position.drawn, seat, reader, "drawn")
    if reader.has_unread("to_name"):
        position.cards_to_choose[seat] = reader.read_integer("to_name", 1, CARDS)
    _read_buildings(position, seat, reader)
    reader.refuse_unread()


def _read_counts(table: vec[i64], seat: int, reader: JsonReader, name: str) -> None:
    for kind, count in enumerate(reader.read_counts(name, CARD_NAMES, CARDS)):
        table[seat * KINDS + kind] = count


def _read_buildings(position: SanJuanPosition, seat: int, reader: JsonReader) -> None:
    buildings = reader.read_list("buildings")
    if len(buildings) > MAX_BUILDINGS:
        raise PositionError(reader.path_to("buildings"), f"there is room for {MAX_BUILDINGS} only")
    for slot, value in enumerate(buildings):
        stored = JsonReader(value, f"{reader.path_to('buildings')}[{slot}]")
        kind = stored.read_word_index("building", CARD_NAMES)
        position.add_building(seat, kind)
        if stored.has_unread("good"):
            if kind >= GOODS:
                raise PositionError(stored.path_to("good"), "lies on production buildings only")
            position.good_card[seat * MAX_BUILDINGS + slot] = stored.read_word_index("good", CARD_NAMES)
            position.goods[seat * GOODS + kind] += 1
            position.goods_count[seat] += 1
        stored.refuse_unread()


def _conclude(position: SanJuanPosition) -> None:
    """Set the fields that follow from what was read."""
    seats = position.seats
    for seat in range(seats):
        position.hand_count[seat] = _count(position.hands, seat)
        position.drawn_count[seat] = _count(position.drawn, seat)
        position.chapel_count[seat] = _count(position.chapels, seat)
    position.discard_count = _count(position.discards, 0)
    # Every pick begins a phase; so does every round but the first, and the first one too with deal_choice.
    position.phase_number = position.deal_choice + (position.round - 1) * (picks_in_round(seats) + 1) + position.picks
    if position.stage == STAGE_OVER:
        return
    position.picker = (position.governor + max(int(position.picks) - 1, 0)) % seats
    if position.stage != STAGE_ROLE and position.actor != NOBODY:
        _conclude_phase(position)


def _conclude_phase(position: SanJuanPosition) -> None:
    seat, actor = position.picker, position.actor
    while seat != actor:
        position.seat_done[seat] = 1
        seat = position.next_seat(seat)
    if position.stage == STAGE_PAYMENT:
        _expect_gains(position)
    elif position.stage == STAGE_LIMIT:
        position.cards_to_choose[actor] = max(int(position.hand_count[actor] - position.hand_limit(actor)), 0)
    elif position.stage == STAGE_DEAL:
        for each in range(position.seats):
            position.cards_to_choose[each] = max(int(position.hand_count[each]) - FIRST_HAND_CARDS, 0)


def _expect_gains(position: SanJuanPosition) -> None:
    """Buildings that will help after the new one: they stood before it and are not covered (docs/rules §3)."""
    actor, latest = position.actor, position.new_building
    carpenter = latest >= FIRST_VIOLET and latest != CARPENTER and position.owns(actor, CARPENTER)
    poor_house = latest != POOR_HOUSE and position.owns(actor, POOR_HOUSE)
    position.pays_carpenter, position.pays_poor_house = int(carpenter), int(poor_house)


def _count(table: vec[i64], seat: int) -> int:
    return sum(int(table[index]) for index in range(seat * KINDS, (seat + 1) * KINDS))
