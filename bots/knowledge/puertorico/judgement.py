"""How an unfinished game stands: every seat's final score foreseen, and from the scores the chances to win.

Foreseen is the score that the seat would have now, and a sum over what is said of its position below. Each feature has
two weights, victory points at once and per round still to come, fitted by least squares to the final scores of 520
games of 2 to 5 players that earlier forms of these levels played among themselves (docs/bots.md). What the expansions
add says new_judgement.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.knowledge.chances import chances_to_win, weighted
from bots.knowledge.puertorico.new_judgement import expansion_gain
from bots.knowledge.puertorico.outlook import rounds_left
from bots.knowledge.puertorico.production import plant_circles
from bots.knowledge.puertorico.worth import best_price, best_price_of_all, bonus_worth, shipping_worth
from games.engine.puertorico.components import (
    CITY_HALL,
    CORN,
    GOODS,
    LARGE_BUILDINGS,
    QUARRY,
    SMALL_MARKET,
    TILE_KINDS,
)
from games.engine.puertorico.flow import PuertoRicoPosition
from games.engine.puertorico.position import State

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
    ("the dearest kind produced, 0 to 4", 0.467, -0.0614),
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
    ("everybody", -4.319, 3.7875),
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
"""Feature, victory points for one of it at once, and more per round to come. A building idle counts half."""

# Where the features of a kind begin.
PRODUCED: Final = 0
HELD: Final = 5
KINDS: Final = 10
DEAREST: Final = 11
UNMANNED_PLANTATIONS: Final = 12
PLANTATIONS_WITHOUT_PLANT: Final = 13
SPARE_CIRCLES: Final = 14
QUARRIES_AT_WORK: Final = 15
IDLE_QUARRIES: Final = 16
DOUBLOONS: Final = 17
EMPTY_CIRCLES: Final = 18
SAN_JUAN: Final = 19
CITY_FREE: Final = 20
ISLAND_FREE: Final = 21
ORDER: Final = 22
EVERYBODY: Final = 23
BUILDINGS: Final = 24
TO_SHIP: Final = 41
TO_SELL: Final = 42
BONUS_TO_COME: Final = 43
FEATURES: Final = 44

AT_ONCE: Final = vec[float]([weight[1] for weight in WEIGHTS])
PER_ROUND: Final = vec[float]([weight[2] for weight in WEIGHTS])

SPREAD_AT_ONCE: Final = 1.5
SPREAD_PER_ROUND: Final = 0.3
"""A lead of so many victory points makes a seat e times as likely to win; fitted to who won those games."""


def prospects(position: PuertoRicoPosition) -> vec[float]:
    """Every seat's chance to win."""
    rounds = rounds_left(position)
    scores = position.scores()
    foreseen = vec[float]()
    for seat in range(position.seats):
        foreseen = append(foreseen, float(scores[seat]) + gain_to_come(position, seat, rounds))
    return chances_to_win(foreseen, SPREAD_AT_ONCE + SPREAD_PER_ROUND * rounds)


def gain_to_come(state: State, seat: i64, rounds: float) -> float:
    """Points from now to the end."""
    gain = weighted(features(state, seat, rounds), AT_ONCE, PER_ROUND, rounds)
    return gain + expansion_gain(state, seat, rounds) if state.has_expansions else gain


def features(state: State, seat: i64, rounds: float) -> vec[float]:
    """The seat's position in numbers, in the order of WEIGHTS; taken between two phases."""
    described = vec[float]([0.0] * FEATURES)
    _describe_goods(state, seat, described)
    quarries = state.workers_on(seat, QUARRY)
    described[QUARRIES_AT_WORK] = float(quarries)
    described[IDLE_QUARRIES] = float(state.island[seat * TILE_KINDS + QUARRY] - quarries)
    described[DOUBLOONS] = float(state.doubloons[seat])
    described[EMPTY_CIRCLES] = float(state.empty_building_circles(seat))
    described[SAN_JUAN] = float(state.san_juan[seat])
    described[CITY_FREE] = float(state.city_free(seat))
    described[ISLAND_FREE] = float(state.island_free(seat))
    described[ORDER] = float((seat - state.actor + state.seats) % state.seats) / float(state.seats)
    described[EVERYBODY] = 1.0
    described[TO_SHIP] = shipping_worth(state, seat, False)
    price = best_price(state, seat)
    if state.has_expansions:
        price = best_price_of_all(state, seat, price, False)
    described[TO_SELL] = float(price if price > 0 else 0)
    rest = state.owned_places[seat] >> SMALL_MARKET
    building: i64 = SMALL_MARKET
    while rest:
        if rest & 1:
            works = state.works(seat, building)
            if building <= CITY_HALL:
                described[BUILDINGS + building - SMALL_MARKET] = 1.0 if works else 0.5
            if (LARGE_BUILDINGS >> building) & 1:
                described[BONUS_TO_COME] += bonus_worth(state, seat, building, rounds)
                if works:
                    described[BONUS_TO_COME] -= bonus_worth(state, seat, building, 0.0)
        rest >>= 1
        building += 1
    return described


def _describe_goods(state: State, seat: i64, described: vec[float]) -> None:
    """What is produced and held, and where plantations, plants and colonists do not match."""
    kinds: i64 = 0
    dearest: i64 = CORN
    unmanned: i64 = 0
    without_plant: i64 = 0
    spare: i64 = 0
    for good in range(GOODS):
        produced = state.production(seat, good)
        described[PRODUCED + good] = float(produced)
        described[HELD + good] = float(state.barrels_of(seat, good))
        if produced > 0:
            kinds += 1
            dearest = good
        fields = state.island[seat * TILE_KINDS + good]
        unmanned += fields - state.workers_on(seat, good)
        if good != CORN:
            circles = plant_circles(state, seat, good)
            if circles > fields:
                spare += circles - fields
            else:
                without_plant += fields - circles
    described[KINDS] = float(kinds)
    described[DEAREST] = float(dearest)
    described[UNMANNED_PLANTATIONS] = float(unmanned)
    described[PLANTATIONS_WITHOUT_PLANT] = float(without_plant)
    described[SPARE_CIRCLES] = float(spare)
