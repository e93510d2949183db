"""What somebody has said once for later, as the page of the game shows it to them: their next pick, standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine import registry
from games.engine.contract import Game as Rules
from games.engine.contract import Position
from games.engine.orders import OrderKind
from games.models import Seat
from games.people.models import User
from games.table import advisers, next_picks, order_changes, plans, seat_orders
from games.table.line_reading import line_reader, shown_lines
from games.table.positions import rules_of
from games.web.digests import lines_digest
from games.wording import in_words

NEXT_PICK: Final = "next-pick"
ORDERS: Final = "orders"


@dataclass(frozen=True)
class RefusedLines:
    """Lines that are not kept, and why. part: NEXT_PICK or ORDERS."""

    part: str
    reason: str
    written: str = ""


@dataclass(frozen=True)
class PossibleOrder:
    """An order that a game has."""

    label: str
    example: str


@dataclass(frozen=True)
class ShownLines:
    """Lines that a seat keeps, and the form to change them."""

    lines: Sequence[str]
    text: str
    """What stands in the form."""
    reason: str = ""
    """Why what was written there is not kept."""
    possible: Sequence[PossibleOrder] = ()

    @property
    def digest(self) -> str:
        """By this an open page knows that other lines are kept than it shows."""
        return lines_digest(self.lines)


def shown_next_pick(seat: Seat | None, position: Position, refused: RefusedLines | None) -> ShownLines | None:
    """What a seat wants to pick next; None for a program, and where nothing is picked. position: the game's own."""
    if seat is None or not plans.can_plan(seat) or position.next_pick(seat.index) is None:
        return None
    lines = shown_lines(rules_of(seat.game), next_picks.lines_of(seat))
    first = "".join(lines[:1]).partition(":")[2].strip()
    return _shown(NEXT_PICK, lines, "\n".join((first, *lines[1:])), refused)


def shown_orders(seat: Seat | None, rules: Rules, refused: RefusedLines | None) -> ShownLines | None:
    """The standing orders of a seat; None for a program, and where the game has none."""
    kinds = advisers.order_kinds(rules, seat.game) if seat is not None else ()
    if seat is None or not kinds or not plans.can_plan(seat):
        return None
    lines = shown_lines(rules, seat_orders.lines_of(seat))
    return _shown(ORDERS, lines, "\n".join(lines), refused, possible_orders(rules, kinds))


@dataclass(frozen=True)
class GameOrders:
    """The orders that the games of a kind have."""

    kind: str
    title: str
    possible: Sequence[PossibleOrder]


@dataclass(frozen=True)
class DefaultOrders:
    """The standing orders with which somebody's new games of a kind begin."""

    game: GameOrders
    shown: ShownLines


def shown_default_orders(person: User, kind: str = "", refused: RefusedLines | None = None) -> list[DefaultOrders]:
    """Those of each kind that has orders. kind: that to which the refused lines belong."""
    return [
        DefaultOrders(game, _default_lines(person, game, refused if game.kind == kind else None))
        for game in games_with_orders()
    ]


def games_with_orders() -> list[GameOrders]:
    kinds = [(rules, advisers.order_kinds(rules)) for rules in registry.games()]
    return [
        GameOrders(rules.key, in_words(rules.title), possible_orders(rules, found)) for rules, found in kinds if found
    ]


def _default_lines(person: User, game: GameOrders, refused: RefusedLines | None) -> ShownLines:
    lines = shown_lines(registry.game(game.kind), order_changes.default_lines(person, game.kind))
    return _shown(ORDERS, lines, "\n".join(lines), refused, game.possible)


def possible_orders(rules: Rules, kinds: Sequence[OrderKind]) -> list[PossibleOrder]:
    reader = line_reader(rules)
    return [PossibleOrder(in_words(reader.show_error(kind.label)), reader.show(kind.example)) for kind in kinds]


def _shown(
    part: str, lines: Sequence[str], text: str, refused: RefusedLines | None, possible: Sequence[PossibleOrder] = ()
) -> ShownLines:
    if refused is not None and refused.part == part:
        return ShownLines(lines, refused.written, refused.reason, possible)
    return ShownLines(lines, text, "", possible)
