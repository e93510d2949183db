"""Boards as plain text: lines no wider than asked, names short enough for columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

INDENT: Final = "  "
_LONGEST_NAME: Final = 24
"""Players' names are cut to it, in the columns at least."""


def called(names: Sequence[str]) -> list[str]:
    """Players' names as they stand in the text, cut where they are very long."""
    return [textwrap.shorten(name, _LONGEST_NAME, placeholder="…")[:_LONGEST_NAME] or "?" for name in names]


def flowed(text: str, width: int, indent: str, hanging: str | None = None) -> str:
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent if hanging is None else hanging)


def side_by_side(items: Sequence[str], width: int) -> list[str]:
    """Two columns, read downwards, where all fit; else one."""
    half = -(-len(items) // 2)
    left = max(len(item) for item in items[:half])
    right = max((len(item) for item in items[half:]), default=0)
    if len(INDENT) + left + 3 + right > width:
        return [INDENT + item for item in items]
    padded = [*items, ""]
    return [f"{INDENT}{padded[row]:<{left}}   {padded[half + row]}".rstrip() for row in range(half)]


def tidy(text: str, width: int) -> str:
    """Without trailing blanks; what a translation made too long goes on in the next line.

    Blanks that kept something on one line have done so and are ordinary ones from here on.
    """
    lines: list[str] = []
    for line in text.strip().splitlines():
        line = line.rstrip().replace("\N{NO-BREAK SPACE}", " ")
        lines += textwrap.wrap(line, width, subsequent_indent=INDENT * 2) if len(line) > width else [line]
    return "\n".join(lines) + "\n"
