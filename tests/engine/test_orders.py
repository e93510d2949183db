"""Standing orders of games in general (games.engine.orders)."""

from __future__ import annotations

import pytest

from games.engine.contract import NotationError
from games.engine.orders import Order, order_from_json
from games.engine.registry import game
from tests.engine.kalah import Kalah


def test_a_game_has_no_orders_unless_it_says_so() -> None:
    kalah = Kalah()
    assert kalah.order_kinds() == ()
    with pytest.raises(NotationError, match="no standing orders"):
        kalah.read_order("always sow c")
    assert kalah.ordered_plies(kalah.new(2, {}, bytes(32)), [Order("draw")]) == []


def test_an_order_that_another_release_knew_asks() -> None:
    rules = game("san-juan")
    unknown = order_from_json({"kind": "juggle", "words": [], "number": None, "never": False})
    assert rules.ordered_plies(rules.new(2, {}, bytes(32)), [unknown]) == []
