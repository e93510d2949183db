"""Sample games: how a game is opened to show it to newcomers. `manage.py demo` opens them and plays some turns.

games.engine.registry finds them by the game's key; a game without any is shown with its default options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.words import Message
from games.engine.words import gettext_noop as _


@dataclass(frozen=True)
class Sample:
    """How one sample game is opened."""

    name: Message
    options: Mapping[str, str]
    seats: int
    turns: int
    """How many turns of one person are played, so that there is something to see."""


TURNS: Final = 6


def plain_sample(title: Message, seats: int) -> Sample:
    """The sample of a game that names none: its default options."""
    return Sample(Message(_("A demo game of {game}"), {"game": title}), {}, seats, TURNS)
