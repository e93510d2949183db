"""The rules of My Game, by the examples of docs/rules/my-game.md."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalMove, Position
from games.engine.registry import game

RULES = game("my-game")


def after(*lines: str, seats: int = 2) -> Position:
    """The position after these lines, of the seats in turn."""
    position = RULES.new(seats, {}, bytes(32))
    for line in lines:
        RULES.submit(position, line)
    return position


def test_everybody_takes_a_tile_in_turn() -> None:
    position = after("take f", "take c", seats=3)
    assert position.to_move() == 2
    assert list(position.scores()) == [6, 3, 0]


def test_a_tile_can_be_taken_once() -> None:
    with pytest.raises(IllegalMove, match="This tile is taken"):
        after("take f", "take f")


def test_the_most_points_win_and_equal_points_share_a_rank() -> None:
    position = after("take a", "take b", "take c", "take f", "take e", "take d", seats=3)
    assert position.is_over()
    assert list(position.scores()) == [7, 7, 7]
    assert list(position.ranks()) == [1, 1, 1]
