"""Standing orders of games in general (games.engine.orders)."""

from __future__ import annotations

import pytest

from games.engine import left_questions
from games.engine.contract import NotationError
from games.engine.ended_orders import ends_an_order, line_for, read_kind
from games.engine.orders import Order, order_from_json
from games.engine.registry import game
from tests.engine.kalah import Kalah


def test_a_game_has_no_orders_unless_it_says_so() -> None:
    kalah = Kalah()
    assert kalah.order_kinds() == ()
    with pytest.raises(NotationError, match="no standing orders"):
        kalah.read_order("always sow c")
    assert kalah.ordered_plies(kalah.new(2, {}, bytes(32)), [Order("draw")]) == []


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("always leave captain, store to merchant", "always leave captain, store to merchant"),
        ("Alw. leav STOR capt to the Viceroy", "always leave store, captain to viceroy"),
        ("always leave captain and storing to my adviser", "always leave captain, store"),
        ("always leave ship", "always leave captain"),
        ("always leave hunt lodge, hunting lodge", "always leave hunting lodge"),
    ],
)
def test_questions_are_left_by_the_words_of_the_rulebook(typed: str, line: str) -> None:
    assert left_questions.is_about_left_questions(typed)
    order = left_questions.read_order(game("puerto-rico"), typed)
    assert order.line == line
    assert left_questions.read_order(game("puerto-rico"), line) == order == order_from_json(order.to_json())


@pytest.mark.parametrize("line", ["always leave", "always leave gold mine", "always leave store captain trader mine"])
def test_what_cannot_be_left_is_refused_with_what_can(line: str) -> None:
    with pytest.raises(NotationError, match=r"What can be left: .*captain, store\.") as caught:
        left_questions.read_order(game("puerto-rico"), line)
    assert caught.value.legal == ["always leave captain, store"]


@pytest.mark.parametrize("line", ["always", "always le store", "never leave store", "leave store", "always draw"])
def test_other_lines_are_not_about_leaving(line: str) -> None:
    assert not left_questions.is_about_left_questions(line)


@pytest.mark.parametrize(
    ("key", "typed", "kind"),
    [
        ("puerto-rico", "ask draw", "draw"),
        ("puerto-rico", "Ask STORE.", "store"),
        ("puerto-rico", "ask my dra", "draw"),
        ("puerto-rico", "ask auto", "place"),
        ("puerto-rico", "ask leave", "leave"),
        ("san-juan", "ask use gold mine", "use"),
        ("san-juan", "ask gold mine", "use"),
        ("san-juan", "ask chapel", "chapel"),
    ],
)
def test_the_order_of_one_kind_is_ended_by_asking_for_the_question(key: str, typed: str, kind: str) -> None:
    assert ends_an_order(typed)
    assert read_kind(game(key), typed) == kind
    assert read_kind(game(key), line_for(kind)) == kind


@pytest.mark.parametrize("typed", ["ask quarry", "ask s", "ask draw store"])
def test_what_is_no_order_cannot_be_ended(typed: str) -> None:
    with pytest.raises(NotationError, match="ask store") as caught:
        read_kind(game("puerto-rico"), typed)
    assert caught.value.legal == [f"ask {kind}" for kind in ("store", "extra", "draw", "place", "sell", "leave")]


@pytest.mark.parametrize("line", ["ask", "Ask me", "asking", "next: builder, ask", "always draw"])
def test_other_lines_end_no_order(line: str) -> None:
    assert not ends_an_order(line)


def test_a_game_with_plain_notation_has_its_stages_to_leave() -> None:
    kalah = Kalah()
    order = left_questions.read_order(kalah, "always leave sow to merchant")
    assert order == Order("leave", ("sow",), to="merchant")
    assert left_questions.leaves(kalah, kalah.new(2, {}, bytes(32)), order)
    assert not left_questions.leaves(kalah, kalah.new(2, {}, bytes(32)), Order("draw", ("sow",)))


def test_an_order_that_another_release_knew_asks() -> None:
    rules = game("san-juan")
    unknown = order_from_json({"kind": "juggle", "words": [], "number": None, "never": False})
    assert rules.ordered_plies(rules.new(2, {}, bytes(32)), [unknown]) == []
