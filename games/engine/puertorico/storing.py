"""Storing at the end of the captain phase, and the ships sail (docs/rules §3 Captain).

Everybody keeps one barrel, with a storehouse (docs/rules §7 Storehouse) four, and whole kinds in warehouses: a ply per
kind in a warehouse, in ascending order, then one per single barrel, in ascending order too. Guests may move before
that, if something would be given back. A seat that can keep everything, or has no choice, is not asked. Nobody's
storing depends on another's, so the seats may be asked in any order; `seats_done` says who has finished.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico.components import (
    GOOD_NAMES,
    GOODS,
    LARGE_WAREHOUSE,
    NO_GOOD,
    SHIPS,
    SMALL_WAREHOUSE,
    STOREHOUSE,
    bit,
    bit_count,
    ship_size,
)
from games.engine.puertorico.guests import guest_count, guest_targets, move_guest, with_guest_moves
from games.engine.puertorico.moves import KEEP, STORE, is_guest
from games.engine.puertorico.position import State, goods_by_name
from games.engine.puertorico.stages import STAGE_PHASE_END, STAGE_STORING

_STORING_BUILDINGS: Final = (1 << SMALL_WAREHOUSE) | (1 << LARGE_WAREHOUSE) | (1 << STOREHOUSE)
_STOREHOUSE_BARRELS: Final = 3


def begin(state: State) -> None:
    state.seats_done = 0
    seat = state.picker
    for _turn in range(state.seats):
        if not has_choice(state, seat):
            _store_at_once(state, seat)
        seat = state.next_seat(seat)
    _ask_next(state)


def warehouse_capacity(state: State, seat: i64) -> i64:
    """How many whole kinds the seat's warehouses hold."""
    kinds: i64 = 0
    if state.works(seat, SMALL_WAREHOUSE):
        kinds += 1
    if state.works(seat, LARGE_WAREHOUSE):
        kinds += 2
    return kinds


def single_barrel_capacity(state: State, seat: i64) -> i64:
    """How many barrels the seat keeps besides whole kinds."""
    return 1 + _STOREHOUSE_BARRELS if state.works(seat, STOREHOUSE) else 1


def legal_storings(state: State) -> vec[i64]:
    good: i64
    seat = state.actor
    owned = _kinds(state, seat)
    to_store = warehouse_capacity(state, seat) - bit_count(state.kinds_stored)
    moves = vec[i64](capacity=6)
    if to_store == 0:
        if state.has_expansions and state.works(seat, STOREHOUSE):
            moves = _legal_singles(state, seat, moves)
        else:
            for good in range(GOODS):
                if ((owned & ~state.kinds_stored) >> good) & 1:
                    moves = append(moves, KEEP + good)
    else:
        for good in range(GOODS):
            # In ascending order, and so that enough goods are left for the other warehouses.
            if (owned >> good) & 1 and state.kinds_stored >> good == 0 and bit_count(owned >> good) >= to_store:
                moves = append(moves, STORE + good)
    if state.has_expansions and state.kinds_stored == 0 and single_barrels_named(state) == 0:
        moves = with_guest_moves(state, seat, moves, _useful_guest_targets(state, seat))
    return moves


def single_barrels_named(state: State) -> i64:
    """Single barrels that the actor has named so far; only with a storehouse more than one is."""
    good: i64
    barrels: i64 = 0
    if state.has_expansions:
        for good in range(GOODS):
            barrels += state.singles[good]
    return barrels


def _legal_singles(state: State, seat: i64, moves: vec[i64]) -> vec[i64]:
    """The next single barrel: of the same good as the last one or a higher one, and so that all space can be used."""
    good: i64
    above = _barrels_from(state, seat, state.lowest_single)
    missing = single_barrel_capacity(state, seat) - single_barrels_named(state)
    for good in range(state.lowest_single, GOODS):
        left = _unassigned_barrels(state, seat, good)
        if left > 0 and above >= missing:
            moves = append(moves, KEEP + good)
        above -= left
    return moves


