"""The captain: the seats load goods in turn, until nobody can or wants to (docs/rules §3 Captain, §11 Base).

With the expansions a turn begins with what needs no loading (docs/rules §7 Union hall, Lighthouse, §8 Royal supplier):
union hall and lighthouse pay automatically, the royal supplier is among the answers until its owner has loaded.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    CORN,
    GOOD_NAMES,
    GOODS,
    HARBOR,
    INDIGO,
    LIBRARY,
    LIGHTHOUSE,
    NO_GOOD,
    ROYAL_SUPPLIER,
    SHIP_STEP,
    SHIPS,
    SMALL_WHARF,
    SMALLEST_SHIP,
    UNION_HALL,
    WHARF,
    bit,
    ship_size,
)
from games.engine.puertorico.guests import guest_count, guest_targets, move_guest, with_guest_moves
from games.engine.puertorico.moves import (
    BY_SMALL_WHARF,
    BY_WHARF,
    PASS,
    SUPPLY,
    cargo_barrels,
    cargo_good,
    cargo_move,
    is_guest,
    loaded_good,
    loaded_ship,
    loading_move,
)
from games.engine.puertorico.position import State, goods_by_name
from games.engine.puertorico.stages import STAGE_CAPTAIN, STAGE_SMALL_WHARF, STAGE_STORING
from games.engine.puertorico.storing import ask as ask_to_store
from games.engine.puertorico.storing import begin as begin_storing
from games.engine.puertorico.storing import has_choice as has_choice_of_storing
from games.engine.puertorico.victory_points import gain_vp


def begin(state: State) -> None:
    state.actor = state.picker
    state.captain_bonus_due = 1
    state.wharfs_used = 0
    state.turns_without_loading = 0
    _ask_from_actor(state)


def legal_loadings(state: State) -> vec[i64]:
    """All loadings on ships and by the wharf. A seat that can load a ship must load; one that has only the wharf may
    pass."""
    good: i64
    seat = state.actor
    wharf = has_wharf(state, seat)
    moves = vec[i64](capacity=16)
    if (wharf or state.has_expansions) and not _can_load_ship(state, seat):
        moves = append(moves, PASS)
    goods = state.goods
    base = seat * GOODS
    for good in range(GOODS):
        barrels = goods[base + good]
        if barrels == 0:
            continue
        first = loading_move(good, 0)
        ships = ships_for(state, good, barrels)
        ship: i64 = 0
        while ships:
            if ships & 1:
                moves = append(moves, first + ship)
            ships >>= 1
            ship += 1
        if wharf:
            moves = append(moves, loading_move(good, BY_WHARF))
    if state.has_expansions:
        return _with_expansions(state, seat, moves)
    return moves


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move == PASS:
        state.turns_without_loading += 1
        if state.listener is not None:
            state.emit("passes", seat, {"stage": "captain"})
    elif move < SUPPLY:
        _load(state, seat, loaded_good(move), loaded_ship(move))
        state.turns_without_loading = 0
    elif move == BY_SMALL_WHARF:
        _end_supplying(state, seat)
        state.cargo_good = _next_good(state, seat, 0)
        state.stage = STAGE_SMALL_WHARF
        return
    else:
        if is_guest(move):
            move_guest(state, move)
            _collect_turn_income(state, seat)
        else:
            _supply(state, seat, move - SUPPLY)
        if _has_decision(state, seat):
            return
        state.turns_without_loading += 1
    _advance_turn(state, seat)


def legal_cargo(state: State) -> vec[i64]:
    """How many barrels of one kind go on the small wharf; of all kinds together it must be at least one."""
    seat, good = state.actor, state.cargo_good
    nothing_else = _total_cargo(state) == 0 and _next_good(state, seat, good + 1) == NO_GOOD
    fewest: i64 = 1 if nothing_else else 0
    move = cargo_move(good, fewest)
    moves = vec[i64](capacity=12)
    for _turn in range(state.barrels_of(seat, good) - fewest + 1):
        moves = append(moves, move)
        move += 1
    return moves


def play_cargo(state: State, move: i64) -> None:
    seat, good = state.actor, cargo_good(move)
    state.cargo[good] = cargo_barrels(move)
    state.cargo_good = _next_good(state, seat, good + 1)
    if state.cargo_good != NO_GOOD:
        return
    _sail_small_wharf(state, seat)
    state.turns_without_loading = 0
    _advance_turn(state, seat)


def _advance_turn(state: State, seat: i64) -> None:
    if state.has_expansions:
        _end_supplying(state, seat)
        state.had_turn |= bit(seat)
    state.actor = state.next_seat(seat)
    _ask_from_actor(state)


def ships_for(state: State, good: i64, barrels: i64) -> i64:
    """Set of the ships that may take so many barrels of a good.

    That is the ship that carries the good already, if it has space; else those of the empty ships that take the most.
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
            return bit(ship)
        if carried == NO_GOOD:
            taken = barrels if barrels < size else size
            if taken > most:
                most = taken
                best = bit(ship)
            elif taken == most:
                best |= bit(ship)
        size += step
    return best


