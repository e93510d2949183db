"""Storing at the end of the captain phase, and the ships sail (docs/rules §3 Captain).

Everybody keeps one barrel, and whole kinds in warehouses: a ply per warehoused kind, in ascending order, then one for
the single barrel. Who can keep everything, or has no choice, is not asked. Nobody's storing depends on another's, so
the seats may be asked in any order; `done` says who has finished.
"""

from __future__ import annotations

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
    ship_size,
    size_of,
)
from games.engine.puertorico.moves import KEEP, STORE
from games.engine.puertorico.position import PHASE_END, STORING, State


def begin(state: State) -> None:
    state.done = 0
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


def legal_storings(state: State) -> vec[i64]:
    good: i64
    seat = state.actor
    owned = _kinds(state, seat)
    to_store = warehoused_kinds(state, seat) - size_of(state.stored)
    moves = vec[i64](capacity=6)
    if to_store == 0:
        for good in range(GOODS):
            if ((owned & ~state.stored) >> good) & 1:
                moves = append(moves, KEEP + good)
        return moves
    for good in range(GOODS):
        # In ascending order, and so that enough kinds are left for the other warehouses.
        if (owned >> good) & 1 and state.stored >> good == 0 and size_of(owned >> good) >= to_store:
            moves = append(moves, STORE + good)
    return moves


def play(state: State, move: i64) -> None:
    if move < KEEP:
        state.stored |= 1 << (move - STORE)
    else:
        _finish(state, state.actor, state.stored, move - KEEP)
        _ask_next(state)


def ask(state: State, seat: i64) -> None:
    """Ask a seat for its first kind; what another has only begun to say is forgotten."""
    state.stage = STORING
    state.actor = seat
    state.stored = 0


def _kinds(state: State, seat: i64) -> i64:
    """The set of goods that the seat has."""
    good: i64
    goods = state.goods
    base = seat * GOODS
    kinds: i64 = 0
    for good in range(GOODS):
        if goods[base + good]:
            kinds |= 1 << good
    return kinds


def has_choice(state: State, seat: i64) -> bool:
    """Whether the seat must give something back and can say what."""
    owned = _kinds(state, seat)
    surplus = size_of(owned) - warehoused_kinds(state, seat)
    if surplus <= 0:
        return False
    if surplus == 1:
        return owned & (owned - 1) != 0 and _lone_barrels(state, seat) == 0
    return True


def _store_at_once(state: State, seat: i64) -> None:
    """Store for a seat that can keep everything, or has one kind and no warehouse."""
    owned = _kinds(state, seat)
    if size_of(owned) <= warehoused_kinds(state, seat):
        _finish(state, seat, owned, NO_GOOD)
        return
    single = _first(owned if owned & (owned - 1) == 0 else _lone_barrels(state, seat))
    _finish(state, seat, owned & ~(1 << single), single)


def _lone_barrels(state: State, seat: i64) -> i64:
    """The set of goods of which the seat has exactly one barrel."""
    good: i64
    goods = state.goods
    base = seat * GOODS
    lone: i64 = 0
    for good in range(GOODS):
        if goods[base + good] == 1:
            lone |= 1 << good
    return lone


def _first(goods: i64) -> i64:
    """The lowest member of a set that is not empty."""
    good: i64 = 0
    while not (goods >> good) & 1:
        good += 1
    return good


def _finish(state: State, seat: i64, stored: i64, single: i64) -> None:
    """Keep the stored kinds whole and one barrel of another; the rest goes back to the supply."""
    good: i64
    state.done |= 1 << seat
    goods = state.goods
    base = seat * GOODS
    if state.listener is not None and _kinds(state, seat):
        _tell(state, seat, stored, single)
    for good in range(GOODS):
        kept: i64 = 1 if good == single else 0
        surplus = goods[base + good] - kept
        if surplus > 0 and not (stored >> good) & 1:
            goods[base + good] = kept
            state.goods_supply[good] += surplus


def _tell(state: State, seat: i64, stored: i64, single: i64) -> None:
    good: i64
    whole: dict[str, object] = {}
    discarded: dict[str, object] = {}
    for good in range(GOODS):
        barrels = int(state.good_of(seat, good))
        if (stored >> good) & 1:
            whole[GOOD_NAMES[good]] = barrels
        else:
            given_back = barrels - 1 if good == single else barrels
            if given_back:
                discarded[GOOD_NAMES[good]] = given_back
    kept = None if single == NO_GOOD else GOOD_NAMES[single]
    state.tell("stores", seat, {"whole": whole, "single": kept, "discarded": discarded})


def _ask_next(state: State) -> None:
    """Ask the next seat clockwise from the captain that has not stored; after the last one the ships sail."""
    seat = state.next_not_done()
    if seat != NOBODY:
        ask(state, seat)
        return
    state.done = 0
    state.stored = 0
    _empty_full_ships(state)
    state.stage = PHASE_END


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
