"""What people say once and for all in San Juan (games.engine.orders), and which questions it answers."""

from __future__ import annotations

import pytest

from games.engine.contract import NotationError
from games.engine.sanjuan.flow import SanJuanPosition
from tests.engine.sanjuan.tables import (
    SAN_JUAN,
    Player,
    goods,
    play,
    question_of,
    table,
    under_the_chapel,
)

ASKED = ""
"""What an order answers that does not fit."""
NOBODY = Player()


def ordered(position: SanJuanPosition, *lines: str) -> str:
    """The answer that these orders give, played; ASKED if they give none."""
    plies = SAN_JUAN.ordered_plies(position, [SAN_JUAN.read_order(line) for line in lines])
    if not plies:
        return ASKED
    text = SAN_JUAN.decision_text(position, plies)
    for ply in plies:
        assert ply in list(position.legal_moves())
        position.play(ply)
    assert not position.is_mid_decision()
    return text


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("never trade under 4 cards", "never sell below 4"),
        ("always produce", "always produce auto"),
        ("Always produce automatically", "always produce auto"),
        ("never tuck", "never chapel"),
        ("always use the goldmine", "always use gold mine"),
        ("never gold mine", "never use gold mine"),
        ("always mine", "always use gold mine"),
    ],
)
def test_orders_are_read_as_forgivingly_as_answers(typed: str, line: str) -> None:
    order = SAN_JUAN.read_order(typed)
    assert order.line == line
    assert SAN_JUAN.read_order(line) == order


@pytest.mark.parametrize("line", ["always chapel", "never produce auto", "always produce coffee", "always library"])
def test_what_is_no_order_is_refused_with_those_that_there_are(line: str) -> None:
    with pytest.raises(NotationError) as caught:
        SAN_JUAN.read_order(line)
    assert caught.value.legal == [kind.example for kind in SAN_JUAN.order_kinds()]


# --- the trader ---

PLANTER = Player(buildings="indigo plant, sugar mill, coffee roaster", goods="indigo, sugar, coffee")


def test_who_cannot_sell_for_so_many_cards_sells_nothing() -> None:
    position = table(NOBODY, PLANTER, NOBODY, prices=(1, 1, 1, 2, 2))
    play(position, "trader")
    assert ordered(position.copy(), "never sell below 2") == ASKED
    assert ordered(position, "never sell below 3") == "pass"
    assert goods(position, 1) == "indigo, sugar, coffee"


def test_all_that_a_sale_brings_counts() -> None:
    """Two goods for 3, market stand and market hall 1 each: docs/rules §3."""
    merchant = Player(
        buildings="indigo plant, sugar mill, coffee roaster, trading post, market stand, market hall",
        goods="indigo, sugar, coffee",
    )
    position = table(NOBODY, merchant, NOBODY, prices=(1, 1, 1, 2, 2))
    play(position, "trader")
    assert ordered(position.copy(), "never sell below 5") == ASKED
    assert ordered(position, "never sell below 6") == "pass"


def test_a_sale_that_is_begun_is_left_to_its_owner() -> None:
    position = table(PLANTER, NOBODY, NOBODY)
    play(position, "trader")
    move = next(move for move in position.legal_moves() if "more" in SAN_JUAN.move_text(position, move))
    position.play(move)
    assert position.is_mid_decision()
    assert ordered(position, "never sell below 9") == ASKED


# --- the producer ---


def test_by_order_the_dearest_goods_are_produced() -> None:
    grower = Player(buildings="indigo plant, sugar mill, coffee roaster")
    position = table(grower, grower, NOBODY)
    play(position, "producer")
    assert ordered(position, "always produce auto") == "produce sugar, coffee"
    assert ordered(position, "always produce auto") == "produce coffee"


def test_of_very_many_ways_to_produce_the_suggested_one_is_taken() -> None:
    grower = Player(
        buildings="indigo plant, sugar mill, tobacco storage, coffee roaster, silver smelter, silver smelter, aqueduct"
    )
    position = table(grower, NOBODY, NOBODY)
    play(position, "producer")
    assert SAN_JUAN.question(position).offers[0].selection is not None
    assert ordered(position, "always produce auto") == "produce coffee, silver, silver"


# --- the chapel ---


def chapel(hand: str) -> SanJuanPosition:
    """The first seat is asked for its chapel at the start of a round."""
    owner = Player(hand=hand, buildings="indigo plant, chapel")
    position = table(owner, NOBODY, governor=1)
    play(position, "prospector")
    while question_of(position)[0] == "role":
        play(position, next(role for role in ("trader", "producer") if role in roles(position)))
    return position


def roles(position: SanJuanPosition) -> list[str]:
    return [SAN_JUAN.move_text(position, move) for move in position.legal_moves()]


def test_by_order_nothing_goes_under_the_chapel() -> None:
    position = chapel("well, smithy")
    assert question_of(position) == ("chapel", 0)
    assert ordered(position, "never chapel") == "pass"
    assert under_the_chapel(position, 0) == ""


def test_who_holds_too_many_cards_is_asked_for_the_chapel() -> None:
    position = chapel("well, well, smithy, smithy, quarry, library, hero, statue")
    assert question_of(position) == ("chapel", 0)
    assert ordered(position, "never chapel") == ASKED


# --- the gold mine ---


def test_the_gold_mine_is_used_or_not_as_the_order_says() -> None:
    position = table(NOBODY, Player(buildings="indigo plant, gold mine"), NOBODY)
    play(position, "prospector")
    assert question_of(position) == ("gold mine", 1)
    assert ordered(position.copy(), "always use gold mine") == "use gold mine"
    assert ordered(position, "never use gold mine") == "pass"


def test_which_card_the_gold_mine_brings_is_asked() -> None:
    miner = Player(buildings="indigo plant, gold mine")
    position = table(NOBODY, miner, NOBODY, pile="well, quarry, smithy, tobacco storage, library")
    play(position, "prospector")
    every = [kind.example for kind in SAN_JUAN.order_kinds()]
    assert ordered(position, *every) == "use gold mine"
    assert question_of(position) == ("strike", 1)
    assert ordered(position, *every) == ASKED
