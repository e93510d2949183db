"""The search tree: which moves were tried after which line of plies, and with what rewards."""

from __future__ import annotations

import math

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.random import Random


class Node:
    """A move after one line of plies, whatever chance events happened between them (an open-loop tree)."""

    def __init__(self, mover: i64, move: i64, prior: float) -> None:
        # The seat that makes the move.
        self.mover: i64 = mover
        self.move: i64 = move
        # The share of visits that the knowledge would give the move.
        self.prior: float = prior
        self.visits: i64 = 0
        # How often the move could have been chosen: chance decides what is legal.
        self.available: i64 = 0
        # The sum of the mover's rewards.
        self.total: float = 0.0
        self.children: list[Node] = []

    def mean(self) -> float:
        return self.total / float(self.visits) if self.visits > 0 else 0.0


def find_child(children: list[Node], mover: i64, move: i64) -> Node | None:
    for child in children:
        if child.move == move and child.mover == mover:
            return child
    return None


def have_moves(children: list[Node], mover: i64, moves: vec[i64]) -> bool:
    """Whether the children are exactly these moves. It is the usual case, and saves looking up each of them."""
    if len(children) != len(moves):
        return False
    for index in range(len(children)):
        child = children[index]
        if child.move != moves[index] or child.mover != mover:
            return False
    return True


def select_by_ucb1(children: list[Node], exploration: float, random: Random) -> Node:
    """UCB1 with availability counts in place of the parent's visits (Cowling, Powley, Whitehouse 2012).

    Untried moves come first, each with equal probability.
    """
    best: Node = children[0]
    best_score = -1.0e9
    untried: i64 = 0
    for child in children:
        child.available += 1
        if child.visits == 0:
            untried += 1
            if random.below(untried) == 0:
                best = child
        elif untried == 0:
            visits = float(child.visits)
            score = child.total / visits + exploration * math.sqrt(math.log(float(child.available)) / visits)
            if score > best_score:
                best = child
                best_score = score
    return best


def select_by_puct(children: list[Node], exploration: float, initial_mean: float) -> Node:
    """PUCT (Rosin 2011, as in AlphaZero): visits follow the priors until rewards say otherwise.

    An untried move counts as the mean of those tried, or as `initial_mean` before the first.
    """
    total = 0.0
    visits: i64 = 0
    for child in children:
        child.available += 1
        total += child.total
        visits += child.visits
    untried_mean = total / float(visits) if visits > 0 else initial_mean
    best: Node = children[0]
    best_score = -1.0e9
    for child in children:
        score = child.total / float(child.visits) if child.visits > 0 else untried_mean
        score += exploration * child.prior * math.sqrt(float(child.available)) / (1.0 + float(child.visits))
        if score > best_score:
            best = child
            best_score = score
    return best
