"""The builder: everybody may buy one building (docs/rules §3 Builder, §5)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    CITY_SPACES,
    FIRST_BUILDING,
    LARGE_BUILDINGS,
    NO_PLACE,
    PLACE_NAMES,
    PLACES,
    UNIVERSITY,
)
from games.engine.puertorico.moves import BUILD, PASS, TAKE_COLONIST
from games.engine.puertorico.position import BUILDER, END_CITY, PHASE_END, State
from games.engine.puertorico.position import UNIVERSITY as UNIVERSITY_STAGE


def begin(state: State) -> None:
    state.actor = state.picker
    _come_to(state)


def privilege_of(state: State, seat: i64) -> i64:
    """What the builder pays less than others."""
    return 1 if seat == state.picker else 0


def legal_buildings(state: State) -> vec[i64]:
    seat = state.actor
    moves = vec[i64]([PASS], capacity=24)
    privilege = privilege_of(state, seat)
    money = state.doubloons[seat]
    barred = _barred(state, seat)
    stock = state.stock
    for building in range(FIRST_BUILDING, PLACES):
        if stock[building] and not (barred >> building) & 1 and state.price(seat, building, privilege) <= money:
            moves = append(moves, BUILD + building)
    return moves


def play(state: State, move: i64) -> None:
    seat = state.actor
    if move == PASS:
        if state.listener is not None:
            state.tell("passes", seat, {"stage": "builder"})
        _next_seat(state)
        return
    building = move - BUILD
    price = state.price(seat, building, privilege_of(state, seat))
    state.doubloons[seat] -= price
    state.raise_building(seat, building)
    if state.listener is not None:
        state.tell("builds", seat, {"building": PLACE_NAMES[building], "price": int(price)})
    if state.city[seat] == CITY_SPACES:
        state.trigger_end(END_CITY, seat)
    # Both editions let the university take from the ship when the supply is empty (docs/rules §5).
    if state.works(seat, UNIVERSITY) and state.colonist_supply + state.colonist_ship > 0:
        state.latest = building
        state.stage = UNIVERSITY_STAGE
    else:
        _next_seat(state)


def play_university(state: State, move: i64) -> None:
    """The university's colonist, for the building just bought."""
    seat = state.actor
    if move == TAKE_COLONIST:
        source = state.fetch_colonist(True)
        state.put_to_work(seat, state.latest, 1)
        if state.listener is not None:
            place = PLACE_NAMES[state.latest]
            state.tell("gets_colonist", seat, {"by": "university", "place": place, "source": source})
    elif state.listener is not None:
        state.tell("passes", seat, {"stage": "university"})
    state.latest = NO_PLACE
    _next_seat(state)


def _barred(state: State, seat: i64) -> i64:
    """The buildings that the seat cannot build whatever its money: owned, or too large for its city."""
    free = state.city_free(seat)
    if free == 0:
        return -1
    return state.places[seat] | LARGE_BUILDINGS if free == 1 else state.places[seat]


def _can_build(state: State, seat: i64) -> bool:
    privilege = privilege_of(state, seat)
    money = state.doubloons[seat]
    barred = _barred(state, seat)
    stock = state.stock
    for building in range(FIRST_BUILDING, PLACES):
        if stock[building] and not (barred >> building) & 1 and state.price(seat, building, privilege) <= money:
            return True
    return False


def _come_to(state: State) -> None:
    """Ask the actor, or the next seat after him that can build."""
    while not _can_build(state, state.actor):
        state.actor = state.after(state.actor)
        if state.actor == state.picker:
            state.stage = PHASE_END
            return
    state.stage = BUILDER


def _next_seat(state: State) -> None:
    state.actor = state.after(state.actor)
    if state.actor == state.picker:
        state.stage = PHASE_END
    else:
        _come_to(state)
