"""A tiny game of hands of cards, in plain Python: answers are completed with cards chosen freely (Offer.selection).

In each of three rounds everybody in turn passes, swaps one card (not in the last round), discards two or three, or
builds a tower with two, as long as there are towers; then the hand is filled up from the face-down stock. The most
towers win.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import (
    NOBODY,
    Event,
    Game,
    IllegalMove,
    Item,
    NotationError,
    Offer,
    OptionSpec,
    Position,
    PositionError,
    Question,
    Selection,
)
from games.engine.json_reader import JsonReader
from games.engine.options import clean_values
from games.engine.random import Random, from_secret
from games.engine.words import Message, count_message
from tests.engine.high_card import shuffle

HAND = 5
CARDS = 45
ROUNDS = 3
VERBS = ("pass", "swap", "discard", "build tower with")
COUNTS = ((0, 0), (1, 1), (2, 3), (2, 2))
"""How many cards go with each: at least and at most."""
PASS, SWAP, DISCARD, TOWER = range(4)
EVERY_SET = 1 << HAND
"""A move is its verb times this, plus the set of the cards in the hand that go with it, as bits."""


class HandGamePosition(Position):
    """hands[seat]: cards, ascending; stock: face down, top last; left: towers that can be built yet."""

    def __init__(self, seats: int, left: int) -> None:
        super().__init__(seats)
        self.left = left
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.stock: list[int] = []
        self.gone: list[int] = []
        self.towers = [0] * seats

    def to_move(self) -> i64:
        return NOBODY if self.is_over() else self.plies % self.seats

    def is_over(self) -> bool:
        return self.plies == ROUNDS * self.seats

    def legal_moves(self) -> vec[i64]:
        if self.is_over():
            return vec[i64]()
        moves = [(verb, cards) for verb in self.verbs() for cards in range(EVERY_SET)]
        return vec[i64]([verb * EVERY_SET + cards for verb, cards in moves if fits(verb, cards.bit_count())])

    def verbs(self) -> list[int]:
        """What can be done."""
        over = {SWAP: self.plies >= (ROUNDS - 1) * self.seats, TOWER: not self.left}
        return [verb for verb in range(len(VERBS)) if not over.get(verb)]

    def play(self, move: i64) -> None:
        seat, hand = self.to_move(), self.hands[self.to_move()]
        verb, used = int(move) // EVERY_SET, [hand[index] for index in indexes_of(int(move) % EVERY_SET)]
        self.plies += 1
        if verb == TOWER:
            self.left -= 1
            self.towers[seat] += 1
        for card in used:
            hand.remove(card)
        self.gone += used
        drawn = [self.stock.pop() for _ in used]
        self.revealed += len(drawn)
        hand += drawn
        hand.sort()
        self.emit("does", seat, {"what": VERBS[verb], "cards": len(used)})
        if used:
            self.emit("gives", seat, {"gone": used, "drawn": drawn}, seat)

    def copy(self) -> HandGamePosition:
        twin = HandGamePosition(self.seats, self.left)
        twin.plies, twin.revealed = self.plies, self.revealed
        twin.hands = [list(hand) for hand in self.hands]
        twin.stock, twin.gone, twin.towers = list(self.stock), list(self.gone), list(self.towers)
        return twin

    def phase(self) -> i64:
        return self.plies

    def scores(self) -> vec[i64]:
        return vec[i64](self.towers)

    def resample(self, seat: i64, random: Random) -> HandGamePosition:
        """The seat's own cards stay; all others, those that are gone too, are dealt anew."""
        twin = self.copy()
        hidden = [*self.stock, *self.gone, *(card for hand in self.hands for card in hand)]
        hidden = [card for card in hidden if card not in self.hands[seat]]
        shuffle(hidden, random)
        twin.hands = [hand if place == seat else sorted(taken(hidden, HAND)) for place, hand in enumerate(twin.hands)]
        twin.gone = taken(hidden, len(self.gone))
        twin.stock = hidden
        return twin


def fits(verb: int, cards: int) -> bool:
    least, most = COUNTS[verb]
    return least <= cards <= most


def indexes_of(cards: int) -> list[int]:
    return [index for index in range(HAND) if cards >> index & 1]


def taken(cards: list[int], count: int) -> list[int]:
    return [cards.pop() for _ in range(count)]


@dataclass(frozen=True)
class HandGameView:
    """hand: the viewer's own, empty for an onlooker; left: towers that can be built yet."""

    viewer: int | None
    hand: tuple[int, ...]
    towers: tuple[int, ...]
    left: int
    round: int


