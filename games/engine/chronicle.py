"""What a game adds to the looking back at one: rounds, draws, and what its players did, counted.

The contract is about playing; this is about a game that was played. Every game can do without: the defaults know no
rounds, no draws and no figures of their own. A game's chronicle is found by its key in games.engine.registry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.contract import Event, Game, Position
from games.engine.words import Message
from games.engine.words import gettext_noop as _


@dataclass(frozen=True)
class Tally:
    """A table of what the seats did. rows: a label and one value by seat, None where there is nothing to say."""

    title: Message
    rows: tuple[tuple[Message, tuple[int | None, ...]], ...]


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

    def disclosed(self, rules: Game, position: Position) -> object:
        """A view as of Game.view for nobody's seat, but with all that is hidden from players laid open.

        Only for games whose secret is out, and for staff who may see hidden parts.
        """
        return rules.view(position, None)

    def tallies(self, seats: int, events: Sequence[Event]) -> list[Tally]:  # noqa: ARG002
        """Figures of a whole game, counted from all its events in their order."""
        return []
