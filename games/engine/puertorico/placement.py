"""A sensible placement of colonists: what `place auto` does, and what bots' playouts build on.

Greedy by worth per colonist, in tenths of about a victory point: a barrel needs a worker on the plantation and one in
the production building (corn only the first), so a pair costs two colonists and half a pair waiting for its partner
one. A good's further barrels, and further quarries, are worth less than the first.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    CITY_HALL,
    CONSTRUCTION_HUT,
    CORN,
    FIRST_BUILDING,
    GOODS,
    GUILD_HALL,
    HACIENDA,
    HOSPICE,
    LARGE_PLANT,
    NO_PLACE,
    PLACES,
    QUARRY,
    SMALL_MARKET,
    SMALL_PLANT,
    UNIVERSITY,
)
from games.engine.puertorico.moves import placing
from games.engine.puertorico.position import State

# By place; production buildings and plantations are worth what their barrels are.
_WORTH: Final = vec[i64](
    [0] * SMALL_MARKET + [14, 9, 6, 9, 10, 6, 20, 11, 26, 12, 28, 30] + [60] * (CITY_HALL - GUILD_HALL + 1)
)
_BARREL_WORTH: Final = vec[i64]([17, 26, 30, 42, 50])
"""A good's first barrel, both workers together; corn needs one."""
_BARREL_DECAY: Final = 3
_QUARRY_WORTH: Final = 14
_FOR_THE_ISLAND: Final = (1 << HACIENDA) | (1 << CONSTRUCTION_HUT) | (1 << HOSPICE)


def suggested_move(state: State) -> i64:
    """The placing to play now for the seat that is asked to place, given what it has placed already."""
    seat = state.actor
    place = state.placing
    colonists = _arrange(state, seat, place, state.hand)[place]
    fewest = state.hand - state.later
    return placing(place, colonists if colonists > fewest else fewest)


def _arrange(state: State, seat: i64, first: i64, hand: i64) -> vec[i64]:
    """Colonists by place; the places below `first` are placed already, so many colonists are left for the others."""
    place: i64
    good: i64
    arranged = vec[i64]([0] * PLACES)
    for place in range(first):
        arranged[place] = state.workers_on(seat, place)
    owned = state.places[seat]
    while hand > 0:
        best: i64 = NO_PLACE
        partner: i64 = NO_PLACE
        most: i64 = -1
        for good in range(GOODS):
            if not (owned >> good) & 1:
                continue
            field = good if good >= first and arranged[good] < state.circles(seat, good) else NO_PLACE
            if good == CORN:
                worth = _BARREL_WORTH[CORN] - arranged[CORN]
                if field != NO_PLACE and worth > most:
                    most, best, partner = worth, field, NO_PLACE
                continue
            circle = _open_circle(state, seat, good, first, arranged)
            fields = arranged[good]
            circles = _staffed_circles(good, arranged)
            worth = _BARREL_WORTH[good] - _BARREL_DECAY * (fields if fields < circles else circles)
            if fields < circles:
                if field != NO_PLACE and worth > most:
                    most, best, partner = worth, field, NO_PLACE
            elif circles < fields:
                if circle != NO_PLACE and worth > most:
                    most, best, partner = worth, circle, NO_PLACE
            elif field != NO_PLACE and circle != NO_PLACE and hand > 1 and worth // 2 > most:
                most, best, partner = worth // 2, field, circle
        if (owned >> QUARRY) & 1 and first <= QUARRY and arranged[QUARRY] < state.circles(seat, QUARRY):
            worth = 0
            if state.city_free(seat):
                worth = _QUARRY_WORTH - 2 * arranged[QUARRY]
            if worth > most:
                most, best, partner = worth, QUARRY, NO_PLACE
        for place in range(SMALL_MARKET, PLACES):
            if (owned >> place) & 1 and place >= first and arranged[place] == 0:
                worth = _violet_worth(state, seat, place)
                if worth > most:
                    most, best, partner = worth, place, NO_PLACE
        if best == NO_PLACE:
            _fill_up(state, seat, first, hand, arranged)
            return arranged
        arranged[best] += 1
        hand -= 1
        if partner != NO_PLACE:
            arranged[partner] += 1
            hand -= 1
    return arranged


def _violet_worth(state: State, seat: i64, place: i64) -> i64:
    """What serves only for further tiles or buildings is idle once there is no space for them."""
    if (_FOR_THE_ISLAND >> place) & 1:
        if state.island_free(seat) == 0:
            return 0
    elif place == UNIVERSITY and state.city_free(seat) == 0:
        return 0
    return _WORTH[place]


def _staffed_circles(good: i64, arranged: vec[i64]) -> i64:
    circles = arranged[LARGE_PLANT[good]]
    small = SMALL_PLANT[good]
    return circles if small == NO_PLACE else circles + arranged[small]


def _open_circle(state: State, seat: i64, good: i64, first: i64, arranged: vec[i64]) -> i64:
    """A production building of a good with an empty circle, the small one first."""
    small = SMALL_PLANT[good]
    if small != NO_PLACE and small >= first and state.owns(seat, small) and arranged[small] == 0:
        return small
    large = LARGE_PLANT[good]
    if large >= first and state.owns(seat, large) and arranged[large] < state.circles(seat, large):
        return large
    return NO_PLACE


def _fill_up(state: State, seat: i64, first: i64, hand: i64, arranged: vec[i64]) -> None:
    """The rest wherever a circle is empty, in buildings first: their partners on the island may still come."""
    turn: i64
    owned = state.places[seat]
    for turn in range(PLACES):
        place = turn + FIRST_BUILDING
        if place >= PLACES:
            place -= PLACES
        if place < first or not (owned >> place) & 1:
            continue
        space = state.circles(seat, place) - arranged[place]
        if space > hand:
            space = hand
        arranged[place] += space
        hand -= space
