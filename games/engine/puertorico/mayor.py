"""The mayor: colonists arrive, everybody places all their colonists, the ship is refilled (docs/rules §3 Mayor).

Placing is a sequence of plies, one per kind of place in canonical order: how many colonists go there. Places without a
choice need no ply; so a seat whose colonists fill all its circles is not asked at all. Nobody's placement depends on
another's, so the seats may be asked in any order; `seats_done` says who has finished. In games with nobles (docs/rules
§8) the question where the nobles are may follow (nobles.py).
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NOBODY
from games.engine.puertorico import game_end, nobles
from games.engine.puertorico.components import CIRCLELESS_BUILDINGS, LIBRARY, NO_PLACE, PLACE_NAMES, PLACES, VILLA, bit
from games.engine.puertorico.moves import (
    PASS,
    TAKE_COLONIST,
    TAKE_NOBLE,
    TAKE_TWO_COLONISTS,
    placed_colonists,
    placed_nobles,
    placing_move,
)
from games.engine.puertorico.newcomers import emit_newcomer
from games.engine.puertorico.position import State
from games.engine.puertorico.stages import (
    END_COLONISTS,
    STAGE_COLONISTS,
    STAGE_MAYOR,
    STAGE_NOBLES,
    STAGE_PHASE_END,
    STAGE_SHIP,
)


def begin(state: State) -> None:
    state.actor = state.picker
    if state.colonist_supply > 0:
        state.stage = STAGE_MAYOR
    else:
        _distribute(state)


def legal_privilege(state: State) -> vec[i64]:
    """One colonist, with the library two (docs/rules §7 Library)."""
    if state.works(state.actor, LIBRARY) and state.colonist_supply > 1:
        return vec[i64]([PASS, TAKE_COLONIST, TAKE_TWO_COLONISTS])
    return vec[i64]([PASS, TAKE_COLONIST])


def play_privilege(state: State, move: i64) -> None:
    seat = state.actor
    if move == PASS:
        if state.listener is not None:
            state.emit("passes", seat, {"stage": "mayor"})
    else:
        for _turn in range(2 if move == TAKE_TWO_COLONISTS else 1):
            state.colonist_supply -= 1
            state.add_colonists(seat, 1)
            if state.listener is not None:
                emit_newcomer(state, seat, "mayor", "San Juan", "supply", False)
    _distribute(state)


def legal_ship_choices(state: State) -> vec[i64]:  # noqa: ARG001
    """While colonists and nobles are on the ship, each seat chooses which to take (docs/rules §8, §11 Nobles)."""
    return vec[i64]([TAKE_COLONIST, TAKE_NOBLE])


def play_ship_choice(state: State, move: i64) -> None:
    _take_from_ship(state, 1 if move == TAKE_NOBLE else 0)
    _empty_ship(state)


def legal_placings(state: State) -> vec[i64]:
    """As many as fit and are left, but so many that the later places can take the rest: no colonist may be left over
    while a circle is empty."""
    circles = state.circles(state.actor, state.place_asked)
    fewest = state.colonists_to_place - state.circles_after
    if fewest < 0:
        fewest = 0
    most = circles if circles < state.colonists_to_place else state.colonists_to_place
    move = placing_move(state.place_asked, fewest)
    moves = vec[i64](capacity=most - fewest + 1)
    for _turn in range(most - fewest + 1):
        moves = append(moves, move)
        move += 1
    return moves


def play_placing(state: State, move: i64) -> None:
    seat = state.actor
    if not state.placement_begun:
        _recall_colonists(state, seat)
        state.placement_begun = 1
    place = state.place_asked
    _place_colonists(state, seat, place, placed_colonists(move))
    if state.colonists_to_place == 0 or state.colonists_to_place == state.circles_after:
        _fill_places(state, seat, place + 1)
        _after_placing(state, seat)
        return
    place = _next_place(state, seat, place + 1)
    state.place_asked = place
    state.circles_after -= state.circles(seat, place)
    if state.circles_after == 0:
        _fill_places(state, seat, place)
        _after_placing(state, seat)


def play_noble_placing(state: State, move: i64) -> None:
    """So many of the colonists on the place asked for are nobles."""
    place = state.place_asked
    nobles.place_nobles(state, state.actor, place, placed_nobles(move))
    _ask_for_nobles(state, state.actor, place + 1)


def _after_placing(state: State, seat: i64) -> None:
    """All colonists of the seat have a place: ask for its nobles, or end its placement."""
    if state.nobles_on and state.noble_count[seat] > 0:
        _ask_for_nobles(state, seat, 0)
    else:
        _finish(state, seat)
        _ask_next(state)


def _ask_for_nobles(state: State, seat: i64, first: i64) -> None:
    """Ask for the next place, from `first` on, where the number of nobles matters and can be chosen; else end."""
    place = nobles.next_choice(state, seat, first)
    if place == NO_PLACE:
        nobles.place_other_nobles(state, seat)
        _finish(state, seat)
        _ask_next(state)
    else:
        state.place_asked = place
        state.stage = STAGE_NOBLES


def ask(state: State, seat: i64) -> None:
    """Ask a seat that has a choice for its first place; its colonists stay where they are until it answers."""
    state.actor = seat
    if not can_choose_places(state, seat):
        # Every circle is filled: only the nobles can be chosen.
        state.placement_begun = 1
        _recall_colonists(state, seat)
        _fill_all(state, seat)
        _ask_for_nobles(state, seat, 0)
        return
    circles = state.circles_of(seat)
    colonists = state.colonists_of(seat)
    place = _next_place(state, seat, 0)
    state.stage = STAGE_COLONISTS
    state.place_asked = place
    state.colonists_to_place = colonists if colonists < circles else circles
    state.circles_after = circles - state.circles(seat, place)
    state.placement_begun = 0


def resume_placing(state: State, place: i64) -> None:
    """Ask the actor for this place, in the middle of a placement; its colonists so far are on earlier places.

    NO_PLACE: the placement has not begun.
    """
    ask(state, state.actor)
    if place == NO_PLACE:
        return
    state.placement_begun = 1
    seat = state.actor
    for earlier in range(place):
        state.colonists_to_place -= state.workers_on(seat, earlier)
    while state.place_asked < place:
        state.place_asked = _next_place(state, seat, state.place_asked + 1)
        state.circles_after -= state.circles(seat, state.place_asked)


def ask_ahead(state: State, seat: i64) -> None:
    """Ask a seat ahead of its turn. A placement that the actor has begun starts anew when the actor is asked again."""
    if state.placement_begun:
        _recall_colonists(state, state.actor)
    ask(state, seat)


def _distribute(state: State) -> None:
    """The seats take the colonists from the ship one by one, clockwise from the mayor; then everybody places."""
    state.actor = state.picker
    if state.nobles_on:
        _add_villa_people(state)
    _empty_ship(state)


def _add_villa_people(state: State) -> None:
    """Every villa brings a noble from the supply, or a colonist if no noble is left (docs/rules §8 Villa)."""
    seat = state.picker
    for _turn in range(state.seats):
        if state.works(seat, VILLA) and state.noble_supply + state.colonist_supply > 0:
            noble = state.noble_supply > 0
            if noble:
                state.noble_supply -= 1
                state.add_noble(seat)
            else:
                state.colonist_supply -= 1
                state.add_colonists(seat, 1)
            if state.listener is not None:
                emit_newcomer(state, seat, "villa", "San Juan", "supply", noble)
        seat = state.next_seat(seat)


def _empty_ship(state: State) -> None:
    """Go on taking from the ship, from the actor on; the actor is asked while both colonists and nobles are there."""
    while state.noble_ship:
        if state.colonist_ship:
            state.stage = STAGE_SHIP
            return
        _take_from_ship(state, 1)
    first = state.actor
    each = state.colonist_ship // state.seats
    more = state.colonist_ship % state.seats
    if state.listener is not None:
        shares = [int(each)] * state.seats
        for turn in range(more):
            shares[(first + turn) % state.seats] += 1
        state.emit("colonists_arrive", NOBODY, {"counts": shares})
    state.colonist_ship = 0
    seat = first
    for turn in range(state.seats):
        share = each
        if turn < more:
            share += 1
        state.add_colonists(seat, share)
        seat = state.next_seat(seat)
    _start_placing(state)


def _take_from_ship(state: State, noble: i64) -> None:
    """The actor takes one; then it is the next seat's turn."""
    seat = state.actor
    if noble:
        state.noble_ship -= 1
        state.add_noble(seat)
    else:
        state.colonist_ship -= 1
        state.add_colonists(seat, 1)
    if state.listener is not None:
        state.emit("takes_aboard", seat, {"noble": bool(noble)})
    state.actor = state.next_seat(seat)


