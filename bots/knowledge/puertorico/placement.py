"""Good arrangements of a seat's colonists: the best jobs are staffed first (docs/rules §3 Mayor)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bots.knowledge.puertorico.asset_worth import SALES_PER_ROUND, WORTH_PER_BARREL_AND_ROUND, bonus_worth, violet_worth
from bots.knowledge.puertorico.rounds import doubloon_worth
from games.engine.puertorico.components import (
    CIRCLELESS_BUILDINGS,
    CORN,
    FIRST_BUILDING,
    GOOD_PRICE,
    GOODS,
    JEWELER,
    LARGE_BUILDINGS,
    LARGE_PLANT,
    NO_PLACE,
    PLACES,
    QUARRY,
    SMALL_PLANT,
    VIOLET_BUILDINGS,
)
from games.engine.puertorico.position import State

# What an arrangement prefers.
BALANCED: Final = 0
GOODS_FIRST: Final = 1
BUILDINGS_FIRST: Final = 2
PREFERENCES: Final = 3

PREFERENCE_FACTOR: Final = 2.0
STAFFED_BUILDINGS: Final[i64] = (VIOLET_BUILDINGS | (1 << JEWELER)) & ~CIRCLELESS_BUILDINGS
"""Buildings that need nothing but a colonist to be of use."""
TINY_WORTH: Final = 0.01
"""The worth of a job that brings nothing at once: still better than San Juan."""


def arrangement(state: State, rounds: float, preference: i64) -> vec[i64]:
    """The actor's colonists by place, for the places still to be decided: from `placing` on.

    What is decided already stays. A plantation that is staffed already gets a circle of its plant first.
    """
    seat = state.actor
    first = state.place_asked
    placed = vec[i64]([0] * PLACES)
    circles_left = _open_circles(state, seat, first)
    worth = _job_worth(state, seat, rounds, preference)
    fields = _idle_fields(state, seat, first)
    for good in range(CORN + 1, GOODS):
        if _plant_with_room(circles_left, good) == NO_PLACE:
            worth[good] = TINY_WORTH
    hand = state.colonists_to_place
    # No job beyond the last place owned: playouts make very many arrangements.
    jobs: i64 = QUARRY + 1
    while state.owned_places[seat] >> jobs:
        jobs += 1
    while hand > 0:
        best = _best_job(worth, jobs, hand, circles_left, fields)
        if best == NO_PLACE:
            break
        hand -= _staff(best, hand, placed, circles_left, fields)
        # Each further job of a kind is worth a little less: several kinds of goods sell and ship better.
        worth[best] = worth[best] * 0.93 if worth[best] > TINY_WORTH else 0.0
        if best < GOODS and best != CORN and _plant_with_room(circles_left, best) == NO_PLACE:
            worth[best] = TINY_WORTH if circles_left[best] > 0 else 0.0
    _fill_rest(hand, placed, circles_left)
    return placed


def _best_job(worth: vec[float], jobs: i64, hand: i64, circles_left: vec[i64], fields: vec[i64]) -> i64:
    """The job that is worth most of those that can be staffed; NO_PLACE if none is worth anything."""
    best: i64 = NO_PLACE
    best_worth = 0.0
    for job in range(jobs):
        if worth[job] <= best_worth:
            continue
        needs_plant = CORN < job < GOODS
        if needs_plant and fields[job] > 0:
            # A field that is staffed already still needs its plant.
            if _plant_with_room(circles_left, job) == NO_PLACE and circles_left[job] == 0:
                continue
        elif circles_left[job] == 0 or (needs_plant and hand == 1 and worth[job] > TINY_WORTH):
            continue
        best = job
        best_worth = worth[job]
    return best


def _open_circles(state: State, seat: i64, first: i64) -> vec[i64]:
    """The circles of each place that is still to be decided."""
    circles_left = vec[i64]([0] * PLACES)
    rest = state.owned_places[seat] >> first
    place = first
    while rest:
        if rest & 1:
            circles_left[place] = state.circles(seat, place)
        rest >>= 1
        place += 1
    return circles_left


def _idle_fields(state: State, seat: i64, first: i64) -> vec[i64]:
    """By good, the plantations already staffed whose plants are still to be decided, or too few."""
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


def _job_worth(state: State, seat: i64, rounds: float, preference: i64) -> vec[float]:
    """The worth of each job per colonist: a good (field and plant together), a quarry, a violet building."""
    goods_factor = PREFERENCE_FACTOR if preference == GOODS_FIRST else 1.0
    buildings_factor = PREFERENCE_FACTOR if preference == BUILDINGS_FIRST else 1.0
    doubloon = doubloon_worth(rounds)
    worth = vec[float]([0.0] * PLACES)
    for good in range(GOODS):
        chain = WORTH_PER_BARREL_AND_ROUND * rounds
        chain += SALES_PER_ROUND * rounds * float(GOOD_PRICE[good]) * doubloon * 0.5
        worth[good] = (0.2 + chain * (1.0 if good == CORN else 0.6)) * goods_factor
    worth[QUARRY] = (0.05 + 0.45 * rounds * doubloon) * buildings_factor
    rest = (state.owned_places[seat] & STAFFED_BUILDINGS) >> FIRST_BUILDING
    place: i64 = FIRST_BUILDING
    while rest:
        if rest & 1:
            if (LARGE_BUILDINGS >> place) & 1:
                # Only the end counts. If there is no later mayor phase, it must be staffed now.
                urgency = 1.0 if rounds < 1.6 else 0.6 if rounds < 3.0 else 0.1
                worth[place] = bonus_worth(state, seat, place, rounds) * urgency * buildings_factor
            else:
                worth[place] = (0.1 + violet_worth(state, seat, place, rounds)) * buildings_factor
        rest >>= 1
        place += 1
    return worth


def _plant_with_room(circles_left: vec[i64], good: i64) -> i64:
    """A plant of the good with a circle left. The large one first: small ones come first for the rest."""
    large = LARGE_PLANT[good]
    if large != NO_PLACE and circles_left[large] > 0:
        return large
    small = SMALL_PLANT[good]
    if small != NO_PLACE and circles_left[small] > 0:
        return small
    return NO_PLACE


def _staff(job: i64, hand: i64, placed: vec[i64], circles_left: vec[i64], fields: vec[i64]) -> i64:
    """Staff a job once: its place, and with a plantation also a circle of its plant. Returns the colonists used."""
    took: i64 = 0
    if job < GOODS and job != CORN:
        plant = _plant_with_room(circles_left, job)
        if fields[job] > 0 and plant != NO_PLACE:
            fields[job] -= 1
            placed[plant] += 1
            circles_left[plant] -= 1
            return 1
        if plant != NO_PLACE and hand > 1:
            placed[plant] += 1
            circles_left[plant] -= 1
            took = 1
    placed[job] += 1
    circles_left[job] -= 1
    return took + 1


def _fill_rest(hand: i64, placed: vec[i64], circles_left: vec[i64]) -> None:
    """Put the remaining colonists on the first empty circles."""
    place: i64 = 0
    while hand > 0 and place < PLACES:
        more = hand if hand < circles_left[place] else circles_left[place]
        placed[place] += more
        circles_left[place] -= more
        hand -= more
        place += 1
