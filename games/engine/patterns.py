"""The little language of translated sentences: holes that ask for a form, and terms that have forms.

    {player} sprzedaje {good:acc}       a hole that asks for a form
    kawa | acc: kawę | gen: kawy        a term with its forms

docs/translating.md tells translators about it. Both are parsed once and kept, for a log renders hundreds of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.engine.articles import ARTICLES, GENDER

PASSED_ON: Final = "^"
"""Within a phrase: the form that is asked of the whole phrase ("{count} {good:^}")."""
CAPITAL: Final = "cap"

_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_INSIDE: Final = re.compile(r"(?P<name>[a-z][a-z0-9_]*)(?::(?P<asked>.+))?", re.DOTALL)
_FORM_NAME: Final = re.compile(r"[a-z][a-z0-9.]*")
_FORM: Final = re.compile(r"([a-z][a-z0-9.]*):\s*(.*)", re.DOTALL)


class PatternError(ValueError):
    """A translation that does not follow the syntax; the text says where."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a hole asks of the term that fills it."""

    form: str = ""
    """"" for the plain one."""
    article: str = ""
    capital: bool = False


PLAIN_FORM: Final = Wanted()


@dataclass(frozen=True, slots=True)
class Hole:
    name: str
    wanted: Wanted = PLAIN_FORM
    passed_on: bool = False
    """Whether it asks what is asked of the whole phrase; `wanted` means nothing then."""
    choices: tuple[tuple[str, str], ...] = ()
    """Words of the sentence by the term's gender, instead of the term itself."""


@dataclass(frozen=True, slots=True)
class Term:
    """A translated term."""

    plain: str
    forms: Mapping[str, str]


@lru_cache(maxsize=8192)
def parse_pattern(pattern: str) -> tuple[str | Hole, ...]:
    """The texts and holes of a pattern in their order. Raises PatternError."""
    parts: list[str | Hole] = []
    end = 0
    for found in _HOLE.finditer(pattern):
        parts += [_plain(pattern, pattern[end : found.start()]), _hole(pattern, found[1])]
        end = found.end()
    parts.append(_plain(pattern, pattern[end:]))
    return tuple(part for part in parts if part)


def passes_form_on(pattern: str) -> bool:
    """Whether a phrase has the form that is asked of it because something in it has."""
    return any(isinstance(part, Hole) and part.passed_on for part in parse_pattern(pattern))


def _plain(pattern: str, text: str) -> str:
    if "{" in text or "}" in text:
        raise PatternError(f"{pattern!r}: a brace without its other one")
    return text


def _hole(pattern: str, inside: str) -> Hole:
    parsed = _INSIDE.fullmatch(inside)
    if parsed is None:
        raise PatternError(f"{pattern!r}: {{{inside}}} is no hole")
    name, asked = parsed["name"], parsed["asked"] or ""
    if asked.startswith("?"):
        return Hole(name, choices=_choices(pattern, asked.removeprefix("?")))
    words = asked.split()
    if words == [PASSED_ON]:
        return Hole(name, passed_on=True)
    form = article = ""
    capital = False
    for word in words:
        if word == CAPITAL:
            capital = True
        elif word.lower() in ARTICLES and not article:
            article, capital = word.lower(), capital or word != word.lower()
        elif _FORM_NAME.fullmatch(word) and word not in (*ARTICLES, GENDER) and not form:
            form = word
        else:
            raise PatternError(f"{pattern!r}: {{{inside}}} asks for too much, or for what is no form")
    return Hole(name, Wanted(form, article, capital))


def _choices(pattern: str, text: str) -> tuple[tuple[str, str], ...]:
    """Of "m=stracony, f=stracona"."""
    pairs = [choice.partition("=") for choice in text.split(",")]
    if not all(equals and gender.strip() for gender, equals, _words in pairs):
        raise PatternError(f"{pattern!r}: “{text}” does not say words by gender")
    return tuple((gender.strip(), words.strip()) for gender, _equals, words in pairs)


@lru_cache(maxsize=8192)
def parse_term(text: str) -> Term:
    """A term and its forms. Raises PatternError."""
    plain, *others = [part.strip() for part in text.split("|")]
    forms: dict[str, str] = {}
    for other in others:
        found = _FORM.fullmatch(other)
        if found is None or found[1] in forms or found[1] in ARTICLES or found[1] == CAPITAL:
            raise PatternError(f"{text!r}: “{other}” is no form, or is there twice")
        forms[found[1]] = found[2]
    return Term(plain, forms)
