"""A tiny game in plain Python to test the search: players take numbered lots, and the largest sum wins.

In turn, each player takes one of the open lots (the move is its number) or draws the top lot of a hidden pile (DRAW).
Each player's turn is a phase of its own and has two plies.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import NO_MOVE, NOBODY, Event, Position
from games.engine.random import Random

DRAW = 0
PLIES_PER_TURN = 2


class DrawingLots(Position):
    def __init__(self, seats: int, table: list[int], pile: list[int], turns: int) -> None:
        super().__init__(seats)
        self.table = sorted(table)
        self.pile = list(pile)
        self.turns = turns
        self.sums = [0] * seats

    def to_move(self) -> i64:
        if self.plies >= self.turns * self.seats * PLIES_PER_TURN or not (self.table or self.pile):
            return NOBODY
        return (self.plies // PLIES_PER_TURN) % self.seats

    def legal_moves(self) -> vec[i64]:
        return vec[i64](([DRAW] if self.pile else []) + sorted(set(self.table)))

    def play(self, move: i64) -> None:
        seat = self.to_move()
        if move == DRAW:
            lot = self.pile.pop()
            self.revealed += 1
        else:
            self.table.remove(move)
            lot = move
        self.sums[seat] += lot
        self.plies += 1
        if self.listener is not None:
            self.listener.append(Event("takes", seat, {"lot": lot, "drawn": move == DRAW}))

    def copy(self) -> Position:
        twin = DrawingLots(self.seats, self.table, self.pile, self.turns)
        twin.sums = list(self.sums)
        twin.plies = self.plies
        twin.revealed = self.revealed
        return twin

    def is_over(self) -> bool:
        return self.to_move() == NOBODY

    def phase(self) -> i64:
        return self.plies // PLIES_PER_TURN

    def scores(self) -> vec[i64]:
        return vec[i64](self.sums)

    def tie_breaks(self) -> vec[i64]:
        return vec[i64]([0] * self.seats)

    def forced_move(self) -> i64:
        legal = list(self.legal_moves())
        return legal[0] if len(legal) == 1 else NO_MOVE

    def ahead(self, seat: i64) -> Position | None:  # noqa: ARG002
        return None

    def resample(self, seat: i64, random: Random) -> Position:  # noqa: ARG002
        twin = self.copy()
        assert isinstance(twin, DrawingLots)
        # A seat knows what is in the pile, but not in which order.
        twin.pile.sort()
        for last in range(len(twin.pile) - 1, 0, -1):
            other = random.below(last + 1)
            twin.pile[last], twin.pile[other] = twin.pile[other], twin.pile[last]
        return twin
