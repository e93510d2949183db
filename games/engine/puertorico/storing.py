"""Storing at the end of the captain phase, and the ships sail (docs/rules §3 Captain).

Everybody keeps one barrel, with a storehouse (docs/rules §7) four, and whole kinds in warehouses: a ply per warehoused
kind, in ascending order, then one per single barrel, in ascending order too. Guests may move before that, if something
would be given back. Who can keep everything, or has no choice, is not asked. Nobody's storing depends on another's, so
the seats may be asked in any order; `done` says who has finished.
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
    only,
    ship_size,
    size_of,
)
from games.engine.puertorico.guests import guests_of, move_guest, rooms, with_guest_moves
from games.engine.puertorico.moves import KEEP, STORE, is_guest
from games.engine.puertorico.position import State, goods_by_name
from games.engine.puertorico.stages import STAGE_PHASE_END, STAGE_STORING

_FOR_STORING: Final = (1 << SMALL_WAREHOUSE) | (1 << LARGE_WAREHOUSE) | (1 << STOREHOUSE)
_IN_STOREHOUSE: Final = 3


def begin(state: State) -> None:
    state.seats_done = 0
    seat = state.picker
    for _turn in range(state.seats):
        if not has_choice(state, seat):
            _store_at_once(state, seat)
        seat = state.after(seat)
    _ask_next(state)


def warehoused_kinds(state: State, seat: i64) -> i64:
    """How many whole kinds the seat's warehouses hold."""
    kinds: i64 = 0
    if state.works(seat, SMALL_WAREHOUSE):
        kinds += 1
    if state.works(seat, LARGE_WAREHOUSE):
        kinds += 2
    return kinds


def single_barrels(state: State, seat: i64) -> i64:
    """How many barrels the seat keeps besides whole kinds."""
    return 1 + _IN_STOREHOUSE if state.works(seat, STOREHOUSE) else 1


def legal_storings(state: State) -> vec[i64]:
    good: i64
    seat = state.actor
    owned = _kinds(state, seat)
    to_store = warehoused_kinds(state, seat) - size_of(state.kinds_stored)
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
            # In ascending order, and so that enough kinds are left for the other warehouses.
            if (owned >> good) & 1 and state.kinds_stored >> good == 0 and size_of(owned >> good) >= to_store:
                moves = append(moves, STORE + good)
    if state.has_expansions and state.kinds_stored == 0 and barrels_kept(state) == 0:
        moves = with_guest_moves(state, seat, moves, _rooms(state, seat))
    return moves


def barrels_kept(state: State) -> i64:
    """Single barrels that the actor has named so far; only with a storehouse more than one is."""
    good: i64
    barrels: i64 = 0
    if state.has_expansions:
        for good in range(GOODS):
            barrels += state.barrels_named[good]
    return barrels


def _legal_singles(state: State, seat: i64, moves: vec[i64]) -> vec[i64]:
    """The next single barrel: not of a kind before the last one's, and so that all of the room can be used."""
    good: i64
    above = _barrels_from(state, seat, state.smallest_good)
    missing = single_barrels(state, seat) - barrels_kept(state)
    for good in range(state.smallest_good, GOODS):
        left = _loose(state, seat, good)
        if left > 0 and above >= missing:
            moves = append(moves, KEEP + good)
        above -= left
    return moves


def _loose(state: State, seat: i64, good: i64) -> i64:
    """Barrels of a good that are not spoken for yet."""
    if (state.kinds_stored >> good) & 1:
        return 0
    return state.barrels_of(seat, good) - state.barrels_named[good]


def _barrels_from(state: State, seat: i64, first: i64) -> i64:
    """Barrels, of goods from a number on, that are not spoken for yet."""
    good: i64
    barrels: i64 = 0
    for good in range(first, GOODS):
        barrels += _loose(state, seat, good)
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
        state.kinds_stored |= only(move - STORE)
    elif state.has_expansions and state.works(seat, STOREHOUSE):
        good = move - KEEP
        state.barrels_named[good] += 1
        state.smallest_good = good
        if barrels_kept(state) == single_barrels(state, seat):
            _finish(state, seat, state.kinds_stored, NO_GOOD)
            _ask_next(state)
    else:
        _finish(state, seat, state.kinds_stored, move - KEEP)
        _ask_next(state)


def ask(state: State, seat: i64) -> None:
    """Ask a seat for its first kind; what another has only begun to say is forgotten."""
    state.stage = STAGE_STORING
    state.actor = seat
    state.kinds_stored = 0
    if state.has_expansions:
        _forget_singles(state)


def _forget_singles(state: State) -> None:
    good: i64
    state.smallest_good = 0
    for good in range(GOODS):
        state.barrels_named[good] = 0


def _kinds(state: State, seat: i64) -> i64:
    """The set of goods that the seat has."""
    good: i64
    goods = state.goods
    base = seat * GOODS
    kinds: i64 = 0
    for good in range(GOODS):
        if goods[base + good]:
            kinds |= only(good)
    return kinds


