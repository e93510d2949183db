"""Information-set Monte Carlo tree search with a reward per seat (max^n) over an open-loop tree.

Every playout starts from a position that is resampled for the searching seat (SO-ISMCTS: Cowling, Powley, Whitehouse
2012). So nothing that is hidden from that seat can influence the search.
"""

from __future__ import annotations

from time import monotonic
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bots.search.knowledge import Knowledge
from bots.search.rewards import final_rewards
from bots.search.settings import Settings
from bots.search.tree import Node, find_child, have_moves, select_by_puct, select_by_ucb1
from games.engine.contract import NO_MOVE, NOBODY, Position
from games.engine.random import Random

SLICE_SECONDS: Final = 0.04
"""Compiled loops do not handle signals, so control returns to the interpreter at least this often."""
MAX_PLAYOUT_PLIES: Final = 3000
"""In theory a game may go on for ever. After so many plies a playout ends with the scores as they are."""


class Search:
    """One seat's search from one position. The tree is kept for the seat's further plies."""

    def __init__(self, position: Position, seat: i64, random: Random, knowledge: Knowledge, settings: Settings) -> None:
        self.seat: i64 = seat
        self.random: Random = random
        self.knowledge: Knowledge = knowledge
        self.settings: Settings = settings
        self.root: Node = Node(NOBODY, NO_MOVE, 1.0)
        # From here on the search itself holds only what the seat may know.
        self.base: Position = position.resample(seat, random)

    def run(self, playouts: i64, until: float) -> i64:
        """Run up to `playouts` playouts, until `until` (time.monotonic()), for about SLICE_SECONDS at most.

        Returns how many were run.
        """
        done: i64 = 0
        stop = min(until, monotonic() + SLICE_SECONDS)
        while done < playouts:
            self.playout()
            done += 1
            if monotonic() >= stop:
                break
        return done

    def options(self) -> vec[i64]:
        """The moves that the search considers at the root."""
        return self.candidate_moves(self.base)

    def best(self) -> i64:
        """The move with the most visits, of equals the one with the best mean. Before any playout: the first option."""
        options = self.options()
        best = options[0]
        best_visits: i64 = -1
        best_mean = 0.0
        for move in options:
            child = find_child(self.root.children, self.seat, move)
            if child is None:
                continue
            mean = child.mean()
            if child.visits > best_visits or (child.visits == best_visits and mean > best_mean):
                best = move
                best_visits = child.visits
                best_mean = mean
        return best

    def advance(self, move: i64) -> bool:
        """Make the position after `move` the root and keep its part of the tree. Returns whether the turn can go on.

        It cannot if the turn is over, or if the move reveals something: then the plan must wait for the real result.
        """
        phase = self.base.phase()
        self.base = self.base.resample(self.seat, self.random)
        revealed = self.base.revealed
        self.base.play(move)
        child = find_child(self.root.children, self.seat, move)
        self.root = child if child is not None else Node(self.seat, move, 1.0)
        return self.base.to_move() == self.seat and self.base.phase() == phase and self.base.revealed == revealed

    def playout(self) -> None:
        """Select down the tree, add one node, roll out, and add the reward to every node on the path."""
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
        rewards = self.rollout(position)
        self.root.visits += 1
        for passed in path:
            passed.visits += 1
            passed.total += rewards[passed.mover]

    def candidate_moves(self, position: Position) -> vec[i64]:
        legal = position.legal_moves()
        if self.settings.limit_to_candidates and len(legal) > 1:
            return self.knowledge.candidate_moves(position, legal)
        return legal

    def select(self, node: Node, position: Position, mover: i64) -> Node:
        children = self.possible_children(node, position, mover)
        if len(children) == 1:
            return children[0]
        if self.settings.use_priors:
            return select_by_puct(children, self.settings.exploration, 1.0 / float(position.seats))
        return select_by_ucb1(children, self.settings.exploration, self.random)

    def possible_children(self, node: Node, position: Position, mover: i64) -> list[Node]:
        """The node's children that are possible in this position; missing ones are added."""
        moves = self.candidate_moves(position)
        if len(node.children) == 0:
            priors = self.normalized_priors(position, moves)
            for index in range(len(moves)):
                node.children.append(Node(mover, moves[index], priors[index]))
            return node.children
        if have_moves(node.children, mover, moves):
            return node.children
        priors = vec[float]()
        possible: list[Node] = []
        for index in range(len(moves)):
            child = find_child(node.children, mover, moves[index])
            if child is None:
                if len(priors) == 0:
                    priors = self.normalized_priors(position, moves)
                child = Node(mover, moves[index], priors[index])
                node.children.append(child)
            possible.append(child)
        return possible

    def normalized_priors(self, position: Position, moves: vec[i64]) -> vec[float]:
        """The knowledge's priors, normalized to a sum of 1."""
        priors = vec[float]()
        if not self.settings.use_priors or len(moves) == 1:
            for _ in range(len(moves)):
                priors = append(priors, 1.0)
            return priors
        weights = self.knowledge.priors(position, moves)
        total = 0.0
        for index in range(len(moves)):
            total += weights[index]
        for index in range(len(moves)):
            priors = append(priors, weights[index] / total)
        return priors

    def rollout(self, position: Position) -> vec[float]:
        """Play on from here as the settings say. Returns every seat's reward."""
        settings = self.settings
        random = self.random
        horizon = position.phase() + settings.horizon
        informed = i64(settings.informed_playouts * 1000.0)
        for _ in range(MAX_PLAYOUT_PLIES):
            if position.is_over():
                return final_rewards(position)
            if settings.horizon >= 0 and position.phase() >= horizon:
                return self.knowledge.evaluate(position)
            if informed > 0 and (informed >= 1000 or random.below(1000) < informed):
                position.play(self.knowledge.playout_move(position, random))
            else:
                legal = position.legal_moves()
                position.play(legal[random.below(len(legal))])
        return final_rewards(position)
