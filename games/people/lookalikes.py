"""Which names look alike, and which scripts a name mixes, as Unicode Technical Standard #39 says.

The table of confusable characters comes with the library confusable_homoglyphs, which has no skeletons of its own. It
lists each pair of confusables.txt both ways: a character that stands for others has many partners, one that is replaced
has exactly one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.utils import load

_MARKS: Final = "\u200e"
"""The library's table sets right-to-left characters between these marks."""
RECOMMENDED: Final = frozenset(
    {
        *("ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK"),
        *("GUJARATI", "GURMUKHI", "HAN", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA", "KATAKANA", "KHMER", "LAO"),
        *("LATIN", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN"),
    }
)
"""The scripts in everyday use today (Unicode Standard Annex #31, table 5)."""
_OF_ALL: Final = frozenset({"COMMON", "INHERITED"})
_WRITTEN_TOGETHER: Final = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
_ALIKE_LATIN: Final = frozenset({"CYRILLIC", "GREEK"})


def skeleton(name: str) -> str:
    """The same for any two names that a reader could take for each other, however their letters are cased.

    Not for display. Beyond the standard it takes i for l, because the standard takes I for l and names are the same in
    both cases.
    """
    seen = _replaced(_replaced(name).casefold())
    return seen.casefold().replace("i", "l")


def _replaced(text: str) -> str:
    """The skeleton of the standard (§4), which tells letters of different case apart."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    prototypes = _prototypes()
    kept = (letter for letter in plain if unicodedata.category(letter) not in ("Cf", "Cc"))
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in kept))


@cache
def _prototypes() -> Mapping[str, str]:
    """What each character is replaced by. Read on first use: only who names somebody needs it."""
    table: Mapping[str, list[Mapping[str, Any]]] = load("confusables.json")
    alike = {
        key.strip(_MARKS): [str(partner["c"]).strip(_MARKS) for partner in partners] for key, partners in table.items()
    }
    found: dict[str, str] = {}
    for letter, partners in alike.items():
        if len(letter) != 1 or len(partners) != 1:
            continue
        (other,) = partners
        # Of two characters that are each other's only partner either may stand for both.
        if len(other) == 1 and len(alike.get(other, ())) == 1 and other > letter:
            continue
        found[letter] = other
    return found


def scripts(text: str) -> frozenset[str]:
    """The scripts of a text by their Unicode names, without what belongs to all of them."""
    return frozenset(alias(letter) for letter in text) - _OF_ALL


def mixes_scripts(text: str) -> bool:
    """Whether it mixes scripts that nobody writes together ("moderately restrictive", §5.2), or uses one of none today.

    Latin goes with any one other script but Cyrillic and Greek, whose letters look like its own.
    """
    used = scripts(text)
    if not used <= RECOMMENDED:
        return True
    if len(used) <= 1 or any(used <= together for together in _WRITTEN_TOGETHER):
        return False
    return len(used) > 2 or "LATIN" not in used or not used.isdisjoint(_ALIKE_LATIN)


def mixes_digits(text: str) -> bool:
    """Whether it has digits of several systems (§5.3): the eight of one can be the four of another."""
    zeros = {
        ord(letter) - unicodedata.decimal(letter) for letter in text if unicodedata.decimal(letter, None) is not None
    }
    return len(zeros) > 1
