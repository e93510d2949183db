"""From points to chances, alike for every game: of seats to win, and of moves to be looked at."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

FAVOURED: Final = 3.0
"""How much more often a planned move is looked at than another."""
AT_LEAST: Final = 0.05
"""Looks that every move gets, however bad it seems, besides those for its worth: at most 1."""


def weighted(features: vec[float], at_once: vec[float], per_round: vec[float], rounds: float) -> float:
    """Points from now to the end: a sum over features of a position, by weights at once and per round to come."""
    gain = 0.0
    for feature in range(len(features)):
        gain += features[feature] * (at_once[feature] + per_round[feature] * rounds)
    return gain


def chances_to_win(foreseen: vec[float], spread: float) -> vec[float]:
    """By seat, of final scores foreseen; a lead of `spread` points makes a seat e times as likely to win."""
    seat: i64
    highest = -1.0e9
    for score in foreseen:
        if score > highest:
            highest = score
    chances = vec[float]()
    total = 0.0
    for score in foreseen:
        chance = math.exp((score - highest) / spread)
        chances = append(chances, chance)
        total += chance
    for seat in range(len(chances)):
        chances[seat] /= total
    return chances


def looks(worths: vec[float], best: float, temperature: float) -> vec[float]:
    """How often moves of these worths are to be looked at; what is better by `temperature` points, e times as often."""
    weights = vec[float]()
    for worth in worths:
        weights = append(weights, AT_LEAST + math.exp((worth - best) / temperature))
    return weights


def favouring(moves: vec[i64], favourite: i64) -> vec[float]:
    """Looks at moves that are all plausible, one of them most."""
    weights = vec[float]()
    for move in moves:
        weights = append(weights, FAVOURED if move == favourite else 1.0)
    return weights
