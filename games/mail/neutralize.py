"""Words that somebody else chose, in a mail to people who may not know them: as text, never as a link."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_BREAK: Final = "\N{ZERO WIDTH SPACE}"
"""Seen by nobody; what looks for addresses in a text finds none across it."""
_JOINT: Final = re.compile(r"(?<=[.:/@])(?=\S)|(?<=\S)(?=[.:/@])")
"""On both sides of what holds an address together: some programs take "www." alone for the beginning of one."""


def neutralize(text: object) -> str:
    """The text on one line, in which no mail program finds an address to make a link of.

    What turns the direction of writing or is not seen goes: it could make the words around it say something else.
    """
    line = " ".join(str(text).split())
    return _JOINT.sub(_BREAK, "".join(letter for letter in line if unicodedata.category(letter)[0] != "C"))