def has_choice(state: State, seat: i64) -> bool:
    """Whether the seat must give something back and can say what."""
    owned = _kinds(state, seat)
    surplus = size_of(owned) - warehoused_kinds(state, seat)
    if surplus <= 0:
        return False
    if state.has_expansions and (guests_of(state, seat) or state.works(seat, STOREHOUSE)):
        if _fewest_loose(state, seat) <= single_barrels(state, seat):
            return False
        return owned & (owned - 1) != 0 or _rooms(state, seat) != 0
    if surplus == 1:
        return owned & (owned - 1) != 0 and _lone_barrels(state, seat) == 0
    return True


def _fewest_loose(state: State, seat: i64) -> i64:
    """How many barrels are left over if the warehouses take the largest kinds."""
    good: i64
    barrels = _barrels_of(state, seat)
    loose: i64 = 0
    for good in range(GOODS):
        loose += barrels[good]
    for _warehouse in range(warehoused_kinds(state, seat)):
        largest = _largest(barrels)
        loose -= barrels[largest]
        barrels[largest] = 0
    return loose


def _barrels_of(state: State, seat: i64) -> vec[i64]:
    base = seat * GOODS
    return state.goods[base : base + GOODS]


def _largest(barrels: vec[i64]) -> i64:
    good: i64
    largest: i64 = 0
    for good in range(GOODS):
        if barrels[good] > barrels[largest]:
            largest = good
    return largest


def _rooms(state: State, seat: i64) -> i64:
    """Where guests would save barrels; asked only of a seat that has to give some back."""
    return rooms(state, seat, _FOR_STORING)


def _store_at_once(state: State, seat: i64) -> None:
    """Store for a seat that can keep everything, or has one kind and no warehouse."""
    owned = _kinds(state, seat)
    if size_of(owned) <= warehoused_kinds(state, seat):
        _finish(state, seat, owned, NO_GOOD)
    elif state.has_expansions and state.works(seat, STOREHOUSE):
        _finish(state, seat, _into_warehouses(state, seat), NO_GOOD)
    else:
        single = _first(owned if owned & (owned - 1) == 0 else _lone_barrels(state, seat))
        _finish(state, seat, owned & ~only(single), single)


def _into_warehouses(state: State, seat: i64) -> i64:
    """Put the largest kinds into the warehouses, name the other barrels as far as there is room; the kinds stored."""
    good: i64
    barrels = _barrels_of(state, seat)
    stored: i64 = 0
    for _warehouse in range(warehoused_kinds(state, seat)):
        largest = _largest(barrels)
        stored |= only(largest)
        barrels[largest] = 0
    room = single_barrels(state, seat)
    for good in range(GOODS):
        kept = barrels[good] if barrels[good] < room else room
        state.barrels_named[good] = kept
        room -= kept
    return stored


def _lone_barrels(state: State, seat: i64) -> i64:
    """The set of goods of which the seat has exactly one barrel."""
    good: i64
    goods = state.goods
    base = seat * GOODS
    lone: i64 = 0
    for good in range(GOODS):
        if goods[base + good] == 1:
            lone |= only(good)
    return lone


def _first(goods: i64) -> i64:
    """The lowest member of a set that is not empty."""
    good: i64 = 0
    while not (goods >> good) & 1:
        good += 1
    return good


def _finish(state: State, seat: i64, stored: i64, single: i64) -> None:
    """Keep the stored kinds whole and one barrel of another, or those named; the rest goes back to the supply."""
    good: i64
    state.seats_done |= only(seat)
    goods = state.goods
    base = seat * GOODS
    if state.listener is not None and _kinds(state, seat):
        _tell(state, seat, stored, single)
    for good in range(GOODS):
        barrels = goods[base + good]
        if barrels == 0 or (stored >> good) & 1:
            continue
        kept = _singles_of(state, good, single)
        if barrels > kept:
            goods[base + good] = kept
            state.goods_supply[good] += barrels - kept
    if state.has_expansions:
        _forget_singles(state)


def _singles_of(state: State, good: i64, single: i64) -> i64:
    if good == single:
        return 1
    return state.barrels_named[good] if state.has_expansions else 0


def _tell(state: State, seat: i64, stored: i64, single: i64) -> None:
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
    told: dict[str, object] = {"whole": whole, "single": kept, "discarded": discarded}
    if barrels_kept(state):
        told["singles"] = goods_by_name(state.barrels_named, 0)
    state.tell("stores", seat, told)


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
                told: dict[str, object] = {"ship": int(size), "good": GOOD_NAMES[good], "barrels": int(size)}
                state.tell("ship_emptied", NOBODY, told)
            state.goods_supply[good] += size
            state.ship_barrels[ship] = 0
            state.ship_good[ship] = NO_GOOD
