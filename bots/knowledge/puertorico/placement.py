"""Sensible arrangements of a seat's colonists, built by giving the best jobs first (docs/rules §3 Mayor)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bots.knowledge.puertorico.outlook import doubloon_worth
from bots.knowledge.puertorico.worth import PER_BARREL_AND_ROUND, SALES_PER_ROUND, bonus_worth, violet_worth
from games.engine.puertorico.components import (
    CORN,
    FIRST_BUILDING,
    GOOD_PRICE,
    GOODS,
    JEWELER,
    LARGE_BUILDINGS,
    LARGE_PLANT,
    NO_CIRCLES,
    NO_PLACE,
    PLACES,
    QUARRY,
    SMALL_PLANT,
    VIOLET_BUILDINGS,
)
from games.engine.puertorico.position import State

# What an arrangement favours.
BALANCED: Final = 0
GOODS_FIRST: Final = 1
BUILDINGS_FIRST: Final = 2
TASTES: Final = 3

FAVOUR: Final = 2.0
JOBS: Final[i64] = (VIOLET_BUILDINGS | (1 << JEWELER)) & ~NO_CIRCLES
"""Buildings that are of use by themselves when somebody works there."""
NOTHING: Final = 0.01
"""A job that brings nothing at once: better than San Juan."""


def arrangement(state: State, rounds: float, taste: i64) -> vec[i64]:
    """Colonists by place for the actor, as far as he is still to be asked: from the place `placing` on.

    What he has decided already stays; a plantation manned before is matched with a circle of its plant first.
    """
    seat = state.actor
    first = state.place_asked
    put = vec[i64]([0] * PLACES)
    room = _room(state, seat, first)
    worth = _job_worth(state, seat, rounds, taste)
    fields = _idle_fields(state, seat, first)
    for good in range(CORN + 1, GOODS):
        if _plant_with_room(room, good) == NO_PLACE:
            worth[good] = NOTHING
    hand = state.colonists_to_place
    # No job beyond the last place owned: the arrangement is made over and over in playouts.
    jobs: i64 = QUARRY + 1
    while state.owned_places[seat] >> jobs:
        jobs += 1
    while hand > 0:
        best: i64 = NO_PLACE
        best_worth = 0.0
        for job in range(jobs):
            if worth[job] <= best_worth:
                continue
            needs_plant = CORN < job < GOODS
            if needs_plant and fields[job] > 0:
                # A field that is manned already still wants its plant.
                if _plant_with_room(room, job) == NO_PLACE and room[job] == 0:
                    continue
            elif room[job] == 0 or (needs_plant and hand == 1 and worth[job] > NOTHING):
                continue
            best = job
            best_worth = worth[job]
        if best == NO_PLACE:
            break
        hand -= _give(best, hand, put, room, fields)
        # Each further one of a kind is worth a little less: several kinds sell and ship better.
        worth[best] = worth[best] * 0.93 if worth[best] > NOTHING else 0.0
        if best < GOODS and best != CORN and _plant_with_room(room, best) == NO_PLACE:
            worth[best] = NOTHING if room[best] > 0 else 0.0
    _fill(hand, put, room)
    return put


def _room(state: State, seat: i64, first: i64) -> vec[i64]:
    """Circles by place that are still to be decided."""
    room = vec[i64]([0] * PLACES)
    rest = state.owned_places[seat] >> first
    place = first
    while rest:
        if rest & 1:
            room[place] = state.circles(seat, place)
        rest >>= 1
        place += 1
    return room


def _idle_fields(state: State, seat: i64, first: i64) -> vec[i64]:
    """Manned plantations by good, as already decided, whose plants are still to be decided or too few."""
    fields = vec[i64]([0] * GOODS)
    if not state.placement_begun:
        return fields
    for good in range(1, GOODS):
        if good >= first:
            break
        fields[good] = state.workers_on(seat, good)
        small = SMALL_PLANT[good]
        if small != NO_PLACE and small < first:
            fields[good] -= state.workers_on(seat, small)
        large = LARGE_PLANT[good]
        if large < first:
            fields[good] -= state.workers_on(seat, large)
        if fields[good] < 0:
            fields[good] = 0
    return fields


def _job_worth(state: State, seat: i64, rounds: float, taste: i64) -> vec[float]:
    """What a colonist brings by job, per colonist: a good (field and plant together), a quarry, a violet building."""
    goods_factor = FAVOUR if taste == GOODS_FIRST else 1.0
    buildings_factor = FAVOUR if taste == BUILDINGS_FIRST else 1.0
    doubloon = doubloon_worth(rounds)
    worth = vec[float]([0.0] * PLACES)
    for good in range(GOODS):
        chain = PER_BARREL_AND_ROUND * rounds
        chain += SALES_PER_ROUND * rounds * float(GOOD_PRICE[good]) * doubloon * 0.5
        worth[good] = (0.2 + chain * (1.0 if good == CORN else 0.6)) * goods_factor
    worth[QUARRY] = (0.05 + 0.45 * rounds * doubloon) * buildings_factor
    rest = (state.owned_places[seat] & JOBS) >> FIRST_BUILDING
    place: i64 = FIRST_BUILDING
    while rest:
        if rest & 1:
            if (LARGE_BUILDINGS >> place) & 1:
                # Only the end counts; who may not place again must have it manned now.
                urgency = 1.0 if rounds < 1.6 else 0.6 if rounds < 3.0 else 0.1
                worth[place] = bonus_worth(state, seat, place, rounds) * urgency * buildings_factor
            else:
                worth[place] = (0.1 + violet_worth(state, seat, place, rounds)) * buildings_factor
        rest >>= 1
        place += 1
    return worth


def _plant_with_room(room: vec[i64], good: i64) -> i64:
    """A plant of the good with a circle left: the large one first, it leaves the small one to whoever fills up."""
    large = LARGE_PLANT[good]
    if large != NO_PLACE and room[large] > 0:
        return large
    small = SMALL_PLANT[good]
    if small != NO_PLACE and room[small] > 0:
        return small
    return NO_PLACE


def _give(job: i64, hand: i64, put: vec[i64], room: vec[i64], fields: vec[i64]) -> i64:
    """Do a job once: man its place, and a plant's circle with a plantation; returns the colonists it took."""
    took: i64 = 0
    if job < GOODS and job != CORN:
        plant = _plant_with_room(room, job)
        if fields[job] > 0 and plant != NO_PLACE:
            fields[job] -= 1
            put[plant] += 1
            room[plant] -= 1
            return 1
        if plant != NO_PLACE and hand > 1:
            put[plant] += 1
            room[plant] -= 1
            took = 1
    put[job] += 1
    room[job] -= 1
    return took + 1


def _fill(hand: i64, put: vec[i64], room: vec[i64]) -> None:
    """Whoever is left goes wherever a circle is empty."""
    place: i64 = 0
    while hand > 0 and place < PLACES:
        more = hand if hand < room[place] else room[place]
        put[place] += more
        room[place] -= more
        hand -= more
        place += 1
