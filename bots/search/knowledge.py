"""What a search may ask about a game beyond its rules. The base class answers for a game without any knowledge."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from games.engine.contract import Position
from games.engine.random import Random


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """Expert knowledge of one game: candidate moves, their priors, plausible playout moves, an evaluation of positions.

    An object serves one search at a time, so it may cache things between calls. Every answer depends only on the
    position (a resampled one) and on the random numbers that are passed in. So a search can be repeated.
    """

    def candidate_moves(self, position: Position, legal: vec[i64]) -> vec[i64]:  # noqa: ARG002
        """The moves worth searching: some of `legal`, in the same order, at least one."""
        return legal

    def priors(self, position: Position, moves: vec[i64]) -> vec[float]:  # noqa: ARG002
        """How promising each of `moves` is before any search. All are positive; they need not add up to 1."""
        priors = vec[float]()
        for _ in range(len(moves)):
            priors = append(priors, 1.0)
        return priors

    def playout_move(self, position: Position, random: Random) -> i64:
        """A plausible move of the seat to move, chosen quickly. Playouts are made of such moves."""
        legal = position.legal_moves()
        return legal[random.below(len(legal))]

    def evaluate(self, position: Position) -> vec[float]:
        """The value of an unfinished game for every seat: each from 0 to 1, the sum is 1."""
        values = vec[float]()
        for _ in range(position.seats):
            values = append(values, 1.0 / float(position.seats))
        return values