def _unassigned_barrels(state: State, seat: i64, good: i64) -> i64:
    """Barrels of a good that are neither stored nor named yet."""
    if (state.kinds_stored >> good) & 1:
        return 0
    return state.barrels_of(seat, good) - state.singles[good]


def _barrels_from(state: State, seat: i64, first: i64) -> i64:
    """Barrels, of the goods from `first` on, that are neither stored nor named yet."""
    good: i64
    barrels: i64 = 0
    for good in range(first, GOODS):
        barrels += _unassigned_barrels(state, seat, good)
    return barrels


def play(state: State, move: i64) -> None:
    seat = state.actor
    if is_guest(move):
        move_guest(state, move)
        if has_choice(state, seat):
            return
        _store_at_once(state, seat)
        _ask_next(state)
    elif move < KEEP:
        state.kinds_stored |= bit(move - STORE)
    elif state.has_expansions and state.works(seat, STOREHOUSE):
        good = move - KEEP
        state.singles[good] += 1
        state.lowest_single = good
        if single_barrels_named(state) == single_barrel_capacity(state, seat):
            _finish(state, seat, state.kinds_stored, NO_GOOD)
            _ask_next(state)
    else:
        _finish(state, seat, state.kinds_stored, move - KEEP)
        _ask_next(state)


def ask(state: State, seat: i64) -> None:
    """Ask a seat for its first good; what another seat has named, but not completed, is forgotten."""
    state.stage = STAGE_STORING
    state.actor = seat
    state.kinds_stored = 0
    if state.has_expansions:
        _reset_single_barrels(state)


def _reset_single_barrels(state: State) -> None:
    good: i64
    state.lowest_single = 0
    for good in range(GOODS):
        state.singles[good] = 0


def _kinds(state: State, seat: i64) -> i64:
    """Set of the goods that the seat has."""
    good: i64
    goods = state.goods
    base = seat * GOODS
    kinds: i64 = 0
    for good in range(GOODS):
        if goods[base + good]:
            kinds |= bit(good)
    return kinds


def has_choice(state: State, seat: i64) -> bool:
    """Whether the seat must give something back and can say what."""
    owned = _kinds(state, seat)
    surplus = bit_count(owned) - warehouse_capacity(state, seat)
    if surplus <= 0:
        return False
    if state.has_expansions and (guest_count(state, seat) or state.works(seat, STOREHOUSE)):
        if _min_leftover_barrels(state, seat) <= single_barrel_capacity(state, seat):
            return False
        return owned & (owned - 1) != 0 or _useful_guest_targets(state, seat) != 0
    if surplus == 1:
        return owned & (owned - 1) != 0 and _goods_with_one_barrel(state, seat) == 0
    return True


def _min_leftover_barrels(state: State, seat: i64) -> i64:
    """How many barrels are left over if the warehouses take the largest kinds."""
    good: i64
    barrels = _barrels_by_good(state, seat)
    loose: i64 = 0
    for good in range(GOODS):
        loose += barrels[good]
    for _warehouse in range(warehouse_capacity(state, seat)):
        largest = _largest(barrels)
        loose -= barrels[largest]
        barrels[largest] = 0
    return loose


def _barrels_by_good(state: State, seat: i64) -> vec[i64]:
    base = seat * GOODS
    return state.goods[base : base + GOODS]


def _largest(barrels: vec[i64]) -> i64:
    good: i64
    largest: i64 = 0
    for good in range(GOODS):
        if barrels[good] > barrels[largest]:
            largest = good
    return largest


def _useful_guest_targets(state: State, seat: i64) -> i64:
    """Places where guests would save barrels; only for a seat that has to give some back."""
    return guest_targets(state, seat, _STORING_BUILDINGS)


def _store_at_once(state: State, seat: i64) -> None:
    """Store for a seat that can keep everything, or has one kind and no warehouse."""
    owned = _kinds(state, seat)
    if bit_count(owned) <= warehouse_capacity(state, seat):
        _finish(state, seat, owned, NO_GOOD)
    elif state.has_expansions and state.works(seat, STOREHOUSE):
        _finish(state, seat, _fill_warehouses(state, seat), NO_GOOD)
    else:
        single = _lowest_good(owned if owned & (owned - 1) == 0 else _goods_with_one_barrel(state, seat))
        _finish(state, seat, owned & ~bit(single), single)


