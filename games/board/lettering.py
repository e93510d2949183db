"""How much room a text takes, so that names and translations stay inside their tiles.

Measured with the advances of the bundled Open Sans; letters outside ASCII count as the letter under their accents.
"""

from __future__ import annotations

import unicodedata
from typing import Final, NamedTuple

# Hundredths of the size, for the characters from the space to the tilde.
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


class Line(NamedTuple):
    """A text and the size at which it fits."""

    text: str
    size: float


def width(text: str, size: float, *, bold: bool = False) -> float:
    advances = _BOLD if bold else _REGULAR
    total = 0
    for character in text:
        base = ord(unicodedata.normalize("NFD", character)[0]) - 32
        total += advances[base] if 0 <= base < len(advances) else _UNKNOWN
    return total * size / 100


def fitted(text: str, room: float, size: float, smallest: float, *, bold: bool = False) -> Line:
    """One line no wider than `room`: as it is, else smaller down to `smallest`, else cut short."""
    natural = width(text, size, bold=bold)
    if natural <= room:
        return Line(text, size)
    shrunk = size * room / natural
    if shrunk >= smallest:
        return Line(text, round(shrunk - 0.05, 1))
    while text and width(text + _ELLIPSIS, smallest, bold=bold) > room:
        text = text[:-1]
    return Line(text.rstrip() + _ELLIPSIS, smallest)


def wrapped(text: str, room: float, size: float, smallest: float, lines: int, *, bold: bool = False) -> list[Line]:
    """At most so many lines, broken between words where that is enough, all of one size."""
    while True:
        broken = _broken(text, room, size, bold=bold)
        if len(broken) <= lines and all(width(line, size, bold=bold) <= room for line in broken):
            return [Line(line, size) for line in broken]
        if size - 0.5 < smallest:
            kept = [*broken[: lines - 1], " ".join(broken[lines - 1 :])]
            return [fitted(line, room, smallest, smallest, bold=bold) for line in kept]
        size -= 0.5


def _broken(text: str, room: float, size: float, *, bold: bool) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, bold=bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
