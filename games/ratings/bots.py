"""The fixed ratings of the bots' levels, by kind of game. They never change: later games change only people's.

They stand in bots.json, which `python -m bench.bot_ratings` prints from the games of the arena in docs/reports/arena
(docs/bots.md). A level that has not played there has the rating of the one named in `AS`; in a kind of game without an
arena all levels are taken for newcomers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from games.ratings.arithmetic import NEWCOMER, Skill

SIGMA: Final = 1.0
"""Of every level."""
ANCHOR: Final = "merchant-1"
"""The level that is as strong as a newcomer is taken for."""
STRENGTHS: Final[Mapping[str, Mapping[str, float]]] = json.loads(Path(__file__).with_name("bots.json").read_text())
"""By kind of game and level, on the scale of `Skill.mu`."""
AS: Final[Mapping[str, str]] = {"uct-1500": "uct-150"}


def skill_of(kind: str, level: str) -> Skill:
    """The rating of a level in a kind of game."""
    return Skill(STRENGTHS.get(kind, {}).get(AS.get(level, level), NEWCOMER.mu), SIGMA)
