"""The mayor: colonists arrive, everybody places all of his own, the ship is refilled (docs/rules §3 Mayor).

Placing is a sequence of plies, one per kind of place in canonical order: how many colonists go there. Places without
a real choice need no ply: so a seat whose colonists fill all its circles is not asked at all. Nobody's placement
depends on another's, so the seats may be asked in any order; `done` says who has finished.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico.components import NO_PLACE, PLACE_NAMES, PLACES
from games.engine.puertorico.moves import TAKE_COLONIST, placed_colonists, placing
from games.engine.puertorico.position import COLONISTS, END_COLONISTS, MAYOR, PHASE_END, State


def begin(state: State) -> None:
    state.actor = state.picker
    if state.colonist_supply > 0:
        state.stage = MAYOR
    else:
        _distribute(state)


def play_privilege(state: State, move: i64) -> None:
    seat = state.actor
    if move == TAKE_COLONIST:
        state.colonist_supply -= 1
        state.welcome(seat, 1)
        if state.listener is not None:
            state.tell("gets_colonist", seat, {"by": "mayor", "place": "San Juan", "source": "supply"})
    elif state.listener is not None:
        state.tell("passes", seat, {"stage": "mayor"})
    _distribute(state)


def legal_placings(state: State) -> vec[i64]:
    """As many as fit and are left, but so many that the later places can take the rest: no circle may stay empty."""
    circles = state.circles(state.actor, state.placing)
    fewest = state.hand - state.later
    if fewest < 0:
        fewest = 0
    most = circles if circles < state.hand else state.hand
    move = placing(state.placing, fewest)
    moves = vec[i64](capacity=most - fewest + 1)
    for _turn in range(most - fewest + 1):
        moves = append(moves, move)
        move += 1
    return moves


def play_placing(state: State, move: i64) -> None:
    seat = state.actor
    if not state.begun:
        _take_up(state, seat)
        state.begun = 1
    place = state.placing
    _employ(state, seat, place, placed_colonists(move))
    if state.hand == 0 or state.hand == state.later:
        _fill(state, seat, place + 1)
        _finish(state, seat)
        _ask_next(state)
        return
    place = _next_place(state, seat, place + 1)
    state.placing = place
    state.later -= state.circles(seat, place)
    if state.later == 0:
        _fill(state, seat, place)
        _finish(state, seat)
        _ask_next(state)


def ask(state: State, seat: i64) -> None:
    """Ask a seat that has a choice for the first of its places; its old arrangement stays until it answers."""
    circles = state.circles_of(seat)
    colonists = state.colonists_of(seat)
    place = _next_place(state, seat, 0)
    state.stage = COLONISTS
    state.actor = seat
    state.placing = place
    state.hand = colonists if colonists < circles else circles
    state.later = circles - state.circles(seat, place)
    state.begun = 0


def resume_placing(state: State, place: i64) -> None:
    """Ask the actor for a place in the middle of its placement, which has put colonists on earlier places only.

    NO_PLACE: it has not begun.
    """
    ask(state, state.actor)
    if place == NO_PLACE:
        return
    state.begun = 1
    seat = state.actor
    for earlier in range(place):
        state.hand -= state.workers_on(seat, earlier)
    while state.placing < place:
        state.placing = _next_place(state, seat, state.placing + 1)
        state.later -= state.circles(seat, state.placing)


def ask_ahead(state: State, seat: i64) -> None:
    """Ask a seat before its turn; a placement already begun by the actor begins anew when he is asked again."""
    if state.begun:
        _take_up(state, state.actor)
    ask(state, seat)


def _distribute(state: State) -> None:
    """One colonist each from the ship, from the mayor on, around and around; then everybody places."""
    each = state.colonist_ship // state.seats
    more = state.colonist_ship % state.seats
    if state.listener is not None:
        shares = [int(each)] * state.seats
        for turn in range(more):
            shares[(state.picker + turn) % state.seats] += 1
        state.tell("colonists_arrive", NOBODY, {"counts": shares})
    state.colonist_ship = 0
    state.done = 0
    seat = state.picker
    for turn in range(state.seats):
        share = each
        if turn < more:
            share += 1
        state.welcome(seat, share)
        if not has_choice(state, seat):
            _place_at_once(state, seat)
        seat = state.after(seat)
    _ask_next(state)


def has_choice(state: State, seat: i64) -> bool:
    """Whether the seat's colonists can be placed in more than one way."""
    places = state.places[seat]
    if places & (places - 1) == 0:
        return False
    colonists = state.colonists_of(seat)
    return 0 < colonists < state.circles_of(seat)


def _place_at_once(state: State, seat: i64) -> None:
    """Place all colonists of a seat that can do it in one way only."""
    _take_up(state, seat)
    circles = state.circles_of(seat)
    colonists = state.colonists_of(seat)
    state.hand = colonists if colonists < circles else circles
    _fill(state, seat, 0)
    _finish(state, seat)


def _ask_next(state: State) -> None:
    """Ask the next seat clockwise from the mayor that has not placed; after the last one refill the ship."""
    seat = state.next_not_done()
    if seat == NOBODY:
        _refill(state)
    else:
        ask(state, seat)


def _next_place(state: State, seat: i64, first: i64) -> i64:
    """The seat's first place from a number on; it must have one."""
    rest = state.places[seat] >> first
    place = first
    while not rest & 1:
        rest >>= 1
        place += 1
    return place


def _take_up(state: State, seat: i64) -> None:
    """Gather all colonists of a seat in San Juan."""
    workers = state.workers
    place = seat * PLACES
    gathered: i64 = 0
    rest = state.occupied[seat]
    while rest:
        if rest & 1:
            gathered += workers[place]
            workers[place] = 0
        rest >>= 1
        place += 1
    state.occupied[seat] = 0
    state.san_juan[seat] += gathered


def _employ(state: State, seat: i64, place: i64, colonists: i64) -> None:
    """Send colonists from San Juan, out of the hand, to an empty place."""
    if colonists:
        state.put_to_work(seat, place, colonists)
        state.san_juan[seat] -= colonists
        state.hand -= colonists


def _fill(state: State, seat: i64, first: i64) -> None:
    """Fill the places from a number on, as far as the hand goes."""
    rest = state.places[seat] >> first
    place = first
    while state.hand and rest:
        if rest & 1:
            circles = state.circles(seat, place)
            _employ(state, seat, place, circles if circles < state.hand else state.hand)
        rest >>= 1
        place += 1


def _finish(state: State, seat: i64) -> None:
    place: i64
    state.done |= 1 << seat
    state.begun = 0
    if state.listener is not None:
        placed: dict[str, object] = {}
        for place in range(PLACES):
            workers = state.workers_on(seat, place)
            if workers:
                placed[PLACE_NAMES[place]] = int(workers)
        if placed:
            state.tell("places", seat, {"places": placed, "san_juan": int(state.san_juan[seat])})


def _refill(state: State) -> None:
    """One colonist per empty circle on all buildings, at least one per player; too few end the game."""
    required: i64 = 0
    for seat in range(state.seats):
        required += state.empty_building_circles(seat)
    if required < state.seats:
        required = state.seats
    colonists = required if required < state.colonist_supply else state.colonist_supply
    state.colonist_supply -= colonists
    state.colonist_ship = colonists
    if state.listener is not None:
        state.tell("colonist_ship", NOBODY, {"colonists": int(colonists), "required": int(required)})
    if colonists < required:
        state.trigger_end(END_COLONISTS, NOBODY)
    state.done = 0
    state.placing = NO_PLACE
    state.hand = 0
    state.later = 0
    state.stage = PHASE_END
