"""The guesthouse: guests move to other circles of their owner and work there at once (docs/rules §7 Guesthouse, §11
Guesthouse).

Guests may move directly before each action of their owner: the moves are among the answers to whatever the owner is
asked. If the owner has no other decision, they are asked only if a move could change something. Each role's module says
on which places that is; a guest goes only to an empty circle of one of these places, because the guest can go to others
later without loss. The villa may be filled whenever its owner is asked anything; villas.py has the last opportunity.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.puertorico.components import GUESTHOUSE, PLACE_NAMES, PLACES, VILLA, bit
from games.engine.puertorico.moves import GUEST, NOBLE_GUEST, guest_target
from games.engine.puertorico.position import State


def guest_count(state: State, seat: i64) -> i64:
    """How many guests a seat has."""
    if not state.has_expansions:
        return 0
    return state.workers_on(seat, GUESTHOUSE)


def guest_targets(state: State, seat: i64, wanted: i64) -> i64:
    """Set of those of the wanted places to which a guest of the seat can move: owned, with an empty circle."""
    if guest_count(state, seat) == 0:
        return 0
    place: i64 = 0
    rest = wanted & state.owned_places[seat]
    found: i64 = 0
    while rest:
        if rest & 1 and place != GUESTHOUSE and state.workers_on(seat, place) < state.circles(seat, place):
            found |= bit(place)
        rest >>= 1
        place += 1
    return found


def villa_guest_target(state: State, seat: i64) -> i64:
    """The set with the villa, if a guest can move there and the supply has somebody for it; else the empty set."""
    if state.nobles_on and state.noble_supply + state.colonist_supply > 0:
        return guest_targets(state, seat, 1 << VILLA)
    return 0


def with_guest_moves(state: State, seat: i64, moves: vec[i64], targets: i64) -> vec[i64]:
    """The moves with those of the seat's guests added, colonists first.

    The villa works in the mayor phase, in which guests do not move. So it may be filled before, with any question.
    """
    place: i64
    targets |= villa_guest_target(state, seat)
    if targets == 0:
        return moves
    if state.ordinary_colonists_on(seat, GUESTHOUSE) > 0:
        for place in range(PLACES):
            if (targets >> place) & 1:
                moves = append(moves, GUEST + place)
    if state.nobles_at(seat, GUESTHOUSE) > 0:
        for place in range(PLACES):
            if (targets >> place) & 1:
                moves = append(moves, NOBLE_GUEST + place)
    return moves


def move_guest(state: State, move: i64) -> None:
    """A guest of the actor moves; from now on it is an ordinary colonist, or noble."""
    seat = state.actor
    put_guest(state, seat, guest_target(move), 1 if move >= NOBLE_GUEST else 0)


def put_guest(state: State, seat: i64, place: i64, noble: i64) -> None:
    state.move_to_san_juan(seat, GUESTHOUSE, noble)
    state.san_juan[seat] -= 1
    state.place_colonists(seat, place, 1)
    if noble:
        state.nobles_in_san_juan[seat] -= 1
        state.nobles[seat * PLACES + place] += 1
    if state.listener is not None:
        state.emit("guest_moves", seat, {"place": PLACE_NAMES[place], "noble": bool(noble)})
