"""Standing orders: what people say once, and what then answers their routine questions. They are private.

What can be ordered, each game says (games.engine.orders). A plan goes before orders, and `ask` in a plan before both.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import NO_MOVE, Position
from games.engine.contract import Game as Rules
from games.engine.orders import Order, order_from_json
from games.models import DefaultOrders, Seat, Submission, Turn
from games.table import plans
from games.table.answers import Origin


def orders_of(seat: Seat) -> tuple[Order, ...]:
    """The standing orders of a seat's person."""
    return tuple(order_from_json(stored) for stored in seat.orders or ())


def lines_of(seat: Seat) -> tuple[str, ...]:
    """The same as lines, as their owner may write them."""
    return tuple(order.line for order in orders_of(seat))


def begin_with_defaults(seat: Seat, kind: str) -> None:
    """Let a person's seat begin with what they have ordered for all games of the kind."""
    stored = DefaultOrders.objects.filter(user=seat.user, kind=kind).first() if plans.can_plan(seat) else None
    if stored or seat.orders:
        seat.orders = stored.orders if stored else None
        seat.save(update_fields=["orders"])


def plies_of(rules: Rules, position: Position, seat: Seat, turn: Turn | None) -> list[int]:
    """What the orders of the seat to move play now; empty: it is asked.

    turn: its live turn. Nothing is played in it if its time was up, or if its plan says `ask`.
    """
    if not seat.orders or not plans.can_plan(seat):
        return []
    if turn is not None and (turn.timed_out or plans.wants_to_be_asked(rules, position, turn)):
        return []
    return list(rules.ordered_plies(position, orders_of(seat)))


def answer_all(rules: Rules, questions: Sequence[Position], seat: Seat) -> bool:
    """Whether the orders of a seat answer whatever of these questions leaves a choice."""
    orders = orders_of(seat)
    open_questions = [question for question in questions if question.forced_move() == NO_MOVE]
    return bool(orders) and all(rules.ordered_plies(question, orders) for question in open_questions)


def acted_since_last_answer(seat: Seat) -> list[str]:
    """What standing orders have answered for a seat since its person has last written something, in notation."""
    if not seat.orders:
        return []
    answers = Submission.objects.filter(turn__seat=seat, undone_at=None)
    written = answers
    for origin in Origin:
        written = written.exclude(key__startswith=origin)
    last = written.order_by("-pk").values_list("pk", flat=True).first()
    acted = answers.filter(key__startswith=Origin.ORDER, pk__gt=last or 0).order_by("pk")
    return [line for result in acted.values_list("result", flat=True) for line in result["done"]]
