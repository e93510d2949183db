"""The standing orders that sensible people give before a game begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.contract import Game
from games.engine.orders import Order

ORDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "puerto-rico": (
        "always place auto",
        "always store coffee, tobacco, sugar, indigo, corn",
        "always extra coffee, tobacco, sugar, indigo, corn",
    ),
    "san-juan": ("always produce auto", "always use gold mine"),
}
"""By the key of the game."""


def standing_orders(rules: Game) -> tuple[Order, ...]:
    return tuple(rules.read_order(line) for line in ORDERS.get(rules.key, ()))
