"""Fits texts into a width, so that names and translations stay inside their tiles.

Widths come from the advances of the bundled Open Sans. A letter with an accent counts as the letter without it.
"""

from __future__ import annotations

import unicodedata
from typing import Final, NamedTuple

# Advances in hundredths of the font size, for the characters from the space to the tilde.
_REGULAR: Final = [
    *(26, 27, 40, 65, 57, 82, 73, 22, 30, 30, 55, 57, 25, 32, 27, 37, 57, 57, 57, 57, 57, 57, 57, 57),
    *(57, 57, 27, 27, 57, 57, 57, 43, 90, 63, 65, 63, 73, 56, 52, 73, 74, 28, 27, 61, 52, 90, 75, 78),
    *(60, 78, 62, 55, 55, 73, 60, 93, 58, 56, 57, 33, 37, 33, 54, 45, 58, 56, 61, 48, 61, 56, 34, 55),
    *(61, 25, 25, 52, 25, 93, 61, 60, 61, 61, 41, 48, 35, 61, 50, 78, 52, 50, 47, 38, 55, 38, 57),
]
_BOLD: Final = [
    *(26, 29, 47, 65, 57, 90, 75, 27, 34, 34, 54, 57, 29, 32, 29, 41, 57, 57, 57, 57, 57, 57, 57, 57),
    *(57, 57, 29, 29, 57, 57, 57, 48, 90, 69, 67, 64, 74, 56, 55, 72, 77, 33, 33, 66, 56, 94, 81, 80),
    *(63, 80, 66, 55, 58, 76, 65, 97, 67, 62, 58, 33, 41, 33, 53, 41, 61, 60, 63, 51, 63, 59, 39, 56),
    *(66, 31, 31, 62, 31, 98, 66, 62, 63, 63, 45, 50, 43, 66, 57, 86, 58, 57, 49, 39, 55, 39, 57),
]
_UNKNOWN: Final = 75
_ELLIPSIS: Final = "…"


class FittedLine(NamedTuple):
    """A text and the font size at which it fits."""

    text: str
    size: float


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    advances = _BOLD if bold else _REGULAR
    total = 0
    for character in text:
        base = ord(unicodedata.normalize("NFD", character)[0]) - 32
        total += advances[base] if 0 <= base < len(advances) else _UNKNOWN
    return total * size / 100


def fit_line(text: str, max_width: float, size: float, min_size: float, *, bold: bool = False) -> FittedLine:
    """One line no wider than `max_width`: as it is, else in a smaller size down to `min_size`, else cut short."""
    natural = text_width(text, size, bold=bold)
    if natural <= max_width:
        return FittedLine(text, size)
    shrunk = size * max_width / natural
    if shrunk >= min_size:
        return FittedLine(text, round(shrunk - 0.05, 1))
    while text and text_width(text + _ELLIPSIS, min_size, bold=bold) > max_width:
        text = text[:-1]
    return FittedLine(text.rstrip() + _ELLIPSIS, min_size)


def fit_lines(
    text: str, max_width: float, size: float, min_size: float, max_lines: int, *, bold: bool = False
) -> list[FittedLine]:
    """At most `max_lines` lines of one size, broken between words. What does not fit is cut short."""
    while True:
        broken = _break_lines(text, max_width, size, bold=bold)
        if len(broken) <= max_lines and all(text_width(line, size, bold=bold) <= max_width for line in broken):
            return [FittedLine(line, size) for line in broken]
        if size - 0.5 < min_size:
            kept = [*broken[: max_lines - 1], " ".join(broken[max_lines - 1 :])]
            return [fit_line(line, max_width, min_size, min_size, bold=bold) for line in kept]
        size -= 0.5


def _break_lines(text: str, max_width: float, size: float, *, bold: bool) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold=bold) <= max_width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
