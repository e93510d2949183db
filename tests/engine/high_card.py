"""A tiny second game, in plain Python: it shows that the contract and its conformance suite know no Puerto Rico.

Everybody holds a hidden hand and lays one card face down; when all have, the cards are shown, the highest one wins a
point, and everybody draws. The choices of a trick are independent, so they can be made ahead of the turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import (
    NO_MOVE,
    NOBODY,
    Event,
    OptionSpec,
    Position,
    PositionError,
)
from games.engine.json_reader import JsonReader
from games.engine.options import clean_values
from games.engine.plain_notation import PlainAnswer, PlainGame
from games.engine.random import Random, from_secret
from games.engine.words import Message

HAND = 3


class HighCardPosition(Position):
    """hands[seat]: cards, ascending; laid[seat]: the card face down, 0 for none; stock: face down, top last."""

    def __init__(self, seats: int, cards: int, random: Random) -> None:
        super().__init__(seats)
        self.cards = cards
        self.random = random
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.laid = [0] * seats
        self.stock: list[int] = []
        self.points = [0] * seats
        self.gone: list[int] = []
        self.asked = NOBODY

    def to_move(self) -> i64:
        if self.asked != NOBODY and not self.laid[self.asked]:
            return self.asked
        return next((seat for seat in range(self.seats) if not self.laid[seat] and self.hands[seat]), NOBODY)

    def legal_moves(self) -> vec[i64]:
        seat = self.to_move()
        return vec[i64](self.hands[seat] if seat != NOBODY else [])

    def play(self, move: i64) -> None:
        seat = self.to_move()
        self.plies += 1
        self.hands[seat].remove(move)
        self.laid[seat] = move
        self._tell("lays", seat, {"card": int(move)}, self._may_see_laid(seat))
        self._tell("laid", seat, {}, None)
        if self.to_move() == NOBODY:
            self._show()

    def _may_see_laid(self, seat: int) -> list[int] | None:
        return [seat]

    def _show(self) -> None:
        self.revealed += 1
        winner = self.laid.index(max(self.laid))
        self.points[winner] += 1
        self.gone += self.laid
        self._tell("wins", winner, {"cards": [int(card) for card in self.laid]}, None)
        self.laid = [0] * self.seats
        self.asked = NOBODY
        if len(self.stock) >= self.seats:
            for hand in self.hands:
                hand.append(self.stock.pop())
                hand.sort()

    def _tell(self, kind: str, seat: int, data: dict[str, object], audience: list[int] | None) -> None:
        if self.listener is not None:
            self.listener.append(Event(kind, seat, data, audience))

    def copy(self) -> HighCardPosition:
        twin = type(self)(self.seats, self.cards, self.random.copy())
        twin.plies, twin.revealed = self.plies, self.revealed
        twin.hands = [list(hand) for hand in self.hands]
        twin.laid, twin.stock, twin.points = list(self.laid), list(self.stock), list(self.points)
        twin.gone, twin.asked = list(self.gone), self.asked
        return twin

    def is_over(self) -> bool:
        return self.to_move() == NOBODY

    def phase(self) -> i64:
        return sum(self.points)

    def scores(self) -> vec[i64]:
        return vec[i64](self.points)

    def forced_move(self) -> i64:
        # The last card: its owner alone knows which it is, but everybody sees that there is no choice.
        moves = self.legal_moves()
        return moves[0] if len(moves) == 1 else NO_MOVE

    def ahead(self, seat: i64) -> Position | None:
        if self.is_over() or self.to_move() == seat or self.laid[seat]:
            return None
        twin = self.copy()
        twin.asked = seat
        return twin

    def foreseen(self, seat: i64) -> list[Position]:
        """The choices of a trick are independent: all can be made at once."""
        asked = self.copy() if self.to_move() == seat else self.ahead(seat)
        return [] if asked is None or self.is_over() else [asked]

    def resample(self, seat: i64, random: Random) -> HighCardPosition:
        """Own cards, and who holds how many, stay; all other cards that have not been shown are dealt anew."""
        twin = self.copy()
        twin.random = Random(random.word(), random.word(), random.word(), 1)
        others = [other for other in range(self.seats) if other != seat]
        hidden = [*self.stock, *(card for other in others for card in [*self.hands[other], self.laid[other]] if card)]
        shuffle(hidden, random)
        for other in others:
            twin.hands[other] = sorted(hidden.pop() for _ in self.hands[other])
            twin.laid[other] = hidden.pop() if self.laid[other] else 0
        twin.stock = hidden
        return twin


def shuffle(cards: list[int], random: Random) -> None:
    cards.sort()
    for last in range(len(cards) - 1, 0, -1):
        other = int(random.below(last + 1))
        cards[last], cards[other] = cards[other], cards[last]


@dataclass(frozen=True)
class HighCardView:
    """hand: the viewer's own, empty for an onlooker; laid: who has laid a card; shown: the cards of former tricks."""

    viewer: int | None
    to_move: int | None
    hand: tuple[int, ...]
    laid: tuple[bool, ...]
    cards: tuple[int, ...]
    points: tuple[int, ...]
    shown: tuple[int, ...]
    stock: int


