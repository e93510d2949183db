"""How an unfinished game stands: every seat's final score foreseen, and from the scores the chances to win."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.puertorico.outlook import barrels_in_reach, doubloon_worth, rounds_left
from bots.knowledge.puertorico.worth import bonus_worth, production_kinds, violet_worth
from games.engine.puertorico.components import (
    FIRST_BUILDING,
    GOODS,
    LARGE_BUILDINGS,
    PRINTED_VP,
    QUARRY,
    VIOLET_BUILDINGS,
)
from games.engine.puertorico.position import State

CERTAINTY: Final = 2.5
UNCERTAINTY_PER_ROUND: Final = 0.5


def prospects(state: State) -> vec[float]:
    """Every seat's chance to win."""
    rounds = rounds_left(state)
    spread = CERTAINTY + UNCERTAINTY_PER_ROUND * rounds
    foreseen = vec[float]()
    highest = -1.0e9
    for seat in range(state.seats):
        score = foreseen_score(state, seat, rounds)
        foreseen = append(foreseen, score)
        if score > highest:
            highest = score
    total = 0.0
    for seat in range(state.seats):
        foreseen[seat] = math.exp((foreseen[seat] - highest) / spread)
        total += foreseen[seat]
    for seat in range(state.seats):
        foreseen[seat] /= total
    return foreseen


def foreseen_score(state: State, seat: i64, rounds: float) -> float:
    doubloon = doubloon_worth(rounds)
    score = float(state.vp(seat))
    rest = state.places[seat] >> FIRST_BUILDING
    place: i64 = FIRST_BUILDING
    while rest:
        if rest & 1:
            score += float(PRINTED_VP[place])
            if (LARGE_BUILDINGS >> place) & 1:
                manned = 1.0 if state.works(seat, place) or rounds > 1.5 else 0.4
                score += bonus_worth(state, seat, place, rounds) * manned
            elif (VIOLET_BUILDINGS >> place) & 1:
                manned = 1.0 if state.works(seat, place) else 0.6
                score += violet_worth(state, seat, place, rounds) * manned
        rest >>= 1
        place += 1
    barrels = float(barrels_in_reach(state, seat))
    kinds = float(production_kinds(state, seat))
    score += 0.55 * rounds * barrels + 0.15 * rounds * kinds
    held = 0.0
    for good in range(GOODS):
        held += float(state.good_of(seat, good))
    score += 0.6 * held
    score += doubloon * float(state.doubloons[seat])
    score += 0.45 * rounds * doubloon * float(state.workers_on(seat, QUARRY))
    idle = float(state.circles_of(seat) - state.colonists_of(seat))
    if idle > 0.0:
        score += 0.12 * rounds * idle
    else:
        score += 0.12 * -idle
    return score
