"""How many of a seat's colonists on each place are nobles (docs/rules §8).

A noble does everywhere the work of a colonist. So seats are asked only for places where the difference matters; to
other places nobles go first, in the order of the places. Seats are asked when all their colonists have a place: one ply
per place, how many of the colonists there are nobles.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    BLACK_MARKET,
    CHAPEL,
    GUESTHOUSE,
    HUNTING_LODGE,
    LAND_OFFICE,
    NO_PLACE,
    PLACES,
    ZONING_OFFICE,
)
from games.engine.puertorico.moves import noble_placing_move
from games.engine.puertorico.position import State

_NOBLES_MATTER: Final = (
    (1 << LAND_OFFICE) | (1 << CHAPEL) | (1 << HUNTING_LODGE) | (1 << ZONING_OFFICE) | (1 << GUESTHOUSE)
)
_EVERYWHERE: Final = (1 << PLACES) - 1


def legal_noble_placings(state: State) -> vec[i64]:
    fewest, most = noble_range(state, state.actor, state.place_asked)
    move = noble_placing_move(state.place_asked, fewest)
    moves = vec[i64](capacity=most - fewest + 1)
    for _turn in range(most - fewest + 1):
        moves = append(moves, move)
        move += 1
    return moves


def has_choice(state: State, seat: i64) -> bool:
    """Whether a seat whose colonists fill all its circles can choose where its nobles are."""
    place: i64
    nobles = state.noble_count[seat]
    ordinary = state.colonist_count[seat] - nobles
    if nobles == 0 or ordinary == 0 or state.colonist_count[seat] < state.circle_count[seat]:
        return False
    asked = places_that_matter(state, seat) & state.owned_places[seat]
    for place in range(PLACES):
        if (asked >> place) & 1:
            circles = state.circles(seat, place)
            fewest = circles - ordinary if circles > ordinary else 0
            if fewest < (circles if circles < nobles else nobles):
                return True
    return False


def recall_nobles(state: State, seat: i64) -> None:
    """Move all nobles of a seat to San Juan."""
    place: i64
    for place in range(seat * PLACES, seat * PLACES + PLACES):
        state.nobles[place] = 0
    state.nobles_in_san_juan[seat] = state.noble_count[seat]


def place_nobles(state: State, seat: i64, place: i64, nobles: i64) -> None:
    """So many of the colonists on a place are nobles, who were not placed before."""
    state.nobles[seat * PLACES + place] = nobles
    state.nobles_in_san_juan[seat] -= nobles


def next_choice(state: State, seat: i64, first: i64) -> i64:
    """The first place, from `first` on, for which the seat has a choice; NO_PLACE if there is none.

    Places before it that matter, but leave no choice, get their nobles.
    """
    place: i64
    asked = places_that_matter(state, seat) & state.occupied_places[seat]
    for place in range(first, PLACES):
        if (asked >> place) & 1:
            fewest, most = noble_range(state, seat, place)
            if fewest < most:
                return place
            place_nobles(state, seat, place, most)
    return NO_PLACE


def place_other_nobles(state: State, seat: i64) -> None:
    """The nobles left go to places that do not matter, in their order; the rest to San Juan."""
    place: i64
    rest = state.occupied_places[seat] & ~places_that_matter(state, seat)
    for place in range(PLACES):
        if (rest >> place) & 1:
            workers = state.workers[seat * PLACES + place]
            left = state.nobles_in_san_juan[seat]
            place_nobles(state, seat, place, workers if workers < left else left)


def place_all_nobles(state: State, seat: i64) -> None:
    """Place all nobles of a seat that has no choice."""
    next_choice(state, seat, 0)
    place_other_nobles(state, seat)


def places_that_matter(state: State, seat: i64) -> i64:
    """Set of the places where it matters whether a noble stands there. The owner of a black market may return anybody,
    so for them all places do."""
    return _EVERYWHERE if state.owns(seat, BLACK_MARKET) else _NOBLES_MATTER


def noble_range(state: State, seat: i64, place: i64) -> tuple[i64, i64]:
    """How many of the colonists on a place can be nobles, at least and at most, given the places before it."""
    earlier: i64
    nobles = state.nobles_in_san_juan[seat]
    ordinary = state.colonist_count[seat] - state.noble_count[seat]
    asked = places_that_matter(state, seat) & state.occupied_places[seat]
    for earlier in range(place):
        if (asked >> earlier) & 1:
            ordinary -= state.workers[seat * PLACES + earlier] - state.nobles[seat * PLACES + earlier]
    workers = state.workers[seat * PLACES + place]
    fewest = workers - ordinary if workers > ordinary else 0
    return fewest, workers if workers < nobles else nobles
