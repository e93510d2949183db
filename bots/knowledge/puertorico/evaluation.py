"""The value of an unfinished game: every seat's expected final score, and the win probabilities that follow from it.

The expected score is the score that the seat would have now, and a weighted sum over features of its position. Each
feature has two weights: victory points at once, and victory points per round to come. They were fitted by least squares
to the final scores of 520 games of 2 to 5 players, which earlier forms of these levels played (docs/bots.md). What the
expansions add is in expansion_evaluation.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.probabilities import weighted_sum, win_probabilities
from bots.knowledge.puertorico.asset_worth import bonus_worth
from bots.knowledge.puertorico.expansion_evaluation import expansion_gain
from bots.knowledge.puertorico.production import plant_circles
from bots.knowledge.puertorico.role_worth import captain_phase_worth
from bots.knowledge.puertorico.rounds import rounds_left
from bots.knowledge.puertorico.sale_prices import best_house_price, best_sale_price
from games.engine.puertorico.components import (
    CORN,
    FIRST_OF_EXPANSIONS,
    FIRST_VIOLET,
    GOODS,
    LARGE_BUILDINGS,
    QUARRY,
    TILE_KINDS,
)
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.position import State
from games.engine.puertorico.production import production

WEIGHTS: Final = (
    ("corn produced", 0.302, 0.0948),
    ("indigo produced", 0.088, 0.0270),
    ("sugar produced", 0.284, 0.1228),
    ("tobacco produced", 0.067, 0.2306),
    ("coffee produced", -0.120, 0.3443),
    ("corn held", 0.014, 0.0186),
    ("indigo held", 0.034, 0.0033),
    ("sugar held", -0.107, -0.0021),
    ("tobacco held", -0.003, 0.0064),
    ("coffee held", -0.102, -0.0029),
    ("kinds produced", 0.220, 0.0125),
    ("the most expensive good produced, 0 to 4", 0.467, -0.0614),
    ("plantations without colonist", -0.367, 0.0635),
    ("plantations without plant", 0.258, -0.0744),
    ("plant circles without plantation", -0.462, -0.0404),
    ("quarries at work", 0.903, 0.0904),
    ("quarries idle", 0.416, 0.1507),
    ("doubloons", 0.455, 0.0279),
    ("empty circles of buildings", 0.232, 0.0009),
    ("colonists in San Juan", -0.464, -0.0259),
    ("city spaces free", 0.706, -0.1446),
    ("island spaces free", 0.099, 0.0519),
    ("place in the order of picking, 0 to 1", -1.136, -0.0418),
    ("intercept", -4.319, 3.7875),
    ("small market", 0.144, 0.0605),
    ("hacienda", -0.824, -0.1715),
    ("construction hut", -0.342, 0.0227),
    ("small warehouse", 0.473, 0.0657),
    ("hospice", -0.938, -0.0221),
    ("office", 0.304, 0.0362),
    ("large market", 0.268, 0.0724),
    ("large warehouse", 0.127, 0.0199),
    ("factory", 0.681, 0.2972),
    ("university", -0.066, 0.0001),
    ("harbor", 0.594, 0.2343),
    ("wharf", 0.382, 0.0547),
    ("guild hall", 0.026, 0.0137),
    ("residence", -0.051, -0.0020),
    ("fortress", -0.032, -0.0035),
    ("customs house", 0.008, 0.0520),
    ("city hall", -0.170, 0.0240),
    ("points in reach, were it the captain's phase", 0.064, 0.0012),
    ("doubloons in reach, were it the trader's phase", 0.050, 0.0199),
    ("large buildings' bonus still to grow", 0.473, 0.0035),
)
"""Feature; its victory points per unit at once; and per round to come. An idle building counts half."""

# The index of each feature in WEIGHTS; of a group of features, the first index.
PRODUCED: Final = 0
GOODS_HELD: Final = 5
KINDS_PRODUCED: Final = 10
BEST_GOOD: Final = 11
UNMANNED_PLANTATIONS: Final = 12
PLANTATIONS_WITHOUT_PLANT: Final = 13
SPARE_CIRCLES: Final = 14
QUARRIES_AT_WORK: Final = 15
IDLE_QUARRIES: Final = 16
DOUBLOONS: Final = 17
EMPTY_CIRCLES: Final = 18
COLONISTS_IN_SAN_JUAN: Final = 19
CITY_FREE: Final = 20
ISLAND_FREE: Final = 21
PICKING_ORDER: Final = 22
INTERCEPT: Final = 23
FIRST_BUILDING_FEATURE: Final = 24
POINTS_IN_REACH: Final = 41
DOUBLOONS_IN_REACH: Final = 42
FUTURE_BONUS: Final = 43
FEATURES: Final = 44

AT_ONCE: Final = vec[float]([weight[1] for weight in WEIGHTS])
PER_ROUND: Final = vec[float]([weight[2] for weight in WEIGHTS])

SPREAD_AT_ONCE: Final = 1.5
SPREAD_PER_ROUND: Final = 0.3
"""A lead of so many victory points makes a seat e times as likely to win. Fitted to who won those games."""


def evaluate(position: PuertoRicoPosition) -> vec[float]:
    """Every seat's win probability."""
    rounds = rounds_left(position)
    scores = position.scores()
    expected_scores = vec[float]()
    for seat in range(position.seats):
        expected_scores = append(expected_scores, float(scores[seat]) + future_gain(position, seat, rounds))
    return win_probabilities(expected_scores, SPREAD_AT_ONCE + SPREAD_PER_ROUND * rounds)


