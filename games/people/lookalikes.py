"""Which names look alike, and which scripts a name mixes, according to Unicode Technical Standard #39 (UTS #39).

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

_DIRECTION_MARK: Final = "\u200e"
"""The library's table puts this mark on both sides of right-to-left characters."""
RECOMMENDED_SCRIPTS: Final = frozenset(
    {
        *("ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK"),
        *("GUJARATI", "GURMUKHI", "HAN", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA", "KATAKANA", "KHMER", "LAO"),
        *("LATIN", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN"),
    }
)
"""The scripts in everyday use today (Unicode Standard Annex #31, table 5)."""
_SHARED_SCRIPTS: Final = frozenset({"COMMON", "INHERITED"})
_COMBINED_SCRIPTS: Final = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
_LATIN_LOOKALIKES: Final = frozenset({"CYRILLIC", "GREEK"})


def skeleton(name: str) -> str:
    """A text that is equal for any two names that look alike, in upper or lower case. Not for display.

    Beyond the standard it replaces i by l: the standard replaces I by l, and names ignore case.
    """
    folded = _unicode_skeleton(_unicode_skeleton(name).casefold())
    return folded.casefold().replace("i", "l")


def _unicode_skeleton(text: str) -> str:
    """The skeleton of the standard (UTS #39 §4 Confusable Detection), which distinguishes upper and lower case."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    prototypes = _prototypes()
    kept = (letter for letter in plain if unicodedata.category(letter) not in ("Cf", "Cc"))
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in kept))


@cache
def _prototypes() -> Mapping[str, str]:
    """The replacement of each character. It is read on first use: only sign-ups and renames need it."""
    table: Mapping[str, list[Mapping[str, Any]]] = load("confusables.json")
    confusables = {
        key.strip(_DIRECTION_MARK): [str(partner["c"]).strip(_DIRECTION_MARK) for partner in partners]
        for key, partners in table.items()
    }
    replacements: dict[str, str] = {}
    for letter, partners in confusables.items():
        if len(letter) != 1 or len(partners) != 1:
            continue
        (other,) = partners
        # If two characters are each other's only partner, the lower one replaces both.
        if len(other) == 1 and len(confusables.get(other, ())) == 1 and other > letter:
            continue
        replacements[letter] = other
    return replacements


def scripts(text: str) -> frozenset[str]:
    """The Unicode names of the scripts in a text, without the shared ones."""
    return frozenset(alias(letter) for letter in text) - _SHARED_SCRIPTS


def mixes_scripts(text: str) -> bool:
    """Whether it mixes scripts beyond "moderately restrictive" (UTS #39 §5.2 Restriction-Level Detection), or uses a
    script that is not in everyday use.

    Latin may be mixed with any one other script but Cyrillic and Greek, whose letters look like its own.
    """
    used = scripts(text)
    if not used <= RECOMMENDED_SCRIPTS:
        return True
    if len(used) <= 1 or any(used <= together for together in _COMBINED_SCRIPTS):
        return False
    return len(used) > 2 or "LATIN" not in used or not used.isdisjoint(_LATIN_LOOKALIKES)


def mixes_digits(text: str) -> bool:
    """Whether it has digits of several systems (UTS #39 §5.3 Mixed-Number Detection): an 8 of one can look like a 4."""
    zeros = {
        ord(letter) - unicodedata.decimal(letter) for letter in text if unicodedata.decimal(letter, None) is not None
    }
    return len(zeros) > 1
