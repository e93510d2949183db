"""Articles that a language puts before a term, where a rule finds them: Hungarian by sound, German by gender.

A translated pattern names them ("{building:az acc}", "{building:den}"), so nothing here asks which language is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

GENDER: Final = "gender"
"""The form of a term that is its gender: m, f, n, or pl for a term in the plural."""


class _GermanArticle(NamedTuple):
    form: str
    """The form of the term behind it: "def" has the endings that adjectives have behind "der"."""
    by_gender: dict[str, str]


def _german(form: str, m: str, f: str, n: str, pl: str) -> _GermanArticle:
    return _GermanArticle(form, {"m": m, "f": f, "n": n, "pl": pl})


_GERMAN: Final = {
    "der": _german("def", "der", "die", "das", "die"),
    "den": _german("def.acc", "den", "die", "das", "die"),
    "dem": _german("def.dat", "dem", "der", "dem", "den"),
    "des": _german("def.gen", "des", "der", "des", "der"),
    "ein": _german("", "ein", "eine", "ein", ""),
    "einen": _german("acc", "einen", "eine", "ein", ""),
    "einem": _german("def.dat", "einem", "einer", "einem", ""),
    "kein": _german("", "kein", "keine", "kein", "keine"),
    "keinen": _german("acc", "keinen", "keine", "kein", "keine"),
    "dein": _german("", "dein", "deine", "dein", "deine"),
    "deinen": _german("acc", "deinen", "deine", "dein", "deine"),
    "deinem": _german("def.dat", "deinem", "deiner", "deinem", "deinen"),
    "zum": _german("def.dat", "zum", "zur", "zum", "zu den"),
    "vom": _german("def.dat", "vom", "von der", "vom", "von den"),
    "im": _german("def.dat", "im", "in der", "im", "in den"),
    "ins": _german("def.acc", "in den", "in die", "ins", "in die"),
}
"""By the masculine (neuter for "ins"): the name of the article in patterns."""

_HUNGARIAN: Final = "az"
_VOWELS: Final = frozenset("aáeéiíoóöőuúüű")

ARTICLES: Final = frozenset({_HUNGARIAN, *_GERMAN})
"""What a pattern may call them. With a capital letter ("Az", "Der") they begin a sentence."""


def needs_gender(article: str) -> bool:
    return article in _GERMAN


def form_after(article: str) -> str:
    """The form of a term that an article asks for; "" for the plain one."""
    return _GERMAN[article].form if article in _GERMAN else ""


def term_after(article: str, plain: str, forms: Mapping[str, str]) -> str | None:
    """A German term as it stands behind the article; None if its translation does not say.

    Most nouns of one word look the same everywhere but in the genitive, so their forms need not be written down. A
    term of several words may have an adjective in it, and must.
    """
    form = form_after(article)
    if not form:
        return plain
    case = form.removeprefix("def.")
    found = forms.get(form, forms.get(case))
    if found is None and form == "def.acc" and forms.get(GENDER) != "m":
        found = forms.get("def")
    if found is None and case != "gen" and len(plain.split()) == 1 and "def" not in forms:
        found = plain
    return found


def article_for(article: str, gender: str, text: str) -> str:
    """The article as it stands before this text; "" if it has none (the gender is unknown, or has no such article)."""
    if article in _GERMAN:
        return _GERMAN[article].by_gender.get(gender, "")
    return "az" if _begins_with_vowel(text) else "a"


def _begins_with_vowel(text: str) -> bool:
    """Of a Hungarian word or number as it is spoken: 1 (egy), 5 (öt), 1000 (ezer), 50 (ötven), I. (első)."""
    if ordinal := re.match(r"\W*([IVX]+)\.", text):
        return ordinal[1] in ("I", "V")
    if number := re.match(r"\W*(\d+)", text):
        digits = number[1]
        return digits[0] == "5" or (digits[0] == "1" and len(digits) % 3 == 1)
    letter = re.search(r"\w", text)
    return letter is not None and letter[0].lower() in _VOWELS
