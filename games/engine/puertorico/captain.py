"""The captain: goods are loaded, around and around, until nobody can or will (docs/rules §3 Captain, §11 Base)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    GOOD_NAMES,
    GOODS,
    HARBOR,
    NO_GOOD,
    SHIP_STEP,
    SHIPS,
    SMALLEST_SHIP,
    WHARF,
    ship_size,
)
from games.engine.puertorico.moves import BY_WHARF, PASS, loaded_good, loaded_ship, loading
from games.engine.puertorico.position import CAPTAIN, State
from games.engine.puertorico.storing import begin as begin_storing


def begin(state: State) -> None:
    state.actor = state.picker
    state.privilege = 1
    state.wharfs = 0
    state.idle = 0
    _come_to(state)


def legal_loadings(state: State) -> vec[i64]:
    """All loadings on ships, which are a duty, and by the wharf, which is not: who could only use it may pass."""
    good: i64
    seat = state.actor
    wharf = has_wharf(state, seat)
    moves = vec[i64](capacity=16)
    if wharf and not _can_load_ship(state, seat):
        moves = append(moves, PASS)
    goods = state.goods
    base = seat * GOODS
    for good in range(GOODS):
        barrels = goods[base + good]
        if barrels == 0:
            continue
        first = loading(good, 0)
        ships = ships_for(state, good, barrels)
        ship: i64 = 0
        while ships:
            if ships & 1:
                moves = append(moves, first + ship)
            ships >>= 1
            ship += 1
        if wharf:
            moves = append(moves, loading(good, BY_WHARF))
    return moves


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move == PASS:
        state.idle += 1
        if state.listener is not None:
            state.tell("passes", seat, {"stage": "captain"})
    else:
        _load(state, seat, loaded_good(move), loaded_ship(move))
        state.idle = 0
    state.actor = state.after(seat)
    _come_to(state)


def ships_for(state: State, good: i64, barrels: i64) -> i64:
    """The set of ships that may take so many barrels of a good.

    The ship that carries the kind already, if it has space; else of the empty ships those that take the most.
    """
    ship: i64
    carries = state.ship_good
    size = SMALLEST_SHIP[state.seats]
    step = SHIP_STEP[state.seats]
    most: i64 = 0
    best: i64 = 0
    for ship in range(SHIPS[state.seats]):
        carried = carries[ship]
        if carried == good:
            if state.ship_barrels[ship] == size:
                return 0
            return 1 << ship
        if carried == NO_GOOD:
            taken = barrels if barrels < size else size
            if taken > most:
                most = taken
                best = 1 << ship
            elif taken == most:
                best |= 1 << ship
        size += step
    return best


def has_wharf(state: State, seat: i64) -> bool:
    """Whether the seat's wharf can still sail in this phase."""
    return state.works(seat, WHARF) and not (state.wharfs >> seat) & 1


def loading_bonus(state: State, seat: i64) -> i64:
    """VP besides the barrels': the captain's first loading, and the harbor's for every one."""
    bonus: i64 = 0
    if seat == state.picker and state.privilege:
        bonus += 1
    if state.works(seat, HARBOR):
        bonus += 1
    return bonus


def loaded_barrels(state: State, seat: i64, good: i64, ship: i64) -> i64:
    """How many barrels a loading takes: as many as fit; the wharf takes all."""
    barrels = state.good_of(seat, good)
    if ship == BY_WHARF:
        return barrels
    space = ship_size(state.seats, ship) - state.ship_barrels[ship]
    return barrels if barrels < space else space


def _load(state: State, seat: i64, good: i64, ship: i64) -> None:
    barrels = loaded_barrels(state, seat, good, ship)
    points = barrels + loading_bonus(state, seat)
    state.goods[seat * GOODS + good] -= barrels
    if ship == BY_WHARF:
        state.goods_supply[good] += barrels
        state.wharfs |= 1 << seat
    else:
        state.ship_good[ship] = good
        state.ship_barrels[ship] += barrels
    if seat == state.picker:
        state.privilege = 0
    if state.listener is not None:
        told: dict[str, object] = {"good": GOOD_NAMES[good], "barrels": int(barrels), "vp": int(points)}
        if ship == BY_WHARF:
            state.tell("wharf", seat, told)
        else:
            told["ship"] = int(ship_size(state.seats, ship))
            state.tell("ships", seat, told)
    state.gain_vp(seat, points)


def _can_load_ship(state: State, seat: i64) -> bool:
    good: i64
    goods = state.goods
    base = seat * GOODS
    for good in range(GOODS):
        barrels = goods[base + good]
        if barrels and ships_for(state, good, barrels):
            return True
    return False


def _can_load(state: State, seat: i64) -> bool:
    if _can_load_ship(state, seat):
        return True
    if not has_wharf(state, seat):
        return False
    base = seat * GOODS
    return any(state.goods[good] for good in range(base, base + GOODS))


def _come_to(state: State) -> None:
    """Ask the actor or the next seat that can load; a whole round without a loading ends the shipping."""
    while state.idle < state.seats:
        if _can_load(state, state.actor):
            state.stage = CAPTAIN
            return
        state.idle += 1
        state.actor = state.after(state.actor)
    state.privilege = 0
    state.wharfs = 0
    state.idle = 0
    begin_storing(state)
