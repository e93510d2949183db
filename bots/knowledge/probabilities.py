"""From points to probabilities, for every game alike: each seat's to win, and each move's to be searched (priors)."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

FAVOURITE_PRIOR: Final = 3.0
"""The prior of the favourite move, where any other move has 1."""
MIN_PRIOR: Final = 0.05
"""What every move gets besides the prior for its worth (at most 1), however bad it seems."""


def weighted_sum(features: vec[float], at_once: vec[float], per_round: vec[float], rounds: float) -> float:
    """Points from now to the end: a sum over the features of a position, with weights at once and per round to come."""
    gain = 0.0
    for feature in range(len(features)):
        gain += features[feature] * (at_once[feature] + per_round[feature] * rounds)
    return gain


def win_probabilities(expected_scores: vec[float], spread: float) -> vec[float]:
    """By seat, from the expected final scores. A lead of `spread` points makes a seat e times as likely to win."""
    seat: i64
    highest = -1.0e9
    for score in expected_scores:
        if score > highest:
            highest = score
    probabilities = vec[float]()
    total = 0.0
    for score in expected_scores:
        probability = math.exp((score - highest) / spread)
        probabilities = append(probabilities, probability)
        total += probability
    for seat in range(len(probabilities)):
        probabilities[seat] /= total
    return probabilities


def softmax_priors(worths: vec[float], best: float, temperature: float) -> vec[float]:
    """The priors of moves by their worth: a move that is better by `temperature` points gets e times as much."""
    priors = vec[float]()
    for worth in worths:
        priors = append(priors, MIN_PRIOR + math.exp((worth - best) / temperature))
    return priors


def priors_with_favourite(moves: vec[i64], favourite: i64) -> vec[float]:
    """The priors of moves that are all plausible, one of them most."""
    priors = vec[float]()
    for move in moves:
        priors = append(priors, FAVOURITE_PRIOR if move == favourite else 1.0)
    return priors