def _start_placing(state: State) -> None:
    """Seats without a choice place at once, the others are asked."""
    state.seats_done = 0
    for seat in range(state.seats):
        if not has_choice(state, seat):
            _place_at_once(state, seat)
    _ask_next(state)


def has_choice(state: State, seat: i64) -> bool:
    """Whether the seat's colonists can be placed in more than one way."""
    return can_choose_places(state, seat) or (state.nobles_on != 0 and nobles.has_choice(state, seat))


def can_choose_places(state: State, seat: i64) -> bool:
    """Whether the seat can choose which circles stay empty."""
    places = state.owned_places[seat] & ~CIRCLELESS_BUILDINGS
    if places & (places - 1) == 0:
        return False
    colonists = state.colonists_of(seat)
    return 0 < colonists < state.circles_of(seat)


def _place_at_once(state: State, seat: i64) -> None:
    """Place all colonists of a seat that can do it in one way only."""
    _recall_colonists(state, seat)
    _fill_all(state, seat)
    if state.nobles_on:
        nobles.place_all_nobles(state, seat)
    _finish(state, seat)


def _fill_all(state: State, seat: i64) -> None:
    circles = state.circles_of(seat)
    colonists = state.colonists_of(seat)
    state.colonists_to_place = colonists if colonists < circles else circles
    _fill_places(state, seat, 0)


