"""How far colours lie apart for people, also for those who see some of them alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import cbrt, dist
from typing import Final

Matrix = Sequence[Sequence[float]]
Triple = tuple[float, ...]

# Machado, Oliveira, Fernandes 2009, table 1: severity 1.0, of linear RGB.
VISIONS: Final[Mapping[str, Matrix]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

# Björn Ottosson's OKLab: in it equal distances look equally large.
_TO_CONES: Final = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB: Final = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def distance(one: str, other: str, vision: str) -> float:
    """Of two colours like "#7a559f", in hundredths of OKLab: 2 can just be told apart beside each other."""
    return 100 * dist(_lab(one, vision), _lab(other, vision))


def closest(colours: Mapping[str, str], vision: str) -> tuple[float, str, str]:
    """The two of them that lie closest together, and how far apart."""
    return min((distance(colours[one], colours[other], vision), one, other) for one, other in combinations(colours, 2))


def _lab(colour: str, vision: str) -> Triple:
    seen = _times(VISIONS[vision], tuple(_linear(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5)))
    inside = tuple(min(max(channel, 0.0), 1.0) for channel in seen)
    return _times(_TO_LAB, tuple(cbrt(cone) for cone in _times(_TO_CONES, inside)))


def _linear(channel: float) -> float:
    return float(channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4)


def _times(matrix: Matrix, vector: Triple) -> Triple:
    return tuple(sum(factor * value for factor, value in zip(row, vector, strict=True)) for row in matrix)