class HandGame(Game):
    key = "hand-game"
    title = Message("Towers")
    rules_version = 1
    min_seats = 2
    max_seats = 3

    def options(self) -> tuple[OptionSpec, ...]:
        choices = (("0", Message("none")), ("1", Message("one")), ("9", Message("nine")))
        return (OptionSpec("towers", Message("Towers"), Message("How many there are."), choices, "9"),)

    def new(
        self,
        seats: int,
        options: Mapping[str, str],
        secret: bytes,
        rules_version: int | None = None,  # noqa: ARG002
    ) -> Position:
        position = HandGamePosition(seats, int(clean_values(self.options(), options)["towers"]))
        position.stock = list(range(1, CARDS + 1))
        shuffle(position.stock, from_secret(secret, "deal"))
        position.hands = [sorted(taken(position.stock, HAND)) for _ in range(seats)]
        return position

    def to_json(self, position: Position) -> dict[str, object]:
        assert isinstance(position, HandGamePosition)
        return {
            "seats": int(position.seats),
            "left": position.left,
            "plies": int(position.plies),
            "revealed": int(position.revealed),
            "hands": [list(hand) for hand in position.hands],
            "stock": list(position.stock),
            "gone": list(position.gone),
            "towers": list(position.towers),
        }

    def from_json(self, stored: Mapping[str, object]) -> Position:
        form = JsonReader(stored)
        seats = form.read_integer("seats", 2, 3)
        position = HandGamePosition(seats, form.read_integer("left", 0, 9))
        position.plies, position.revealed = form.read_integer("plies", 0, ROUNDS * seats), form.read_integer("revealed")
        position.hands = form.read_integer_lists("hands", seats, 1, CARDS)
        position.stock, position.gone = form.read_integers("stock", 1, CARDS), form.read_integers("gone", 1, CARDS)
        position.towers = form.read_integers("towers", 0, 9)
        form.refuse_unread()
        dealt = [card for hand in position.hands for card in hand]
        if sorted([*dealt, *position.stock, *position.gone]) != list(range(1, CARDS + 1)):
            raise PositionError("stock", "every card must be somewhere, once")
        return position

    def view(self, position: Position, seat: int | None) -> HandGameView:
        assert isinstance(position, HandGamePosition)
        return HandGameView(
            viewer=seat,
            hand=() if seat is None else tuple(position.hands[seat]),
            towers=tuple(position.towers),
            left=position.left,
            round=min(ROUNDS, int(position.plies) // int(position.seats) + 1),
        )

    def question(self, position: Position) -> Question:
        assert isinstance(position, HandGamePosition)
        seat = int(position.to_move())
        hand = position.hands[seat]
        offers = [offer_with(TOWER, Message("Build a tower"), "a point", hand, "tower")] if position.left else []
        offers.append(offer_with(DISCARD, Message("Discard two or three cards"), None, hand, "pile"))
        swap = Message("Swap one card")
        offers += [
            Offer(f"swap {card}", Message("Swap the {card}", {"card": card}), None, (f"card:{card}",), None, swap)
            for card in hand
            if SWAP in position.verbs()
        ]
        offers.append(Offer("pass", Message("Do nothing"), None, ()))
        return Question(seat, "turn", "choice", Message("What do you do with your cards?"), tuple(offers))

    def move_text(self, position: Position, move: int) -> str:
        assert isinstance(position, HandGamePosition)
        hand = position.hands[position.to_move()]
        cards = ", ".join(str(hand[index]) for index in indexes_of(move % EVERY_SET))
        return f"{VERBS[move // EVERY_SET]} {cards}".strip()

    def parse(self, position: Position, line: str) -> list[int]:
        assert isinstance(position, HandGamePosition)
        words = " ".join(self.expand_offer_number(position, line).lower().split())
        read = re.fullmatch(rf"({'|'.join(VERBS)})((?: ?,? ?[0-9]+)*)", words)
        if read is None:
            raise NotationError(Message("Say what you do with which cards."))
        hand = position.hands[position.to_move()]
        cards = [int(number) for number in re.findall("[0-9]+", read[2])]
        if len(set(cards)) < len(cards) or not set(cards) <= set(hand):
            raise self.refusal(position, line)
        return [VERBS.index(read[1]) * EVERY_SET + sum(1 << hand.index(card) for card in cards)]

    def narrate(self, event: Event, names: Sequence[str]) -> Message:
        if event.kind == "does":
            cards = count_message(("{count} card", "{count} cards"), int(str(event.data["cards"])))
            what = Message(str(event.data["what"]))
            return Message("{name}: {what}, {cards}", {"name": names[event.seat], "what": what, "cards": cards})
        return Message("{name}: {data}", {"name": names[event.seat], "data": str(event.data)})

    def stage_name(self, stage: str) -> Message:  # noqa: ARG002
        return Message("play cards")

    def refusal(self, position: Position, line: str) -> IllegalMove:
        asked = self.question(position)
        return IllegalMove(
            Message("You cannot do that with these cards."),
            line,
            self.stage_name("turn"),
            [offer.text for offer in asked.offers],
            legal_complete=asked.lists_all_answers(),
        )


def offer_with(verb: int, label: Message, effect: str | None, hand: Sequence[int], target: str) -> Offer:
    """With the smallest cards, or whichever one likes."""
    items = tuple(Item(str(card), Message("the {card}", {"card": card}), f"card:{card}") for card in hand)
    least, most = COUNTS[verb]
    selection = Selection(VERBS[verb], items, least, most, next(combinations(range(len(hand)), least)))
    brings = Message(effect) if effect else None
    return Offer(selection.line(selection.chosen), label, brings, (target,), selection)
