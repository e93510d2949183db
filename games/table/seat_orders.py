"""Standing orders: what people say once, and what then answers their routine questions. They are private.

What can be ordered, each game says (games.engine.orders). A plan goes before orders, and `ask` in a plan before both.
The order that leaves questions to an adviser (games.table.advisers) comes last: it plays nothing by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from games.engine import registry
from games.engine.contract import NO_MOVE, Position
from games.engine.contract import Game as Rules
from games.engine.left_questions import LEAVE
from games.engine.orders import Order, order_from_json
from games.models import DefaultOrders, Seat, Submission, Turn
from games.table import advisers, plans
from games.table.answers import Origin
from games.table.line_reading import shown_lines


def orders_of(seat: Seat) -> tuple[Order, ...]:
    """The standing orders of a seat's person."""
    return tuple(order_from_json(stored) for stored in seat.orders or ())


def lines_of(seat: Seat) -> tuple[str, ...]:
    """The same as lines, as their owner may write them."""
    return tuple(order.line for order in orders_of(seat))


def begin_with_defaults(seat: Seat, kind: str) -> None:
    """Let a person's seat begin with what they have ordered for all games of the kind, as far as this one allows it."""
    stored = DefaultOrders.objects.filter(user=seat.user, kind=kind).first() if plans.can_plan(seat) else None
    if stored or seat.orders is not None:
        orders = [order_from_json(order) for order in stored.orders] if stored else []
        allowed = advisers.allowed_orders(seat.game, orders)
        seat.orders = [order.to_json() for order in allowed] or None
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


def adviser_of(rules: Rules, position: Position, seat: Seat, turn: Turn) -> str:
    """The level of the adviser to whom the seat to move leaves what it is asked; empty: the person is asked.

    turn: its live turn, as in `plies_of`. A decision that is begun is completed by whoever has begun it.
    """
    if not seat.orders or not seat.game.allows_advisers or not plans.can_plan(seat):
        return ""
    orders = [order for order in orders_of(seat) if order.kind == LEAVE]
    if not orders or turn.timed_out or plans.wants_to_be_asked(rules, position, turn):
        return ""
    return turn.adviser if position.is_mid_decision() else advisers.level_for(rules, position, orders)


def answer_all(rules: Rules, questions: Sequence[Position], seat: Seat) -> bool:
    """Whether the orders of a seat, or its adviser, answer whatever of these questions leaves a choice."""
    orders = advisers.allowed_orders(seat.game, orders_of(seat))
    open_questions = [question for question in questions if question.forced_move() == NO_MOVE]
    return bool(orders) and all(
        rules.ordered_plies(question, orders) or advisers.level_for(rules, question, orders)
        for question in open_questions
    )


def acted_since_last_answer(seat: Seat) -> list[str]:
    """What standing orders and the adviser have answered for a seat since its person last wrote something, as they
    may write it.

    Orders that were stopped meanwhile are told, too; not those of somebody who had the seat before.
    """
    if seat.orders is None:
        return []
    answers = Submission.objects.filter(turn__seat=seat, undone_at=None)
    by_orders = Q(key__startswith=Origin.ORDER) | Q(key__startswith=Origin.ADVISER)
    acted = answers.filter(by_orders, plies__gt=0)
    if seat.knows_after:
        acted = acted.filter(moves__pk__gt=seat.knows_after).distinct()
    found = list(acted.order_by("pk").values_list("pk", "key", "result"))
    if not found:
        return []
    written = answers
    for origin in Origin:
        written = written.exclude(key__startswith=origin)
    last = written.order_by("-pk").values_list("pk", flat=True).first() or 0
    rules = registry.game(seat.game.kind)
    return [_as_told(key, shown_lines(rules, result["done"])) for pk, key, result in found if pk > last]


def _as_told(key: str, done: Sequence[str]) -> str:
    lines = ", ".join(done)
    return _("%(lines)s (your adviser)") % {"lines": lines} if key.startswith(Origin.ADVISER) else lines
