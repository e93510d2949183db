"""What a game's secret decided, for checking it after the end: the order of the seats, and every draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.chronicle import Chronicle
from games.engine.contract import Event, Game, Position
from games.engine.random import from_secret
from games.engine.record import MoveEntry, Record, TakeBackEntry
from games.engine.words import Message


def draw_seating(seats: int, secret: bytes) -> list[int]:
    """By seat, the player's place before the start: an order drawn from the secret (Fisher-Yates)."""
    random, order = from_secret(secret, "seats"), list(range(seats))
    for last in range(seats - 1, 0, -1):
        other = int(random.below(last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def order_before_seating(names: Sequence[str], secret: bytes) -> list[str]:
    """The players in their order before the secret drew the seats. names: by seat of the game."""
    before = [""] * len(names)
    for seat, place in enumerate(draw_seating(len(names), secret)):
        before[place] = names[seat]
    return before


@dataclass(frozen=True)
class Draw:
    """Something that was drawn at random."""

    entry: int
    """Of the record; 0 for what was drawn before the first move."""
    sentence: Message


def draws(rules: Game, chronicle: Chronicle, record: Record, history: Sequence[Position]) -> list[Draw]:
    """All draws that were not taken back, in order. history: games.engine.record.positions of this record."""
    drawn = [Draw(0, sentence) for sentence in chronicle.opening_draws(rules, history[0], record.seats)]
    for number, entry in enumerate(record.entries, start=1):
        if isinstance(entry, TakeBackEntry):
            drawn = [draw for draw in drawn if draw.entry <= entry.to]
        elif isinstance(entry, MoveEntry):
            events: list[Event] = []
            position = history[number - 1].copy()
            position.listener = events
            rules.submit(position, entry.text)
            drawn += [Draw(number, rules.narrate(one, record.seats)) for one in events if chronicle.is_draw(one)]
    return drawn
