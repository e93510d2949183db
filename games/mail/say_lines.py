"""Lines of a mail that say something to the others at the table: "say: well played".

They are known by their first word and a colon, in any language that the site has, because no move has that form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from games.engine.lexicon import normalize, split_words
from games.engine.local_words import command_words
from games.engine.name_tables import LANGUAGES

SAY: Final = "say"
"""The command."""
_SAYING: Final = re.compile(
    r"^\s*(?:[-*•–]\s+)?[*_\"'“„]{0,2}([^\W\d_][^\W\d_ ]{0,20}(?: [^\W\d_]{1,20})?)[*_]{0,2}\s?[:：][*_]{0,2}(.*)$"
)


def said_in(line: str) -> str | None:
    """What a line says to the others; None if it is for the game or the site."""
    found = _SAYING.match(line)
    if found is None or tuple(split_words(normalize(found[1]))) not in _words():
        return None
    return found[2].strip()


def split_talk(lines: Iterable[str]) -> tuple[str, list[str]]:
    """What the lines of a mail say to the others, and the lines for the game, as if the others had not been there."""
    said, others = [], []
    for line in lines:
        words = said_in(line)
        if words is None:
            others.append(line)
        else:
            said.append(words)
    return "\n".join(said).strip(), others


@cache
def _words() -> frozenset[tuple[str, ...]]:
    return frozenset(words for language in ("en", *LANGUAGES) for words in command_words(language, SAY))
