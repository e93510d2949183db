"""A position of My Game: who has taken which tiles."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from games.engine.contract import NOBODY, OpenPosition

TILES: Final = 6
"""They are numbered from 1; a tile is worth its number."""


class MyGamePosition(OpenPosition):
    """Everybody in turn takes one tile, until none is left."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.owners: vec[i64] = vec[i64]([NOBODY] * TILES)
        """Who has taken a tile, by its number less 1."""

    def to_move(self) -> i64:
        return NOBODY if self.is_over() else self.plies % self.seats

    def is_over(self) -> bool:
        return self.plies == TILES

    def legal_moves(self) -> vec[i64]:
        """The numbers of the tiles that are left."""
        moves = vec[i64]()
        for tile in range(1, TILES + 1):
            if self.owners[tile - 1] == NOBODY:
                moves = append(moves, tile)
        return moves

    def play(self, move: i64) -> None:
        seat = self.to_move()
        self.owners[move - 1] = seat
        self.plies += 1
        self.emit("takes", seat, {"tile": int(move)})
        if self.is_over():
            ranks, scores = list(self.ranks()), list(self.scores())
            self.emit("game_over", NOBODY, {"ranks": list(map(int, ranks)), "scores": list(map(int, scores))})

    def phase(self) -> i64:
        """Every tile taken is a turn of its own."""
        return self.plies

    def scores(self) -> vec[i64]:
        scores = vec[i64]([0] * self.seats)
        for tile in range(1, TILES + 1):
            owner = self.owners[tile - 1]
            if owner != NOBODY:
                scores[owner] += tile
        return scores

    def copy(self) -> MyGamePosition:
        twin = MyGamePosition(self.seats)
        twin.plies = self.plies
        twin.rules_version = self.rules_version
        twin.owners = self.owners[:]
        return twin
