"""Let levels, or playout moves, play any game."""

from __future__ import annotations

from bots.levels import level
from bots.search.knowledge import Knowledge
from games.engine.contract import Position
from games.engine.random import from_secret

SEARCHING = ["apprentice-1", "merchant-1", "viceroy-1"]
PLAIN_SEARCHES = ["uct-150", "uct-1500"]
"""Their playouts go on to the end of the game, so tests let them play only the last rounds."""


def play_to_the_end(position: Position, names: list[str], playouts: int) -> None:
    """Let the levels play to the end, seat by seat another level."""
    while not position.is_over():
        seat = int(position.to_move())
        player = level(names[seat % len(names)]).with_playouts(playouts)
        plan = player.plan(position, seat, seed=int(position.plies))
        assert plan.moves
        for move in plan.moves:
            assert position.to_move() == seat
            assert move in list(position.legal_moves())
            position.play(move)


def informed_result(position: Position, knowledge: Knowledge) -> list[int]:
    """The ranks if the first seat plays playout moves and the others play at random."""
    random = from_secret(b"informed", "playout")
    while not position.is_over():
        if position.to_move() == 0:
            position.play(knowledge.playout_move(position, random))
        else:
            legal = position.legal_moves()
            position.play(legal[random.below(len(legal))])
    return [int(rank) for rank in position.ranks()]
