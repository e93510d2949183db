"""The basic game, and one in which the two players choose their first hands."""

from __future__ import annotations

from typing import Final

from games.engine.samples import PLAIN_NAME, TURNS, Sample
from games.engine.sanjuan.options import DEAL_CHOICE
from games.engine.words import Message
from games.engine.words import gettext_noop as _

SAMPLES: Final = (
    Sample(PLAIN_NAME, {}, 3, TURNS),
    Sample(Message(_("A demo game for two: choosing the first hands")), {DEAL_CHOICE: "on"}, 2, 0),
)
