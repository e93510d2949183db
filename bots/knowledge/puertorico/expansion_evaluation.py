"""What the expansions add to a seat's expected score: their buildings, nobles and forests.

As in evaluation, the weights were fitted to the final scores of games that these levels played (docs/bots.md). A
building has points at once, and a share of its worth by rule of thumb.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bots.knowledge.puertorico.expansion_buildings import discount_worth, expansion_building_worth
from games.engine.puertorico.components import (
    CIRCLELESS_BUILDINGS,
    FIRST_OF_EXPANSIONS,
    FOREST,
    PLACE_NAMES,
    PLACES,
    TILE_KINDS,
)
from games.engine.puertorico.position import State

BUILDING_WEIGHTS: Final = (
    ("aqueduct", -0.37, 0.42),
    ("forest house", -0.85, 0.34),
    ("black market", 0.37, 0.54),
    ("storehouse", 0.64, 0.62),
    ("guesthouse", -0.46, 0.48),
    ("trading post", 0.25, 0.53),
    ("church", 0.15, 0.39),
    ("small wharf", -0.01, 0.48),
    ("lighthouse", 0.92, 0.60),
    ("library", 0.09, 0.55),
    ("specialty factory", -0.08, 0.46),
    ("union hall", 0.30, 0.61),
    ("cloister", -0.01, 0.00),
    ("statue", 0.10, 0.00),
    ("land office", -0.11, 0.50),
    ("chapel", 0.43, 0.66),
    ("hunting lodge", -0.22, 0.47),
    ("zoning office", -0.27, 0.46),
    ("royal supplier", 0.10, 0.47),
    ("villa", 0.53, 0.59),
    ("jeweler", 0.48, 0.63),
    ("royal garden", 0.10, 0.00),
)
"""Building; its victory points at once; and per point of its worth by rule of thumb. An idle building counts half."""
NOBLE: Final = 0.13
NOBLE_PER_ROUND: Final = -0.04
"""A noble, besides the victory point that it counts."""
FOREST_PAIR: Final = 0.68
ODD_FOREST: Final = 0.31
"""Forests, per point that a discount of a doubloon on every building is worth."""


OTHERS_PER_USE: Final = 0.5
"""The same of a building of which nothing is known but its worth by rule of thumb."""


def _by_place(weights: list[float], others: float) -> vec[float]:
    table = vec[float]([0.0] * FIRST_OF_EXPANSIONS + [others] * (PLACES - FIRST_OF_EXPANSIONS))
    for index, (name, _at_once, _per_use) in enumerate(BUILDING_WEIGHTS):
        table[PLACE_NAMES.index(name)] = weights[index]
    return table


AT_ONCE: Final = _by_place([weight[1] for weight in BUILDING_WEIGHTS], 0.0)
PER_USE: Final = _by_place([weight[2] for weight in BUILDING_WEIGHTS], OTHERS_PER_USE)


def expansion_gain(state: State, seat: i64, rounds: float) -> float:
    """The points that a seat will add to its score until the end, besides those by the basic game's features."""
    at_once = AT_ONCE
    per_use = PER_USE
    gain = 0.0
    rest = state.owned_places[seat] >> FIRST_OF_EXPANSIONS
    building: i64 = FIRST_OF_EXPANSIONS
    while rest:
        if rest & 1:
            there = at_once[building]
            if per_use[building] != 0.0:
                there += per_use[building] * expansion_building_worth(state, seat, building, rounds)
            works = state.works(seat, building) or (CIRCLELESS_BUILDINGS >> building) & 1
            gain += there if works else 0.5 * there
        rest >>= 1
        building += 1
    if state.nobles_on:
        gain += float(state.noble_count[seat]) * (NOBLE + NOBLE_PER_ROUND * rounds)
    forests = state.island[seat * TILE_KINDS + FOREST]
    if forests > 0:
        gain += discount_worth(rounds) * (FOREST_PAIR * float(forests // 2) + ODD_FOREST * float(forests % 2))
    return gain