def has_wharf(state: State, seat: i64) -> bool:
    """Whether the seat's wharf can still sail in this phase."""
    return state.works(seat, WHARF) and not (state.wharfs_used >> seat) & 1


def has_small_wharf(state: State, seat: i64) -> bool:
    """Whether the seat's small wharf can still sail in this phase."""
    return state.works(seat, SMALL_WHARF) and not (state.small_wharfs_used >> seat) & 1


def loading_bonus(state: State, seat: i64) -> i64:
    """VP besides those for the barrels: 1 for the captain's first loading (2 with the library), 1 for the harbor."""
    bonus: i64 = 0
    if seat == state.picker and state.captain_bonus_due:
        bonus += 2 if state.works(seat, LIBRARY) else 1
    if state.works(seat, HARBOR):
        bonus += 1
    return bonus


def loaded_barrels(state: State, seat: i64, good: i64, ship: i64) -> i64:
    """How many barrels a loading takes: as many as fit; the wharf takes all."""
    barrels = state.barrels_of(seat, good)
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
        state.wharfs_used |= bit(seat)
    else:
        state.ship_good[ship] = good
        state.ship_barrels[ship] += barrels
    if seat == state.picker:
        state.captain_bonus_due = 0
    if state.has_expansions:
        _after_loading(state, seat)
    if state.listener is not None:
        data: dict[str, object] = {"good": GOOD_NAMES[good], "barrels": int(barrels), "vp": int(points)}
        if ship == BY_WHARF:
            state.emit("wharf", seat, data)
        else:
            data["ship"] = int(ship_size(state.seats, ship))
            state.emit("ships", seat, data)
    gain_vp(state, seat, points)


def _can_load_ship(state: State, seat: i64) -> bool:
    good: i64
    goods = state.goods
    base = seat * GOODS
    for good in range(GOODS):
        barrels = goods[base + good]
        if barrels and ships_for(state, good, barrels):
            return True
    return False


def _sail_small_wharf(state: State, seat: i64) -> None:
    """1 VP for two barrels, an odd one earns nothing; it counts as a loading (docs/rules §7 Small wharf)."""
    good: i64
    points = _total_cargo(state) // 2 + loading_bonus(state, seat)
    if state.listener is not None:
        state.emit("small_wharf", seat, {"goods": goods_by_name(state.cargo, 0), "vp": int(points)})
    for good in range(GOODS):
        state.goods[seat * GOODS + good] -= state.cargo[good]
        state.goods_supply[good] += state.cargo[good]
        state.cargo[good] = 0
    state.small_wharfs_used |= bit(seat)
    if seat == state.picker:
        state.captain_bonus_due = 0
    _after_loading(state, seat)
    gain_vp(state, seat, points)


def _after_loading(state: State, seat: i64) -> None:
    state.have_loaded |= bit(seat)
    if state.works(seat, LIGHTHOUSE):
        state.doubloons[seat] += 1
        if state.listener is not None:
            state.emit("lighthouse", seat, {"doubloons": 1})