def future_gain(state: State, seat: i64, rounds: float) -> float:
    """The points that a seat will add to its score until the end."""
    gain = weighted_sum(features(state, seat, rounds), AT_ONCE, PER_ROUND, rounds)
    return gain + expansion_gain(state, seat, rounds) if state.has_expansions else gain


def features(state: State, seat: i64, rounds: float) -> vec[float]:
    """The features of the seat's position, in the order of WEIGHTS. They hold between two phases."""
    vector = vec[float]([0.0] * FEATURES)
    _set_goods_features(state, seat, vector)
    quarries = state.workers_on(seat, QUARRY)
    vector[QUARRIES_AT_WORK] = float(quarries)
    vector[IDLE_QUARRIES] = float(state.island[seat * TILE_KINDS + QUARRY] - quarries)
    vector[DOUBLOONS] = float(state.doubloons[seat])
    vector[EMPTY_CIRCLES] = float(state.empty_building_circles(seat))
    vector[COLONISTS_IN_SAN_JUAN] = float(state.san_juan[seat])
    vector[CITY_FREE] = float(state.free_city_spaces(seat))
    vector[ISLAND_FREE] = float(state.free_island_spaces(seat))
    vector[PICKING_ORDER] = float((seat - state.actor + state.seats) % state.seats) / float(state.seats)
    vector[INTERCEPT] = 1.0
    vector[POINTS_IN_REACH] = captain_phase_worth(state, seat, False)
    price = best_house_price(state, seat)
    if state.has_expansions:
        price = best_sale_price(state, seat, price, False)
    vector[DOUBLOONS_IN_REACH] = float(price if price > 0 else 0)
    rest = state.owned_places[seat] >> FIRST_VIOLET
    building: i64 = FIRST_VIOLET
    while rest:
        if rest & 1:
            works = state.works(seat, building)
            if building < FIRST_OF_EXPANSIONS:
                vector[FIRST_BUILDING_FEATURE + building - FIRST_VIOLET] = 1.0 if works else 0.5
            if (LARGE_BUILDINGS >> building) & 1:
                vector[FUTURE_BONUS] += bonus_worth(state, seat, building, rounds)
                if works:
                    vector[FUTURE_BONUS] -= bonus_worth(state, seat, building, 0.0)
        rest >>= 1
        building += 1
    return vector


def _set_goods_features(state: State, seat: i64, vector: vec[float]) -> None:
    """Set what is produced and held, and how plantations, plants and colonists fail to match."""
    kinds: i64 = 0
    best_good: i64 = CORN
    unmanned: i64 = 0
    without_plant: i64 = 0
    spare: i64 = 0
    for good in range(GOODS):
        produced = production(state, seat, good)
        vector[PRODUCED + good] = float(produced)
        vector[GOODS_HELD + good] = float(state.barrels_of(seat, good))
        if produced > 0:
            kinds += 1
            best_good = good
        fields = state.island[seat * TILE_KINDS + good]
        unmanned += fields - state.workers_on(seat, good)
        if good != CORN:
            circles = plant_circles(state, seat, good)
            if circles > fields:
                spare += circles - fields
            else:
                without_plant += fields - circles
    vector[KINDS_PRODUCED] = float(kinds)
    vector[BEST_GOOD] = float(best_good)
    vector[UNMANNED_PLANTATIONS] = float(unmanned)
    vector[PLANTATIONS_WITHOUT_PLANT] = float(without_plant)
    vector[SPARE_CIRCLES] = float(spare)
