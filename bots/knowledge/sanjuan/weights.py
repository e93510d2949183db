"""What a seat's position is made of, and what each part of it brings, in victory points."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.sanjuan.components import FIRST_VIOLET

WEIGHTS: Final = (
    ("cards that trade earns in a round", -0.100, 0.4000),
    ("production buildings", 0.000, 0.0000),
    ("cards in the hand", 0.200, 0.0400),
    ("cards in the hand beyond six", -0.100, 0.0000),
    ("what goods will sell for", 0.200, 0.0250),
    ("gain by the best building in the hand", 0.400, 0.0000),
    ("gain by the next best", 0.150, 0.0000),
    ("spaces free", 0.100, 0.0300),
    ("place in the order of picking, 0 to 1", -0.300, 0.0000),
    ("everybody", 0.000, 2.0000),
    ("smithy", 0.000, 0.1200),
    ("gold mine", 0.000, 0.0700),
    ("archive", 0.000, 0.1200),
    ("poor house", 0.000, 0.1200),
    ("black market", 0.000, 0.0800),
    ("trading post", 0.000, 0.0500),
    ("well", 0.000, 0.1000),
    ("market stand", 0.000, 0.0800),
    ("crane", 0.000, 0.1000),
    ("chapel", 0.000, 0.3500),
    ("tower", 0.000, 0.0800),
    ("aqueduct", 0.000, 0.0500),
    ("carpenter", 0.000, 0.2500),
    ("prefecture", 0.000, 0.3000),
    ("market hall", 0.000, 0.3000),
    ("quarry", 0.000, 0.2000),
    ("library", 0.000, 0.5500),
    ("statue", 0.100, 0.0500),
    ("victory column", 0.100, 0.0500),
    ("hero", 0.100, 0.0500),
    ("guild hall", 0.000, 0.9000),
    ("city hall", 0.000, 0.5500),
    ("triumphal arch", 0.000, 0.3000),
    ("palace", 0.000, 0.6000),
)
"""Feature, victory points for one of it at once, and more per round to come."""

TRADE: Final = 0
PLANTS: Final = 1
HAND: Final = 2
FULL_HAND: Final = 3
GOODS_HELD: Final = 4
BEST_CARD: Final = 5
NEXT_CARD: Final = 6
SPACES_FREE: Final = 7
ORDER: Final = 8
EVERYBODY: Final = 9
VIOLET: Final = 10
FEATURES: Final = 34

AT_ONCE: Final = vec[float]([weight[1] for weight in WEIGHTS])
PER_ROUND: Final = vec[float]([weight[2] for weight in WEIGHTS])


def feature_worth(feature: i64, rounds: float) -> float:
    """Victory points that one of it brings from now to the end."""
    return AT_ONCE[feature] + PER_ROUND[feature] * rounds


def function_worth(kind: i64, rounds: float) -> float:
    """What a building does for its owner until the end, its points left out; trade counts elsewhere."""
    if kind < FIRST_VIOLET:
        return feature_worth(PLANTS, rounds)
    return feature_worth(VIOLET + kind - FIRST_VIOLET, rounds)
