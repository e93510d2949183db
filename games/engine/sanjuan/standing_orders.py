"""Standing orders (games.engine.orders): which there are, and the answers that they give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.order_answers import first_answer
from games.engine.order_reader import OrderForm
from games.engine.orders import Order, QuestionKind
from games.engine.sanjuan import foresight, moves, offers, trader
from games.engine.sanjuan.components import GOODS
from games.engine.sanjuan.notation import parse
from games.engine.sanjuan.position import State
from games.engine.sanjuan.stages import STAGE_CHAPEL, STAGE_GOLD_MINE, STAGE_PRODUCER, STAGE_TRADER
from games.engine.sanjuan.vocabulary import AUTO, BUILD, CHAPEL, GOLD_MINE, PRODUCE, SELL, USE
from games.engine.words import Message
from games.engine.words import gettext_noop as _

FORMS: Final = (
    OrderForm(
        SELL,
        Message(_("Whose goods would not bring so many cards, all bonuses counted, sells nothing.")),
        "never sell below 3",
        units=("card",),
    ),
    OrderForm(
        PRODUCE,
        Message(_("The dearest goods are produced, as many as possible.")),
        "always produce auto",
        words=(AUTO,),
    ),
    OrderForm(
        CHAPEL,
        Message(_("No card goes under the chapel, unless the hand is above its limit: then you are asked.")),
        "never chapel",
    ),
    OrderForm(USE, Message(_("The gold mine is used.")), "always use gold mine", words=(GOLD_MINE,)),
    OrderForm(USE, Message(_("The gold mine is not used.")), "never use gold mine", words=(GOLD_MINE,)),
)

QUESTION_KINDS: Final = (
    QuestionKind("deal", ("deal",)),
    QuestionKind("role", ("role",)),
    QuestionKind("builder", ("builder", "payment"), (BUILD,)),
    QuestionKind("councillor", ("councillor",)),
    QuestionKind("archive", ("archive",)),
    QuestionKind("chapel", ("chapel",)),
    QuestionKind("limit", ("limit",)),
    QuestionKind("gold mine", ("gold mine", "strike")),
    QuestionKind("trader", ("trader",), (SELL,)),
    QuestionKind("producer", ("producer",), (PRODUCE,)),
)
"""See Game.question_kinds."""


def ordered_plies(position: State, orders: Sequence[Order]) -> list[int]:
    """See Game.ordered_plies."""
    if position.is_over() or foresight.is_mid_decision(position):
        return []
    return first_answer(position, int(position.stage), orders, _ANSWERS)


def _sell(position: State, order: Order) -> list[int]:
    """To pass, if the best sale brings less."""
    assert order.number is not None
    seat = position.actor
    goods = [good for good in range(GOODS) for _plant in range(position.goods[seat * GOODS + good])]
    best = sorted(goods, key=position.good_price, reverse=True)[: int(trader.capacity(position, seat))]
    return [moves.PASS] if trader.income(position, seat, vec[i64](best)) < order.number else []


def _produce(position: State, order: Order) -> list[int]:  # noqa: ARG001
    return parse(position, offers.build_offers(position)[0].text)


def _chapel(position: State, order: Order) -> list[int]:  # noqa: ARG001
    """A hand above its limit loses the card that does not go under the chapel: that is no routine."""
    seat = position.actor
    return [moves.PASS] if position.hand_count[seat] <= position.hand_limit(seat) else []


def _use_gold_mine(position: State, order: Order) -> list[int]:  # noqa: ARG001
    return [moves.PASS if order.never else moves.USE_GOLD_MINE]


_ANSWERS: Final[dict[tuple[str, int], Callable[[State, Order], list[int]]]] = {
    (SELL, STAGE_TRADER): _sell,
    (PRODUCE, STAGE_PRODUCER): _produce,
    (CHAPEL, STAGE_CHAPEL): _chapel,
    (USE, STAGE_GOLD_MINE): _use_gold_mine,
}
"""By kind of order and the stage whose question it answers."""
