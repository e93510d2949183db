"""Lays out boards as plain text: lines no wider than a given width, and names short enough for columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

INDENT: Final = "  "
_MAX_NAME: Final = 24
"""Players' names are cut to so many characters."""


def short_names(names: Sequence[str]) -> list[str]:
    """Players' names for the text: very long ones are cut."""
    return [textwrap.shorten(name, _MAX_NAME, placeholder="…")[:_MAX_NAME] or "?" for name in names]


def wrap_text(text: str, width: int, indent: str, hanging: str | None = None) -> str:
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent if hanging is None else hanging)


def two_columns(items: Sequence[str], width: int) -> list[str]:
    """Two columns, read downwards, if all items fit; else one."""
    half = -(-len(items) // 2)
    left = max(len(item) for item in items[:half])
    right = max((len(item) for item in items[half:]), default=0)
    if len(INDENT) + left + 3 + right > width:
        return [INDENT + item for item in items]
    padded = [*items, ""]
    return [f"{INDENT}{padded[row]:<{left}}   {padded[half + row]}".rstrip() for row in range(half)]


def columns(rows: Sequence[Sequence[object]], least: Sequence[int]) -> list[str]:
    """Rows of a table, the first cell to the left and figures to the right, each column as wide as its widest cell.

    least: so wide the columns are at least, with the blanks between them.
    """
    cells = [[str(cell) for cell in row] for row in rows]
    widest = [max(map(len, column)) for column in zip(*cells, strict=True)]
    first, *others = [max(room, width + len(INDENT)) for room, width in zip(least, widest, strict=False)]
    return [
        f"{row[0]:<{first}}" + "".join(f"{cell:>{room}}" for cell, room in zip(row[1:], others, strict=True))
        for row in cells
    ]


def clean_lines(text: str, width: int) -> str:
    """The text without trailing blanks; lines that are too long (by a translation) continue in the next line.

    No-break spaces are replaced by ordinary ones, as lines are broken already.
    """
    lines: list[str] = []
    for line in text.strip("\n").rstrip().splitlines():
        line = line.rstrip().replace("\N{NO-BREAK SPACE}", " ")
        lines += textwrap.wrap(line, width, subsequent_indent=INDENT * 2) if len(line) > width else [line]
    return "\n".join(lines) + "\n"
