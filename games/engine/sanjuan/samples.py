"""The basic game, and one in which the two players choose their first hands."""

from __future__ import annotations

from typing import Final

from games.engine.samples import Sample
from games.engine.sanjuan.options import DEAL_CHOICE
from games.engine.words import Message
from games.engine.words import gettext_noop as _

TURNS: Final = 16
"""Of one person: by then a few buildings stand."""

SAMPLES: Final = (
    Sample(Message(_("A demo game of cards")), {}, 3, TURNS),
    Sample(Message(_("A demo game for two: choosing the first hands")), {DEAL_CHOICE: "on"}, 2, 0),
)
