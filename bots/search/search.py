"""Information-set Monte Carlo tree search with a result per seat (max^n) over an open-loop tree.

Every playout starts from a position drawn anew by the seat that thinks (Cowling, Powley, Whitehouse 2012: SO-ISMCTS
with one observer), so nothing hidden from it can steer the search.
"""

from __future__ import annotations

from time import monotonic
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.search.knowledge import Knowledge
from bots.search.results import results
from bots.search.settings import Settings
from bots.search.tree import Node, find, is_listed, select_by_prior, select_by_ucb
from games.engine.contract import NO_MOVE, NOBODY, Position
from games.engine.random import Random

# Compiled loops see no signals: control returns to the interpreter at least this often (seconds).
SLICE: Final = 0.04
# A game may go on for ever in theory; a playout is judged by the score after so many plies.
PLAYOUT_PLIES: Final = 3000


class Search:
    """One seat's search from one position; the tree is kept while the seat goes on deciding."""

    def __init__(self, position: Position, seat: i64, random: Random, knowledge: Knowledge, settings: Settings) -> None:
        self.seat: i64 = seat
        self.random: Random = random
        self.knowledge: Knowledge = knowledge
        self.settings: Settings = settings
        self.root: Node = Node(NOBODY, NO_MOVE, 1.0)
        # From here on even this search holds only what the seat may know.
        self.base: Position = position.resample(seat, random)

    def run(self, playouts: i64, until: float) -> i64:
        """Up to `playouts` more, for about SLICE seconds or up to `until` (time.monotonic()); returns how many."""
        done: i64 = 0
        stop = min(until, monotonic() + SLICE)
        while done < playouts:
            self.playout()
            done += 1
            if monotonic() >= stop:
                break
        return done

    def options(self) -> vec[i64]:
        """The moves that the search considers here."""
        return self.worth_a_look(self.base)

    def best(self) -> i64:
        """The move looked at most often, the better one of equals; the first option before any playout."""
        options = self.options()
        best = options[0]
        best_visits: i64 = -1
        best_mean = 0.0
        for move in options:
            child = find(self.root.children, self.seat, move)
            if child is None:
                continue
            mean = child.mean()
            if child.visits > best_visits or (child.visits == best_visits and mean > best_mean):
                best = move
                best_visits = child.visits
                best_mean = mean
        return best

    def advance(self, move: i64) -> bool:
        """Go on from after `move`, keeping what was learned there; whether the same turn goes on, foreseeably.

        It does not if the turn passes, or if the move reveals something: then the plan must wait for the truth.
        """
        phase = self.base.phase()
        self.base = self.base.resample(self.seat, self.random)
        revealed = self.base.revealed
        self.base.play(move)
        child = find(self.root.children, self.seat, move)
        self.root = child if child is not None else Node(self.seat, move, 1.0)
        return self.base.to_move() == self.seat and self.base.phase() == phase and self.base.revealed == revealed

    def playout(self) -> None:
        """Down the tree, one new node, on to the end or the horizon; the result goes to every node passed."""
        position = self.base.resample(self.seat, self.random)
        node = self.root
        path: list[Node] = []
        while True:
            mover = position.to_move()
            if mover == NOBODY:
                break
            node = self.select(node, position, mover)
            path.append(node)
            position.play(node.move)
            if node.visits == 0:
                break
        worth = self.outcome(position)
        self.root.visits += 1
        for passed in path:
            passed.visits += 1
            passed.total += worth[passed.mover]

    def worth_a_look(self, position: Position) -> vec[i64]:
        legal = position.legal_moves()
        if self.settings.candidates and len(legal) > 1:
            return self.knowledge.candidates(position, legal)
        return legal

    def select(self, node: Node, position: Position, mover: i64) -> Node:
        children = self.children(node, position, mover)
        if len(children) == 1:
            return children[0]
        if self.settings.priors:
            return select_by_prior(children, self.settings.exploration, 1.0 / float(position.seats))
        return select_by_ucb(children, self.settings.exploration, self.random)

    def children(self, node: Node, position: Position, mover: i64) -> list[Node]:
        """The node's children that are possible in this position; new ones are made as needed."""
        moves = self.worth_a_look(position)
        if len(node.children) == 0:
            priors = self.priors(position, moves)
            for index in range(len(moves)):
                node.children.append(Node(mover, moves[index], priors[index]))
            return node.children
        if is_listed(node.children, mover, moves):
            return node.children
        priors = vec[float]()
        possible: list[Node] = []
        for index in range(len(moves)):
            child = find(node.children, mover, moves[index])
            if child is None:
                if len(priors) == 0:
                    priors = self.priors(position, moves)
                child = Node(mover, moves[index], priors[index])
                node.children.append(child)
            possible.append(child)
        return possible

    def priors(self, position: Position, moves: vec[i64]) -> vec[float]:
        """The knowledge's weights as shares of 1."""
        priors = vec[float]()
        if not self.settings.priors or len(moves) == 1:
            for _ in range(len(moves)):
                priors = append(priors, 1.0)
            return priors
        weights = self.knowledge.weights(position, moves)
        total = 0.0
        for index in range(len(moves)):
            total += weights[index]
        for index in range(len(moves)):
            priors = append(priors, weights[index] / total)
        return priors

    def outcome(self, position: Position) -> vec[float]:
        """Play on from here as the settings say; every seat's result."""
        settings = self.settings
        random = self.random
        horizon = position.phase() + settings.horizon
        informed = i64(settings.informed_playouts * 1000.0)
        for _ in range(PLAYOUT_PLIES):
            if position.is_over():
                return results(position)
            if settings.horizon >= 0 and position.phase() >= horizon:
                return self.knowledge.prospects(position)
            if informed > 0 and (informed >= 1000 or random.below(1000) < informed):
                position.play(self.knowledge.playout_move(position, random))
            else:
                legal = position.legal_moves()
                position.play(legal[random.below(len(legal))])
        return results(position)