def _total_cargo(state: State) -> i64:
    good: i64
    barrels: i64 = 0
    for good in range(GOODS):
        barrels += state.cargo[good]
    return barrels


def _next_good(state: State, seat: i64, first: i64) -> i64:
    """The first good from `first` on of which the seat has barrels; NO_GOOD if there is none."""
    good: i64
    for good in range(first, GOODS):
        if state.barrels_of(seat, good) > 0:
            return good
    return NO_GOOD


def _collect_turn_income(state: State, seat: i64) -> None:
    """What a turn brings without any loading: the lighthouse's doubloon for the captain, the VP of the union hall."""
    good: i64
    if seat == state.picker and not state.lighthouse_paid and state.works(seat, LIGHTHOUSE):
        state.lighthouse_paid = 1
        state.doubloons[seat] += 1
        if state.listener is not None:
            state.emit("lighthouse", seat, {"doubloons": 1})
    if state.works(seat, UNION_HALL) and not ((state.had_turn | state.union_halls_paid) >> seat) & 1:
        state.union_halls_paid |= bit(seat)
        points: i64 = 0
        for good in range(GOODS):
            points += state.barrels_of(seat, good) // 2
        if points:
            if state.listener is not None:
                state.emit("union_hall", seat, {"vp": int(points)})
            gain_vp(state, seat, points)


def _with_expansions(state: State, seat: i64, moves: vec[i64]) -> vec[i64]:
    good: i64
    if _may_supply(state, seat):
        for good in range(state.last_supplied + 1, GOODS):
            if state.barrels_of(seat, good) > 0:
                moves = append(moves, SUPPLY + good)
    if has_small_wharf(state, seat) and _has_goods(state, seat):
        moves = append(moves, BY_SMALL_WHARF)
    return with_guest_moves(state, seat, moves, _useful_guest_targets(state, seat))


def _may_supply(state: State, seat: i64) -> bool:
    """Once in the phase, before their first loading, owners of a royal supplier may return barrels of as many different
    kinds as they have nobles (docs/rules §8 Royal supplier)."""
    if not state.nobles_on or not state.works(seat, ROYAL_SUPPLIER):
        return False
    if ((state.have_loaded | state.suppliers_done) >> seat) & 1:
        return False
    return state.supplied_now < state.noble_count[seat]


def _supply(state: State, seat: i64, good: i64) -> None:
    state.goods[seat * GOODS + good] -= 1
    state.goods_supply[good] += 1
    state.supplied_now += 1
    state.last_supplied = good
    if state.listener is not None:
        state.emit("supplies", seat, {"good": GOOD_NAMES[good], "vp": 1})
    gain_vp(state, seat, 1)


def _end_supplying(state: State, seat: i64) -> None:
    if state.supplied_now:
        state.suppliers_done |= bit(seat)
        state.supplied_now = 0
        state.last_supplied = NO_GOOD


def _has_goods(state: State, seat: i64) -> bool:
    return _next_good(state, seat, 0) != NO_GOOD


def _useful_guest_targets(state: State, seat: i64) -> i64:
    """Places where guests would change what the seat can load or earns by loading."""
    good: i64
    if guest_count(state, seat) == 0:
        return 0
    wanted: i64 = 0
    if seat == state.picker and not state.lighthouse_paid:
        wanted |= 1 << LIGHTHOUSE
    if _has_goods(state, seat):
        if not (state.wharfs_used >> seat) & 1:
            wanted |= 1 << WHARF
        if not (state.small_wharfs_used >> seat) & 1:
            wanted |= 1 << SMALL_WHARF
        loads = _can_load(state, seat) or guest_targets(state, seat, wanted & ((1 << WHARF) | (1 << SMALL_WHARF))) != 0
        if loads:
            wanted |= (1 << HARBOR) | (1 << LIGHTHOUSE)
            if seat == state.picker and state.captain_bonus_due:
                wanted |= 1 << LIBRARY
        if state.nobles_on and state.noble_count[seat] and not ((state.have_loaded | state.suppliers_done) >> seat) & 1:
            wanted |= 1 << ROYAL_SUPPLIER
        if not (state.had_turn >> seat) & 1:
            for good in range(GOODS):
                if state.barrels_of(seat, good) > 1:
                    wanted |= 1 << UNION_HALL
    return guest_targets(state, seat, wanted)


