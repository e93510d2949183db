"""What a search may ask about a game beyond its rules. The answers here are those of somebody who knows nothing."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from games.engine.contract import Position
from games.engine.random import Random


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """One game's expertise: which moves are worth a look, which look good, how a game goes on, how it stands.

    An object serves one search at a time: it may remember things between calls. Every answer depends only on the
    position given (which is a resampled one) and on the random numbers handed in, so a search can be repeated.
    """

    def candidates(self, position: Position, legal: vec[i64]) -> vec[i64]:  # noqa: ARG002
        """The moves worth searching: some of `legal`, in its order, at least one."""
        return legal

    def weights(self, position: Position, moves: vec[i64]) -> vec[float]:  # noqa: ARG002
        """How promising each of `moves` looks before any search: positive, in any unit."""
        weights = vec[float]()
        for _ in range(len(moves)):
            weights = append(weights, 1.0)
        return weights

    def playout_move(self, position: Position, random: Random) -> i64:
        """A plausible move of the seat to move, drawn quickly: playouts are made of these."""
        legal = position.legal_moves()
        return legal[random.below(len(legal))]

    def prospects(self, position: Position) -> vec[float]:
        """How an unfinished game stands: every seat's expected result, each 0 to 1, all together 1."""
        prospects = vec[float]()
        for _ in range(position.seats):
            prospects = append(prospects, 1.0 / float(position.seats))
        return prospects
