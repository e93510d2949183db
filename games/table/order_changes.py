"""Giving and stopping standing orders (games.table.seat_orders). Nobody else can see any of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.access import Permission
from games.engine import ended_orders, registry
from games.engine.contract import Game as Rules
from games.engine.contract import RulesError
from games.engine.line_reader import LineReader
from games.engine.orders import Order, order_from_json
from games.models import DefaultOrders, Move
from games.people.models import User
from games.table import advisers, permission_check
from games.table.errors import BadAnswer, NotAllowed
from games.table.line_reading import error_in_words, line_reader
from games.table.own_seat import own_seat_update
from games.table.seat_orders import lines_of, orders_of
from games.table.written_lines import clean_lines

MAX_LINES: Final = 20
MAX_LINE_LENGTH: Final = 200


def give_orders(game_id: str, by: User, lines: Sequence[str], *, source: str) -> tuple[str, ...]:
    """Add standing orders to those of the person's seat; a new one replaces the old one of its kind. All that hold now.

    "ask draw" ends the one of that kind. Orders play at once what waits for them. Raises NoSuchGame, NotSeated,
    Suspended, NotRunning, GamePaused, and BadAnswer for what cannot be ordered.
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
    """Have a person's seats at games of a kind begin with these, as far as each allows them. Running games stay as they
    are. Raises NotAllowed and BadAnswer."""
    permission_check.require_permission(Permission.SET_PREFERENCES, person, NotAllowed())
    orders = _kept(_read_orders(registry.game(kind), lines))
    stored = [order.to_json() for order in orders]
    DefaultOrders.objects.update_or_create(user=person, kind=kind, defaults={"orders": stored})
    return tuple(order.line for order in orders)


def _change_orders(game_id: str, by: User, lines: Sequence[str], source: str, *, keep_older: bool) -> tuple[str, ...]:
    with own_seat_update(game_id, by, source) as (update, own):
        said = _read_orders(update.rules, lines)
        new = _kept(said)
        for order in new:
            advisers.check_allowed(update.game, order)
        older = [order for order in orders_of(own) if order.kind not in said] if keep_older else []
        # None only if there never were any: what stopped orders have played is still to be told.
        own.orders = [order.to_json() for order in (*older, *new)]
        own.save(update_fields=["orders"])
    return lines_of(own)


def _read_orders(rules: Rules, lines: Sequence[str]) -> dict[str, Order | None]:
    """What the last line about each kind of order says: an order, or None to end it. Raises BadAnswer."""
    written = clean_lines(lines, max_lines=MAX_LINES, max_length=MAX_LINE_LENGTH)
    reader = line_reader(rules)
    try:
        return dict(_read_order(reader, line) for line in written)
    except RulesError as error:
        raise BadAnswer(error_in_words(reader, error)) from error


def _read_order(reader: LineReader, line: str) -> tuple[str, Order | None]:
    """A kind of order, and what a line says of it. Raises RulesError."""

    def attempt(english: str) -> tuple[str, Order | None]:
        if ended_orders.ends_an_order(english):
            return ended_orders.read_kind(reader.rules, english), None
        order = advisers.read_order(reader.rules, english)
        return order.kind, order

    def meaning(said: tuple[str, Order | None]) -> str:
        kind, order = said
        return ended_orders.line_for(kind) if order is None else order.line

    read: tuple[str, Order | None] = reader.read(line, attempt, meaning)
    return read


def _kept(said: Mapping[str, Order | None]) -> list[Order]:
    return [order for order in said.values() if order is not None]
