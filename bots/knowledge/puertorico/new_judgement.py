"""What the expansions add to a seat's foreseen score: their buildings, nobles and forests.

As in judgement, weights are fitted to the final scores of games that these levels played among themselves
(docs/bots.md): for a building points at once, and how much of its use by rule of thumb comes true.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bots.knowledge.puertorico.new_buildings import discount_worth, new_violet_worth
from games.engine.puertorico.components import AQUEDUCT, FOREST, NO_CIRCLES, PLACE_NAMES, PLACES, TILE_KINDS
from games.engine.puertorico.position import State

BUILDING_WEIGHTS: Final = (
    ("aqueduct", -0.96, 0.50),
    ("forest house", -1.39, 0.20),
    ("black market", 0.51, 0.49),
    ("storehouse", 1.02, 0.74),
    ("guesthouse", -0.34, 0.46),
    ("trading post", -0.31, 0.36),
    ("church", -0.28, 0.30),
    ("small wharf", -0.05, 0.50),
    ("lighthouse", 0.89, 0.79),
    ("library", -0.12, 0.47),
    ("specialty factory", -0.10, 0.49),
    ("union hall", 0.17, 0.55),
    ("cloister", 0.0, 0.0),
    ("statue", 0.0, 0.0),
    ("land office", -0.93, 0.44),
    ("chapel", 0.77, 0.61),
    ("hunting lodge", -0.29, 0.36),
    ("zoning office", -0.29, 0.45),
    ("royal supplier", 0.17, 0.48),
    ("villa", 0.21, 0.71),
    ("jeweler", 0.04, 0.41),
    ("royal garden", 0.0, 0.0),
)
"""Building, victory points at once, and per point of its use by rule of thumb. A building idle counts half."""
NOBLE: Final = 0.14
NOBLE_PER_ROUND: Final = 0.07
"""A noble, besides the point that he is worth."""
FOREST_PAIR: Final = 0.72
ODD_FOREST: Final = 0.25
"""Forests, per point that a doubloon less for every building is worth."""


def _by_place(weights: list[float]) -> vec[float]:
    table = vec[float]([0.0] * PLACES)
    for index, (name, _at_once, _per_use) in enumerate(BUILDING_WEIGHTS):
        table[PLACE_NAMES.index(name)] = weights[index]
    return table


AT_ONCE: Final = _by_place([weight[1] for weight in BUILDING_WEIGHTS])
PER_USE: Final = _by_place([weight[2] for weight in BUILDING_WEIGHTS])


def expansion_gain(state: State, seat: i64, rounds: float) -> float:
    """Points from now to the end, besides those of the basic game's features."""
    at_once = AT_ONCE
    per_use = PER_USE
    gain = 0.0
    rest = state.places[seat] >> AQUEDUCT
    building: i64 = AQUEDUCT
    while rest:
        if rest & 1:
            there = at_once[building]
            if per_use[building] != 0.0:
                there += per_use[building] * new_violet_worth(state, seat, building, rounds)
            works = state.works(seat, building) or (NO_CIRCLES >> building) & 1
            gain += there if works else 0.5 * there
        rest >>= 1
        building += 1
    if state.nobles_on:
        gain += float(state.noble_count[seat]) * (NOBLE + NOBLE_PER_ROUND * rounds)
    forests = state.island[seat * TILE_KINDS + FOREST]
    if forests > 0:
        gain += discount_worth(rounds) * (FOREST_PAIR * float(forests // 2) + ODD_FOREST * float(forests % 2))
    return gain
