"""Giving and stopping standing orders (games.table.seat_orders). Nobody else can see any of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from structlog.contextvars import bound_contextvars

from games.access import Permission
from games.engine import registry
from games.engine.contract import Game as Rules
from games.engine.contract import RulesError
from games.engine.orders import Order, order_from_json
from games.models import DefaultOrders, Move
from games.people.models import User
from games.table import permission_check, plans
from games.table.errors import BadAnswer, NotAllowed, NotSeated
from games.table.game_update import GameUpdate
from games.table.locked_turns import check_under_way
from games.table.locks import lock_game
from games.table.seat_orders import lines_of, orders_of

MAX_LINES: Final = 20
MAX_LINE_LENGTH: Final = 200


def give_orders(game_id: str, by: User, lines: Sequence[str], *, source: str) -> tuple[str, ...]:
    """Add standing orders to those of the person's seat; a new one replaces the old one of its kind. All that hold now.

    They play at once what waits for them. Raises NoSuchGame, NotSeated, Suspended, NotRunning, GamePaused, and
    BadAnswer for what cannot be ordered.
    """
    return _change_orders(game_id, by, lines, source, keep_older=True)


def stop_orders(game_id: str, by: User) -> tuple[str, ...]:
    """Withdraw all standing orders of the person's seat. Raises as `give_orders` does."""
    return _change_orders(game_id, by, (), Move.Source.WEB, keep_older=False)


def set_orders(game_id: str, by: User, lines: Sequence[str], *, source: str) -> tuple[str, ...]:
    """Have these standing orders and no others. Raises as `give_orders` does."""
    return _change_orders(game_id, by, lines, source, keep_older=False)


def default_lines(person: User, kind: str) -> tuple[str, ...]:
    """The standing orders with which the person's seats at games of a kind begin."""
    stored = DefaultOrders.objects.filter(user=person, kind=kind).first()
    return tuple(order_from_json(order).line for order in stored.orders) if stored else ()


def set_defaults(person: User, kind: str, lines: Sequence[str]) -> tuple[str, ...]:
    """Have a person's seats at games of a kind begin with these. Running games stay as they are. Raises NotAllowed and
    BadAnswer."""
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    orders = _read_orders(registry.game(kind), lines)
    stored = [order.to_json() for order in orders]
    DefaultOrders.objects.update_or_create(user=person, kind=kind, defaults={"orders": stored})
    return tuple(order.line for order in orders)


def _change_orders(game_id: str, by: User, lines: Sequence[str], source: str, *, keep_older: bool) -> tuple[str, ...]:
    with bound_contextvars(game=game_id), transaction.atomic():
        game = lock_game(game_id)
        seat = game.seats.select_related("user__owner").filter(user=by, caretaker="").first()
        if seat is None or not plans.can_plan(seat):
            raise NotSeated
        permission_check.require_permission(Permission.PLAY, by, NotSeated(), game, seat)
        check_under_way(game)
        update = GameUpdate(game, timezone.now())
        own = update.seats[seat.index]
        new = _read_orders(update.rules, lines)
        kinds = {order.kind for order in new}
        older = [order for order in orders_of(own) if order.kind not in kinds] if keep_older else []
        own.orders = [order.to_json() for order in (*older, *new)] or None
        own.save(update_fields=["orders"])
        update.advance()
        update.save(answering=(own, source), private_to=own)
        return lines_of(own)


def _read_orders(rules: Rules, lines: Sequence[str]) -> list[Order]:
    """Of several of the same kind the last one counts. Raises BadAnswer."""
    written = [line for line in (line.replace("\0", "").strip() for line in lines) if line]
    if len(written) > MAX_LINES or any(len(line) > MAX_LINE_LENGTH for line in written):
        raise BadAnswer(_("This is too long for an answer."))
    try:
        orders = [rules.read_order(line) for line in written]
    except RulesError as error:
        raise BadAnswer(error.message.render(translation)) from error
    return list({order.kind: order for order in orders}.values())
