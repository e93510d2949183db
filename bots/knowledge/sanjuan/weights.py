"""The features of a seat's position, and the worth of each in victory points."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.sanjuan.components import FIRST_VIOLET

WEIGHTS: Final = (
    ("cards that trade earns in a round", 0.195, 0.1766),
    ("production buildings", -0.047, -0.0675),
    ("cards in the hand", 0.024, 0.0337),
    ("cards in the hand beyond six", 0.094, -0.0056),
    ("what goods will sell for", 0.166, 0.0117),
    ("gain by the best building in the hand", 0.619, -0.0369),
    ("gain by the next best", 0.031, -0.0102),
    ("spaces free", 0.531, -0.0225),
    ("place in the order of picking, 0 to 1", 0.263, -0.0168),
    ("intercept", -0.478, 1.7201),
    ("smithy", -0.100, 0.1876),
    ("gold mine", 0.286, 0.1191),
    ("archive", -0.424, -0.0626),
    ("poor house", 0.203, 0.0808),
    ("black market", 0.048, 0.0693),
    ("trading post", 0.016, 0.0529),
    ("well", -0.276, 0.0867),
    ("market stand", -0.048, 0.0253),
    ("crane", 0.013, -0.0143),
    ("chapel", -0.542, -0.0727),
    ("tower", -0.373, -0.0487),
    ("aqueduct", -0.272, -0.0594),
    ("carpenter", 0.423, 0.0426),
    ("prefecture", 0.199, 0.2620),
    ("market hall", -0.052, 0.1547),
    ("quarry", -0.111, 0.1862),
    ("library", -0.572, 0.2508),
    ("statue", -0.591, -0.1489),
    ("victory column", -0.499, -0.1033),
    ("hero", -0.398, -0.1147),
    ("guild hall", -1.120, 0.3172),
    ("city hall", -0.716, 0.3084),
    ("triumphal arch", -0.544, 0.2030),
    ("palace", -0.376, 0.4599),
)
"""Feature; its victory points per unit at once; and per round to come."""

TRADE: Final = 0
PLANTS: Final = 1
HAND: Final = 2
FULL_HAND: Final = 3
GOODS_HELD: Final = 4
BEST_CARD: Final = 5
NEXT_CARD: Final = 6
SPACES_FREE: Final = 7
PICKING_ORDER: Final = 8
INTERCEPT: Final = 9
VIOLET: Final = 10
FEATURES: Final = 34

AT_ONCE: Final = vec[float]([weight[1] for weight in WEIGHTS])
PER_ROUND: Final = vec[float]([weight[2] for weight in WEIGHTS])


def feature_worth(feature: i64, rounds: float) -> float:
    """The victory points that one unit of the feature brings from now to the end."""
    return AT_ONCE[feature] + PER_ROUND[feature] * rounds


def ability_worth(kind: i64, rounds: float) -> float:
    """The worth of a building's ability until the end, without its points. Trade is counted elsewhere."""
    if kind < FIRST_VIOLET:
        return feature_worth(PLANTS, rounds)
    return feature_worth(VIOLET + kind - FIRST_VIOLET, rounds)