class HighCard(PlainGame):
    key = "high-card"
    title = Message("High Card")
    rules_version = 1
    min_seats = 2
    max_seats = 3
    stages: ClassVar = {"card": Message("lay a card")}

    position_class: type[HighCardPosition] = HighCardPosition

    def options(self) -> tuple[OptionSpec, ...]:
        choices = (("12", Message("twelve")), ("15", Message("fifteen")))
        return (OptionSpec("cards", Message("Cards"), Message("How many cards there are."), choices, "12"),)

    def new(
        self,
        seats: int,
        options: Mapping[str, str],
        secret: bytes,
        rules_version: int | None = None,  # noqa: ARG002
    ) -> Position:
        cards = clean_values(self.options(), options)["cards"]
        position = self.position_class(seats, int(cards), from_secret(secret, "deal"))
        position.stock = list(range(1, int(cards) + 1))
        shuffle(position.stock, position.random)
        for hand in position.hands:
            hand += sorted(position.stock.pop() for _ in range(HAND))
        return position

    def to_json(self, position: Position) -> dict[str, object]:
        assert isinstance(position, HighCardPosition)
        return {
            "seats": position.seats,
            "cards": position.cards,
            "random": position.random.state(),
            "plies": int(position.plies),
            "revealed": int(position.revealed),
            "hands": [list(map(int, hand)) for hand in position.hands],
            "laid": list(map(int, position.laid)),
            "stock": list(map(int, position.stock)),
            "gone": list(map(int, position.gone)),
            "points": list(map(int, position.points)),
            "asked": position.asked,
        }

    def from_json(self, stored: Mapping[str, object]) -> Position:
        form = JsonReader(stored)
        seats, cards = form.read_integer("seats", 2, 3), form.read_integer("cards", 12, 15)
        position = self.position_class(seats, cards, form.read_random("random"))
        position.plies, position.revealed = form.read_integer("plies"), form.read_integer("revealed")
        position.hands = form.read_integer_lists("hands", seats, 1, cards)
        position.laid = form.read_integers("laid", 0, cards)
        position.stock, position.gone = form.read_integers("stock", 1, cards), form.read_integers("gone", 1, cards)
        position.points = form.read_integers("points", 0, cards)
        position.asked = form.read_integer("asked", NOBODY, seats - 1)
        form.refuse_unread()
        dealt = [card for hand in position.hands for card in hand] + [card for card in position.laid if card]
        if sorted([*dealt, *position.stock, *position.gone]) != list(range(1, cards + 1)):
            raise PositionError("stock", "every card must be somewhere, once")
        return position

    def view(self, position: Position, seat: int | None) -> HighCardView:
        assert isinstance(position, HighCardPosition)
        return HighCardView(
            viewer=seat,
            to_move=None if position.is_over() else int(position.to_move()),
            hand=() if seat is None else tuple(position.hands[seat]),
            laid=tuple(bool(card) for card in position.laid),
            cards=tuple(len(hand) for hand in position.hands),
            points=tuple(position.points),
            shown=tuple(position.gone),
            stock=len(position.stock),
        )

    def answers(self, position: Position) -> list[PlainAnswer]:
        assert isinstance(position, HighCardPosition)
        held, missing = list(position.legal_moves()), Message("You do not hold that card.")
        return [
            PlainAnswer(card, "lay", str(card), label, obstacle=None if card in held else missing)
            for card in range(1, position.cards + 1)
            for label in [Message("Lay the {card}", {"card": card})]
        ]

    def prompt(self, position: Position) -> Message:  # noqa: ARG002
        return Message("Which card?")

    def narrate(self, event: Event, names: Sequence[str]) -> Message:
        return Message(
            "{name}: {what} {data}", {"name": names[event.seat], "what": event.kind, "data": str(event.data)}
        )
