"""The basic game, one with both expansions, and a draft."""

from __future__ import annotations

from typing import Final

from games.engine.samples import TURNS, Sample
from games.engine.words import Message
from games.engine.words import gettext_noop as _

SAMPLES: Final = (
    Sample(Message(_("A demo game")), {}, 4, TURNS),
    Sample(Message(_("A demo game with both expansions")), {"buildings": "random", "nobles": "on"}, 4, TURNS),
    Sample(Message(_("A demo game: choosing the buildings")), {"buildings": "draft"}, 4, 1),
)
