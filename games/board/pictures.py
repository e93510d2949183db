"""The pictures of buildings: marks in pictures.svg of a game's folder; those of both games lie in templates/board."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from games.board.svg_templates import template_source

NO_PICTURE: Final = "builder"
"""The mark of a building that has no picture of its own yet: a plain house."""
_DEFINED: Final = re.compile(r'\{% if "(of-[^"]+)" in marks %\}')


@cache
def picture_mark(folder: str, name: str) -> str:
    """The name of the mark that is the picture of a building or card. folder: the game's template folder."""
    mark = f"of-{name.replace(' ', '-')}"
    return mark if mark in _defined("board") | _defined(folder) else NO_PICTURE


@cache
def _defined(folder: str) -> frozenset[str]:
    return frozenset(_DEFINED.findall(template_source(f"{folder}/pictures.svg")))
