"""Answers by standing orders (games.engine.orders), from a table that a game has of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from games.engine.orders import Order

PositionType = TypeVar("PositionType")


def first_answer(
    position: PositionType,
    stage: int,
    orders: Sequence[Order],
    answers: Mapping[tuple[str, int], Callable[[PositionType, Order], list[int]]],
) -> list[int]:
    """The plies of the first of these orders that answers the question of the stage; empty if none does.

    answers: by kind of order and stage, what gives the plies, or none where the premise of the order does not fit.
    """
    for order in orders:
        answer = answers.get((order.kind, stage))
        if answer is not None and (plies := answer(position, order)):
            return plies
    return []
