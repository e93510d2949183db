"""What is wrong with texts that are translated: holes that are not there, forms of terms that are missing.

A catalogue's syntax is that of games/engine/patterns.py. This module uses no settings, because the settings use it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.articles import GENDER, article_for, needs_gender, term_after
from games.engine.patterns import Hole, PatternError, parse_pattern, parse_term, passes_form_on

_FURTHER_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "building": ("card",),
    "place": ("building", "tile"),
    "thing": ("card", "good"),
    "example": ("mark",),
}
"""By the kind that a hole's name says: what else may stand in it."""
_PERCENT_HOLE: Final = re.compile(r"%\((\w+)\)")
_COUNTED: Final = "counted "
"""Begins the kind of phrases with a number."""


@dataclass(frozen=True)
class TranslatedText:
    """An entry of a catalogue."""

    kind: str
    """Its context: the kind of a term; "" for sentences."""
    english: tuple[str, ...]
    """Singular and plural, or the only text."""
    translations: tuple[str, ...]
    """One for every number class of the language, or the only one."""


Fault = tuple[TranslatedText, str]
"""A text, and what is wrong with it."""


def term_kind(context: str) -> str:
    """By a context: "good" for "paid good of San Juan", "counted good" for "counted good of San Juan"."""
    words = context.partition(" of ")[0].split()
    kind = words[-1].removesuffix("s")
    return f"{_COUNTED}{kind}" if _COUNTED.strip() in words else kind


def kinds_for_hole(name: str) -> tuple[str, ...]:
    """The kinds of terms that may stand in a hole of this name: its last word says it ("{other_building}").

    In the plural ("{discarded_goods}") these are lists, also of terms with numbers.
    """
    word = name.rpartition("_")[2]
    kind = word.removesuffix("s")
    kinds = (kind, *_FURTHER_KINDS.get(kind, ()))
    return kinds if kind == word else (*kinds, *(f"{_COUNTED}{kind}" for kind in kinds))


def holes_of(pattern: str) -> list[Hole]:
    """Raises PatternError."""
    return [part for part in parse_pattern(pattern) if isinstance(part, Hole)]


def english_holes(text: TranslatedText) -> list[frozenset[str]]:
    """The names of the holes of singular and plural; nothing for texts that are not filled by us."""
    try:
        return [frozenset(hole.name for hole in holes_of(english)) for english in text.english]
    except PatternError:
        return []


def percent_holes(text: str) -> frozenset[str]:
    """The names of the holes that Django fills: "%(name)s"."""
    return frozenset(_PERCENT_HOLE.findall(text))


def find_faults(texts: Iterable[TranslatedText]) -> list[Fault]:
    """All faults of a catalogue's texts."""
    texts = list(texts)
    terms: dict[str, list[TranslatedText]] = {}
    for text in texts:
        if text.kind:
            terms.setdefault(term_kind(text.kind), []).append(text)
    return [(text, fault) for text in texts for fault in _faults_of(text, terms)]


def _faults_of(text: TranslatedText, terms: Mapping[str, Sequence[TranslatedText]]) -> Iterator[str]:
    by_django = [percent_holes(english) for english in text.english]
    for translation in text.translations:
        yield from _wrong_holes(translation, percent_holes(translation), by_django)
    holes = english_holes(text)
    if not text.kind and not frozenset().union(*holes):
        return
    for translation in text.translations:
        try:
            patterns = _patterns(text, translation)
            for pattern in patterns:
                yield from _wrong_holes(pattern, {hole.name for hole in holes_of(pattern)}, holes)
                yield from _missing_forms(pattern, terms)
        except PatternError as error:
            yield str(error)
    yield from _different_forms(text)


def _patterns(text: TranslatedText, translation: str) -> list[str]:
    """What a translation has to be filled in: of a term all forms."""
    if not text.kind:
        return [translation]
    term = parse_term(translation)
    return [term.plain, *(form for name, form in term.forms.items() if name != GENDER)]


def _wrong_holes(pattern: str, found: Collection[str], english: Sequence[frozenset[str]]) -> Iterator[str]:
    """What holes a translation has too much, and which it lacks of those that singular and plural have."""
    if unknown := set(found) - frozenset().union(*english):
        yield f"“{pattern}” has a hole that the English text has not: {', '.join(sorted(unknown))}"
    if missing := frozenset.intersection(*english) - set(found):
        yield f"“{pattern}” lacks the hole: {', '.join(sorted(missing))}"


def _missing_forms(pattern: str, terms: Mapping[str, Sequence[TranslatedText]]) -> Iterator[str]:
    for hole in holes_of(pattern):
        if not (hole.choices or hole.wanted.form or needs_gender(hole.wanted.article)):
            continue
        fillers = [term for kind in kinds_for_hole(hole.name) for term in terms.get(kind, ())]
        if not fillers:
            yield f"“{pattern}” asks for a form of {{{hole.name}}}, in which no term stands"
        for term in fillers:
            if not all(_answers(hole, translation) for translation in term.translations):
                yield f"“{pattern}”: “{term.english[0]}” ({term.kind}) has no form for {{{hole.name}}}"


def _answers(hole: Hole, translation: str) -> bool:
    """Whether a term has what a hole asks for. A translation that cannot be parsed has a fault of its own."""
    try:
        term = parse_term(translation)
        if hole.choices:
            return term.forms.get(GENDER) in dict(hole.choices)
        if needs_gender(hole.wanted.article) and not article_for(
            hole.wanted.article, term.forms.get(GENDER, ""), term.plain
        ):
            return False
        if hole.wanted.form:
            return hole.wanted.form in term.forms or passes_form_on(term.plain)
        return term_after(hole.wanted.article, term.plain, term.forms) is not None or passes_form_on(term.plain)
    except PatternError:
        return True


def _different_forms(text: TranslatedText) -> Iterator[str]:
    if not text.kind:
        return
    try:
        forms = {frozenset(parse_term(translation).forms) for translation in text.translations}
    except PatternError:
        return
    if len(forms) > 1:
        yield f"“{text.english[0]}” ({text.kind}) has different forms for different numbers"