def _can_load(state: State, seat: i64) -> bool:
    if _can_load_ship(state, seat):
        return True
    if not has_wharf(state, seat) and not has_small_wharf(state, seat):
        return False
    return _has_goods(state, seat)


def _has_decision(state: State, seat: i64) -> bool:
    """Whether the seat has anything left to decide in its turn."""
    if _can_load(state, seat):
        return True
    if not state.has_expansions:
        return False
    return _can_supply(state, seat) or _useful_guest_targets(state, seat) != 0


def foresee_turn(state: State, seat: i64) -> bool:
    """In a copy, ask a seat what it loads; False if, as things lie, it can load and supply nothing any more."""
    if state.stage == STAGE_STORING:
        return False
    _forget_turn(state)
    state.actor = seat
    state.stage = STAGE_CAPTAIN
    return _can_load(state, seat) or _can_supply(state, seat)


def foresee_loading(state: State, move: i64) -> None:
    """In a copy, load a ship for the actor, out of turn."""
    _load(state, state.actor, loaded_good(move), loaded_ship(move))


def foresee_full_ships(state: State, seat: i64) -> bool:
    """The same when no ship takes anything any more."""
    ship: i64
    for ship in range(SHIPS[state.seats]):
        _fill_ship(state, ship, CORN)
    return foresee_turn(state, seat)


def foresee_ship(state: State, seat: i64, good: i64, ship: i64) -> bool:
    """The same when other goods are on all empty ships but this one; False if the good cannot come on this one."""
    other: i64
    if state.ship_good[ship] != NO_GOOD or state.barrels_of(seat, good) == 0:
        return False
    for other in range(SHIPS[state.seats]):
        if state.ship_good[other] == good:
            return False
        if other != ship and state.ship_good[other] == NO_GOOD:
            _fill_ship(state, other, CORN if good != CORN else INDIGO)
    return foresee_turn(state, seat)


def foresee_storing(state: State, seat: i64) -> bool:
    """In a copy, ask a seat what it keeps of the goods that it has now; False if it has no choice."""
    if state.stage == STAGE_STORING or not has_choice_of_storing(state, seat):
        return False
    _forget_turn(state)
    ask_to_store(state, seat)
    return True


def _fill_ship(state: State, ship: i64, good: i64) -> None:
    """Fill a ship, if it is empty with this good."""
    if state.ship_good[ship] == NO_GOOD:
        state.ship_good[ship] = good
    state.ship_barrels[ship] = ship_size(state.seats, ship)


def _forget_turn(state: State) -> None:
    """Leave the actor's turn as it stands; barrels that are named for the small wharf stay with their owner."""
    good: i64
    if not state.has_expansions:
        return
    _end_supplying(state, state.actor)
    state.cargo_good = NO_GOOD
    for good in range(GOODS):
        state.cargo[good] = 0


def _can_supply(state: State, seat: i64) -> bool:
    return _may_supply(state, seat) and _next_good(state, seat, state.last_supplied + 1) != NO_GOOD


def _ask_from_actor(state: State) -> None:
    """Ask the actor or the next seat that can do anything. When nobody has loaded in a whole round, storing begins."""
    while state.turns_without_loading < state.seats:
        if state.has_expansions:
            _collect_turn_income(state, state.actor)
        if _has_decision(state, state.actor):
            state.stage = STAGE_CAPTAIN
            return
        state.turns_without_loading += 1
        if state.has_expansions:
            state.had_turn |= bit(state.actor)
        state.actor = state.next_seat(state.actor)
    state.captain_bonus_due = 0
    state.wharfs_used = 0
    state.turns_without_loading = 0
    state.have_loaded = 0
    state.had_turn = 0
    state.union_halls_paid = 0
    state.suppliers_done = 0
    state.small_wharfs_used = 0
    state.lighthouse_paid = 0
    begin_storing(state)