def _ask_next(state: State) -> None:
    """Ask the next seat clockwise from the mayor that has not placed; after the last one refill the ship."""
    seat = state.next_waiting_seat()
    if seat == NOBODY:
        _refill(state)
    else:
        ask(state, seat)


def _next_place(state: State, seat: i64, first: i64) -> i64:
    """The seat's first place from `first` on; there must be one."""
    rest = (state.owned_places[seat] & ~CIRCLELESS_BUILDINGS) >> first
    place = first
    while not rest & 1:
        rest >>= 1
        place += 1
    return place


def _recall_colonists(state: State, seat: i64) -> None:
    """Move all colonists of a seat to San Juan."""
    workers = state.workers
    place = seat * PLACES
    recalled: i64 = 0
    rest = state.occupied_places[seat]
    while rest:
        if rest & 1:
            recalled += workers[place]
            workers[place] = 0
        rest >>= 1
        place += 1
    state.occupied_places[seat] = 0
    state.san_juan[seat] += recalled
    if state.nobles_on:
        nobles.recall_nobles(state, seat)


def _place_colonists(state: State, seat: i64, place: i64, colonists: i64) -> None:
    """Move colonists of the actor from San Juan to an empty place."""
    if colonists:
        state.place_colonists(seat, place, colonists)
        state.san_juan[seat] -= colonists
        state.colonists_to_place -= colonists


def _fill_places(state: State, seat: i64, first: i64) -> None:
    """Fill the seat's places from `first` on, until all colonists are placed."""
    rest = state.owned_places[seat] >> first
    place = first
    while state.colonists_to_place and rest:
        if rest & 1:
            circles = state.circles(seat, place)
            _place_colonists(
                state, seat, place, circles if circles < state.colonists_to_place else state.colonists_to_place
            )
        rest >>= 1
        place += 1


def _finish(state: State, seat: i64) -> None:
    place: i64
    state.seats_done |= bit(seat)
    state.placement_begun = 0
    if state.listener is not None:
        placed: dict[str, object] = {}
        for place in range(PLACES):
            workers = state.workers_on(seat, place)
            if workers:
                placed[PLACE_NAMES[place]] = int(workers)
        if placed:
            data: dict[str, object] = {"places": placed, "san_juan": int(state.san_juan[seat])}
            if state.nobles_on and state.noble_count[seat]:
                data["nobles"] = {
                    PLACE_NAMES[place]: int(state.nobles_at(seat, place))
                    for place in range(PLACES)
                    if state.nobles_at(seat, place)
                }
            state.emit("places", seat, data)


def _refill(state: State) -> None:
    """One colonist per empty circle on all buildings, at least one per player; too few end the game.

    In games with nobles one of them is a noble, while there are any, and too few end nothing (docs/rules §8).
    """
    required: i64 = 0
    for seat in range(state.seats):
        required += state.empty_building_circles(seat)
    if required < state.seats:
        required = state.seats
    noble: i64 = 1 if state.noble_supply > 0 else 0
    state.noble_supply -= noble
    state.noble_ship = noble
    colonists = required - noble
    if colonists > state.colonist_supply:
        colonists = state.colonist_supply
    state.colonist_supply -= colonists
    state.colonist_ship = colonists
    if state.listener is not None:
        aboard: dict[str, object] = {"colonists": int(colonists), "required": int(required)}
        if state.nobles_on:
            aboard["nobles"] = int(noble)
        state.emit("colonist_ship", NOBODY, aboard)
    if colonists + noble < required and not (state.nobles_on or state.long_game):
        game_end.trigger(state, END_COLONISTS, NOBODY)
    state.seats_done = 0
    state.place_asked = NO_PLACE
    state.colonists_to_place = 0
    state.circles_after = 0
    state.stage = STAGE_PHASE_END
