"""Of the parts of scores, as version 1 of the API has told them since the first release."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

KEYS_OF_SCORES: Final[Mapping[str, set[str]]] = {
    "puerto-rico": {
        "victory-point-chips",
        "buildings",
        "nobles",
        "guild-hall",
        "residence",
        "fortress",
        "customs-house",
        "city-hall",
        "cloister",
        "royal-garden",
    },
    "san-juan": {"buildings", "under-the-chapel", "guild-hall", "city-hall", "triumphal-arch", "palace"},
}
