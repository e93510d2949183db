"""Games to look at: how a game is opened to show what there is in it. `manage.py demo` plays into them.

Found by the game's key in games.engine.registry; a game that says nothing is shown as it is opened by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.words import Message
from games.engine.words import gettext_noop as _


@dataclass(frozen=True)
class Sample:
    """name: what it is called. turns: so many of one person's are played, so that there is something to see."""

    name: Message
    options: Mapping[str, str]
    seats: int
    turns: int


PLAIN_NAME: Final = Message(_("A demo game"))
TURNS: Final = 6
