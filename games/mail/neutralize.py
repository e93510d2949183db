"""Neutralizes words of other people in mails to readers who may not know them: mail programs make no link of them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_BREAK: Final = "\N{ZERO WIDTH SPACE}"
"""Invisible; programs that look for addresses in a text find none across it."""
_JOINT: Final = re.compile(r"(?<=[.:/@])(?=\S)|(?<=\S)(?=[.:/@])")
"""Both sides of the characters that join an address: some programs take "www." alone for the beginning of one."""


def neutralize(text: object) -> str:
    """The text on one line, in which no mail program finds an address.

    Invisible characters and those that change the writing direction are removed: they could change how the words
    around them read.
    """
    line = " ".join(str(text).split())
    return _JOINT.sub(_BREAK, "".join(letter for letter in line if unicodedata.category(letter)[0] != "C"))
