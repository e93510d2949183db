"""What a game adds for replays and result pages: where rounds end, what was drawn, statistics of the players.

The contract is for playing; a chronicle is for looking back at a game. A game needs none: the defaults know no rounds,
draws and statistics. games.engine.registry finds a game's chronicle by the game's key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.contract import Event, Game, Position
from games.engine.random import Random
from games.engine.words import Message

Row = tuple[Message, tuple[int | None, ...]]
"""A label and one value by seat, None where there is nothing to say."""


@dataclass(frozen=True)
class Tally:
    """A table of what the seats did."""

    title: Message
    rows: tuple[Row, ...]


class TallyCounter:
    """Adds numbers up for a Tally: a row for each label, one number for each seat. Rows keep the order of `labels`."""

    def __init__(self, seats: int, labels: Mapping[str, Message]) -> None:
        self.labels = labels
        self.seats = seats
        self.counts: dict[str, list[int]] = {}

    def add(self, row: str, seat: int, number: int) -> None:
        if number:
            self.counts.setdefault(row, [0] * self.seats)[seat] += number

    def rows(self) -> tuple[Row, ...]:
        """The rows in which at least one seat has a number."""
        return tuple((label, tuple(self.counts[row])) for row, label in self.labels.items() if row in self.counts)


def event_number(event: Event, name: str) -> int:
    """A field of the event's data that is a number."""
    value = event.data[name]
    assert isinstance(value, int)
    return value


def event_counts(event: Event, name: str) -> dict[str, int]:
    """A field of the event's data that maps words to numbers."""
    value = event.data[name]
    assert isinstance(value, dict)
    return value


def built_by_round(title: Message, seats: int, events: Sequence[Event], labels: Mapping[str, Message]) -> Tally:
    """Buildings in the order of `labels`, with the round in which each seat built them first.

    It counts events `builds` with a `building` and `round_ends` with a `round`.
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
    """What replays and result pages need of a game. Stateless, as Game is."""

    has_rounds = False
    """Whether the game is played in rounds, so that a clock can count by them."""

    def ends_round(self, event: Event) -> bool:  # noqa: ARG002
        """Whether this event ends a round; later events belong to the next round."""
        return False

    def present_round(self, position: Position) -> int | None:  # noqa: ARG002
        """The number of the round in which a position is; None in a game without rounds."""
        return None

    def scores_are_open(self, position: Position) -> bool:  # noqa: ARG002
        """Whether everybody who watches can count everybody's points, as Position.scores gives them."""
        return False

    def phase_name(self) -> Message | None:
        """What a phase is called ("Role"), for those who step from one to the next. None: nobody would look for it."""
        return None

    def is_draw(self, event: Event) -> bool:  # noqa: ARG002
        """Whether the event says what was drawn at random."""
        return False

    def opening_draws(self, rules: Game, position: Position, names: Sequence[str]) -> list[Message]:  # noqa: ARG002
        """Sentences about what was drawn before the first move; names are the players' names by seat."""
        return []

    def tie_break(self) -> Message | None:
        """A label for ScoreLine.tie_break: what decides between equal totals. None: the game has no tie-breaks."""
        return None

    def full_view(self, rules: Game, position: Position) -> object:
        """A view for no seat, as Game.view gives it, but with everything that is hidden from players.

        Only for finished games, and for staff who may see hidden parts.
        """
        return rules.view(position, None)

    def with_new_draws(self, rules: Game, position: Position, random: Random) -> Position | None:  # noqa: ARG002
        """A copy from which on all draws are new, though everything that anybody has seen or holds stays as it is.

        By default that of one seat that knows nothing of the draws; callers compare what everybody sees. None: such a
        copy cannot be made.
        """
        return position.resample(position.to_move(), random)

    def pick_names(self) -> Mapping[str, Message]:
        """What seats pick in this game (roles), by the keys of `picked`; empty: nothing."""
        return {}

    def picked(self, event: Event) -> str | None:  # noqa: ARG002
        """What its seat picks in this event, as a key of `pick_names`; None: it is about something else."""
        return None

    def tallies(self, seats: int, events: Sequence[Event]) -> list[Tally]:  # noqa: ARG002
        """Statistics of a whole game, counted from all its events in their order."""
        return []
