"""People who play sensibly: what they choose, and how they rank what they could choose."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from bots.knowledge.registry import knowledge_of
from bots.levels import NEWEST_KNOWLEDGE, Level, level, quick_move
from bots.search.search import Search
from bots.search.tree import find_child
from games.engine.contract import Position
from games.engine.random import from_secret

SAMPLES = 9
"""Quick moves from which a ranking is made."""
NEVER = float("inf")


@dataclass(frozen=True)
class Decider:
    """The quick move, or a level with a small budget of playouts."""

    name: str
    level: Level | None = None

    def choose(self, position: Position, seed: int) -> int:
        """The ply of the seat to move."""
        seat = int(position.to_move())
        if self.level is None:
            return quick_move(position, seat, seed)
        return self.level.choose(position, seat, seed).move

    def ranking(self, position: Position, seed: int) -> list[int]:
        """The plies that come into question for the seat to move, the best first."""
        return self._most_visited(position, seed) if self.level is not None else most_frequent(position, seed)

    def _most_visited(self, position: Position, seed: int) -> list[int]:
        assert self.level is not None
        seat = int(position.to_move())
        random = from_secret(seed.to_bytes(16, "little"), "ranking")
        knowledge = knowledge_of(position, self.level.knowledge)
        search = Search(position, seat, random, knowledge, self.level.settings)
        options = [int(move) for move in search.options()]
        remaining = self.level.playouts if len(options) > 1 else 0
        while remaining > 0:
            remaining -= int(search.run(remaining, NEVER))
        best = int(search.best())

        def visits(move: int) -> tuple[bool, int]:
            child = find_child(search.root.children, seat, move)
            return move == best, 0 if child is None else int(child.visits)

        return sorted(options, key=visits, reverse=True)


def most_frequent(position: Position, seed: int) -> list[int]:
    """The quick moves of the seat to move, those that come most often first; then the others by their priors."""
    seat = int(position.to_move())
    chosen = Counter(quick_move(position, seat, seed + number) for number in range(SAMPLES))
    seen = position.resample(seat, from_secret(seed.to_bytes(16, "little"), "priors"))
    knowledge = knowledge_of(seen, NEWEST_KNOWLEDGE)
    legal = seen.legal_moves()
    candidates = knowledge.candidate_moves(seen, legal) if len(legal) > 1 else legal
    weights = [float(weight) for weight in knowledge.priors(seen, candidates)]
    by_prior = sorted(zip(weights, map(int, candidates), strict=True), reverse=True)
    ranked = [move for move, _count in chosen.most_common()]
    return ranked + [move for _weight, move in by_prior if move not in chosen]


DECIDERS = {"quick": Decider("quick"), "merchant": Decider("merchant", level("merchant-1").with_playouts(50))}


def is_a_choice(position: Position, seed: int) -> bool:
    """Whether the seat to move has two sensible plies or more."""
    seen = position.resample(int(position.to_move()), from_secret(seed.to_bytes(16, "little"), "candidates"))
    legal = seen.legal_moves()
    return len(legal) > 1 and len(knowledge_of(seen, NEWEST_KNOWLEDGE).candidate_moves(seen, legal)) > 1
