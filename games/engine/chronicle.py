"""What a game adds to the looking back at one: rounds, draws, and what its players did, counted.

The contract is about playing; this is about a game that was played. Every game can do without: the defaults know no
rounds, no draws and no figures of their own. A game's chronicle is found by its key in games.engine.registry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.contract import Event, Game, Position
from games.engine.words import Message
from games.engine.words import gettext_noop as _

Row = tuple[Message, tuple[int | None, ...]]
"""A label and one value by seat, None where there is nothing to say."""


@dataclass(frozen=True)
class Tally:
    """A table of what the seats did."""

    title: Message
    rows: tuple[Row, ...]


class TallyCounter:
    """Rows that grow with the events: by label, one number by seat. Rows keep the order of `labels`."""

    def __init__(self, seats: int, labels: Mapping[str, Message]) -> None:
        self.labels = labels
        self.seats = seats
        self.counts: dict[str, list[int]] = {}

    def add(self, row: str, seat: int, number: int) -> None:
        if number:
            self.counts.setdefault(row, [0] * self.seats)[seat] += number

    def rows(self) -> tuple[Row, ...]:
        """Those in which anybody has anything."""
        return tuple((label, tuple(self.counts[row])) for row, label in self.labels.items() if row in self.counts)


def event_number(event: Event, name: str) -> int:
    """A field that is a number."""
    value = event.data[name]
    assert isinstance(value, int)
    return value


def event_counts(event: Event, name: str) -> dict[str, int]:
    """A field that is a mapping of numbers."""
    value = event.data[name]
    assert isinstance(value, dict)
    return value


def built_by_round(title: Message, seats: int, events: Sequence[Event], labels: Mapping[str, Message]) -> Tally:
    """Buildings in the order of `labels`, with the round in which each seat built them first.

    Of events `builds` with a `building` and `round_ends` with a `round`, as the games of the house tell them.
    """
    rounds: dict[str, list[int | None]] = {}
    current = 1
    for event in events:
        if event.kind == "round_ends":
            current = event_number(event, "round") + 1
        elif event.kind == "builds":
            row, seat = rounds.setdefault(str(event.data["building"]), [None] * seats), int(event.seat)
            row[seat] = row[seat] or current
    return Tally(title, tuple((label, tuple(rounds[term])) for term, label in labels.items() if term in rounds))


class Chronicle:
    """A game as somebody sees it who looks back. Stateless, as Game is."""

    def ends_round(self, event: Event) -> bool:  # noqa: ARG002
        """Whether a round is over with this event; what comes after belongs to the next one."""
        return False

    def is_draw(self, event: Event) -> bool:  # noqa: ARG002
        """Whether the event tells what was drawn by lot."""
        return False

    def opening_draws(self, rules: Game, position: Position, names: Sequence[str]) -> list[Message]:  # noqa: ARG002
        """What was drawn before the first move, one sentence each; names are the players' names by seat."""
        return []

    def tie_break(self) -> Message:
        """What decides between equal totals: a label for ScoreLine.tie_break."""
        return Message(_("tie-break"))

    def full_view(self, rules: Game, position: Position) -> object:
        """A view as of Game.view for nobody's seat, but with all that is hidden from players laid open.

        Only for games whose secret is out, and for staff who may see hidden parts.
        """
        return rules.view(position, None)

    def tallies(self, seats: int, events: Sequence[Event]) -> list[Tally]:  # noqa: ARG002
        """Figures of a whole game, counted from all its events in their order."""
        return []