def _fill_warehouses(state: State, seat: i64) -> i64:
    """Store the goods with most barrels in the warehouses, and name other barrels as far as there is space.

    Returns the set of goods stored.
    """
    good: i64
    barrels = _barrels_by_good(state, seat)
    stored: i64 = 0
    for _warehouse in range(warehouse_capacity(state, seat)):
        largest = _largest(barrels)
        stored |= bit(largest)
        barrels[largest] = 0
    room = single_barrel_capacity(state, seat)
    for good in range(GOODS):
        kept = barrels[good] if barrels[good] < room else room
        state.singles[good] = kept
        room -= kept
    return stored


def _goods_with_one_barrel(state: State, seat: i64) -> i64:
    """Set of the goods of which the seat has exactly one barrel."""
    good: i64
    goods = state.goods
    base = seat * GOODS
    lone: i64 = 0
    for good in range(GOODS):
        if goods[base + good] == 1:
            lone |= bit(good)
    return lone


def _lowest_good(goods: i64) -> i64:
    """The lowest good of a set that is not empty."""
    good: i64 = 0
    while not (goods >> good) & 1:
        good += 1
    return good


def _finish(state: State, seat: i64, stored: i64, single: i64) -> None:
    """Keep the stored goods, and the single barrel or those named; the rest goes back to the supply."""
    good: i64
    state.seats_done |= bit(seat)
    goods = state.goods
    base = seat * GOODS
    if state.listener is not None and _kinds(state, seat):
        _emit_stored(state, seat, stored, single)
    for good in range(GOODS):
        barrels = goods[base + good]
        if barrels == 0 or (stored >> good) & 1:
            continue
        kept = _singles_of(state, good, single)
        if barrels > kept:
            goods[base + good] = kept
            state.goods_supply[good] += barrels - kept
    if state.has_expansions:
        _reset_single_barrels(state)


def _singles_of(state: State, good: i64, single: i64) -> i64:
    if good == single:
        return 1
    return state.singles[good] if state.has_expansions else 0


def _emit_stored(state: State, seat: i64, stored: i64, single: i64) -> None:
    good: i64
    whole: dict[str, object] = {}
    discarded: dict[str, object] = {}
    for good in range(GOODS):
        barrels = int(state.barrels_of(seat, good))
        if (stored >> good) & 1:
            whole[GOOD_NAMES[good]] = barrels
        else:
            given_back = barrels - int(_singles_of(state, good, single))
            if given_back > 0:
                discarded[GOOD_NAMES[good]] = given_back
    kept = None if single == NO_GOOD else GOOD_NAMES[single]
    data: dict[str, object] = {"whole": whole, "single": kept, "discarded": discarded}
    if single_barrels_named(state):
        data["singles"] = goods_by_name(state.singles, 0)
    state.emit("stores", seat, data)


def _ask_next(state: State) -> None:
    """Ask the next seat clockwise from the captain that has not stored; after the last one the ships sail."""
    seat = state.next_waiting_seat()
    if seat != NOBODY:
        ask(state, seat)
        return
    state.seats_done = 0
    state.kinds_stored = 0
    _empty_full_ships(state)
    state.stage = STAGE_PHASE_END


def _empty_full_ships(state: State) -> None:
    ship: i64
    for ship in range(SHIPS[state.seats]):
        size = ship_size(state.seats, ship)
        if state.ship_barrels[ship] == size:
            good = state.ship_good[ship]
            if state.listener is not None:
                data: dict[str, object] = {"ship": int(size), "good": GOOD_NAMES[good], "barrels": int(size)}
                state.emit("ship_emptied", NOBODY, data)
            state.goods_supply[good] += size
            state.ship_barrels[ship] = 0
            state.ship_good[ship] = NO_GOOD
