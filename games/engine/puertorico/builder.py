"""The builder: everybody may buy one building (docs/rules §3 Builder, §5)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.puertorico.components import (
    CITY_SPACES,
    FIRST_BUILDING,
    HIGHEST_COLUMN,
    HIGHEST_PRICE,
    LARGE_BUILDINGS,
    NO_PLACE,
    PLACE_NAMES,
    PRICED_UP_TO,
    QUARRY,
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
    moves = vec[i64]([PASS], capacity=24)
    rest = _affordable(state, state.actor) >> FIRST_BUILDING
    move: i64 = BUILD + FIRST_BUILDING
    while rest:
        if rest & 1:
            moves = append(moves, move)
        rest >>= 1
        move += 1
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
        source = state.fetch_colonist(seat, state.latest, True)
        if state.listener is not None:
            place = PLACE_NAMES[state.latest]
            state.tell("gets_colonist", seat, {"by": "university", "place": place, "source": source})
    elif state.listener is not None:
        state.tell("passes", seat, {"stage": "university"})
    state.latest = NO_PLACE
    _next_seat(state)


def _affordable(state: State, seat: i64) -> i64:
    """The set of buildings that the seat can build now: in stock, not owned, with space and money for it."""
    free = state.city_free(seat)
    if free == 0:
        return 0
    barred = state.places[seat]
    if free == 1:
        barred |= LARGE_BUILDINGS
    privilege = privilege_of(state, seat)
    money = state.doubloons[seat]
    rest = (_within_reach(state, seat, money + privilege) & ~barred) >> FIRST_BUILDING
    stock = state.stock
    affordable: i64 = 0
    building: i64 = FIRST_BUILDING
    while rest:
        if rest & 1 and stock[building] and state.price(seat, building, privilege) <= money:
            affordable |= 1 << building
        rest >>= 1
        building += 1
    return affordable


def _within_reach(state: State, seat: i64, money: i64) -> i64:
    """The buildings that so much money could buy if all occupied quarries counted: the others need no look."""
    quarries = state.workers_on(seat, QUARRY)
    if quarries > HIGHEST_COLUMN:
        quarries = HIGHEST_COLUMN
    reach = money + quarries
    if reach > HIGHEST_PRICE:
        reach = HIGHEST_PRICE
    return PRICED_UP_TO[reach]


def _come_to(state: State) -> None:
    """Ask the actor, or the next seat after him that can build."""
    while _affordable(state, state.actor) == 0:
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
