"""The search tree: what was tried after which line of plies, and how it went."""

from __future__ import annotations

import math

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.random import Random


class Node:
    """A move as tried after one line of plies, whatever chance brought on the way (an open-loop tree).

    mover: the seat that makes the move; total: the sum of that seat's results; available: how often the move could
    have been chosen (chance decides what is legal); prior: the share of looks that knowledge would give it.
    """

    def __init__(self, mover: i64, move: i64, prior: float) -> None:
        self.mover: i64 = mover
        self.move: i64 = move
        self.prior: float = prior
        self.visits: i64 = 0
        self.available: i64 = 0
        self.total: float = 0.0
        self.children: list[Node] = []

    def mean(self) -> float:
        return self.total / float(self.visits) if self.visits > 0 else 0.0


def find(children: list[Node], mover: i64, move: i64) -> Node | None:
    for child in children:
        if child.move == move and child.mover == mover:
            return child
    return None


def is_listed(children: list[Node], mover: i64, moves: vec[i64]) -> bool:
    """Whether the children are exactly these moves: the usual case, which saves looking each of them up."""
    if len(children) != len(moves):
        return False
    for index in range(len(children)):
        child = children[index]
        if child.move != moves[index] or child.mover != mover:
            return False
    return True


def select_by_ucb(children: list[Node], exploration: float, random: Random) -> Node:
    """UCB1 with availability counts in place of the parent's visits (Cowling, Powley, Whitehouse 2012).

    A move never tried comes first, any of them with equal chance.
    """
    best: Node = children[0]
    best_score = -1.0e9
    fresh: i64 = 0
    for child in children:
        child.available += 1
        if child.visits == 0:
            fresh += 1
            if random.below(fresh) == 0:
                best = child
        elif fresh == 0:
            visits = float(child.visits)
            score = child.total / visits + exploration * math.sqrt(math.log(float(child.available)) / visits)
            if score > best_score:
                best = child
                best_score = score
    return best


def select_by_prior(children: list[Node], exploration: float, start: float) -> Node:
    """PUCT (Rosin 2011, as in AlphaZero): looks are shared out by prior until results say otherwise.

    A move never tried counts as the mean of those tried; `start` is that mean before the first.
    """
    total = 0.0
    visits: i64 = 0
    for child in children:
        child.available += 1
        total += child.total
        visits += child.visits
    untried = total / float(visits) if visits > 0 else start
    best: Node = children[0]
    best_score = -1.0e9
    for child in children:
        score = child.total / float(child.visits) if child.visits > 0 else untried
        score += exploration * child.prior * math.sqrt(float(child.available)) / (1.0 + float(child.visits))
        if score > best_score:
            best = child
            best_score = score
    return best
