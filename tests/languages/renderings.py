"""Every message of a catalogue as it can be shown: with every term in its holes, and with numbers of every class."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from gettext import GNUTranslations
from io import BytesIO
from typing import Final

import polib

from games.catalogues import TranslatedText, english_holes, kinds_for_hole, percent_holes, term_kind
from games.engine.words import Message, Param, list_message
from games.languages import translated_text

NUMBERS: Final = (0, 1, 2, 3, 5, 12, 20, 22, 25, 100)
"""Of every class that the languages of Europe tell apart."""
MISSING: Final = "⟦"
"""Before a term that has not the form for which a sentence asks."""
QUOTATION_MARKS: Final = "quotation marks"
_HOLES_SHOWN: Final = re.compile(r"[{}]|%\(")
_NEVER_TRANSLATED: Final = re.compile(r"\{.*?\}|%\(\w+\)[sd]|San Juan|Puerto Rico|\S+@\S+")
_MARKUP: Final = re.compile(r"<[^<>]+>|&\w+;|%[a-z]")
_LETTER: Final = re.compile(r"[A-Za-z]")
_SENTENCE: Final = re.compile(r"[A-Za-z]{2,}\W+[A-Za-z]{2,}\W+[A-Za-z]{2,}")
"""So much English that no other language says it in the same words."""


class MarkingTranslator(GNUTranslations):
    """Marks where a form of a term is missing."""

    def pgettext(self, context: str, message: str) -> str:
        return f"{MISSING}{{term}}⟧" if context == QUOTATION_MARKS else super().pgettext(context, message)


def find_complaints(catalogue: polib.POFile, *, wide: bool = False) -> list[str]:
    """What is wrong with the texts of a catalogue as they are shown: holes, missing forms and English.

    wide: no plain letter belongs to the language.
    """
    translator = MarkingTranslator(BytesIO(catalogue.to_binary()))
    texts = [translated_text(entry) for entry in catalogue if entry.translated() and entry.msgctxt != QUOTATION_MARKS]
    complaints: dict[str, None] = {}
    for text in texts:
        if any(_is_english(text, translation) for translation in text.translations):
            complaints[f"English: {text.translations[0]}"] = None
        for shown in renderings(text, texts, translator):
            if _HOLES_SHOWN.search(shown) and shown not in text.translations:
                complaints[f"hole: {shown}"] = None
            if MISSING in shown:
                complaints[f"form: {shown}"] = None
            if (wide and _LETTER.search(shown)) or _is_english(text, shown):
                complaints[f"English: {shown}"] = None
    return list(complaints)


def _is_english(text: TranslatedText, shown: str) -> bool:
    return shown in text.english and _SENTENCE.search(_NEVER_TRANSLATED.sub("0", shown)) is not None


def renderings(text: TranslatedText, texts: Sequence[TranslatedText], translator: GNUTranslations) -> Iterator[str]:
    """Every number with some term in each hole, then every term in each hole."""
    names = sorted(frozenset().union(*english_holes(text)))
    if not names:
        yield from _by_django(text, translator)
        return
    fillers = {name: list(_fillers(name, texts)) for name in names}
    first: dict[str, Param] = {name: terms[0] for name, terms in fillers.items() if terms}
    for number in NUMBERS:
        yield _message(text, {name: first.get(name, number) for name in names}, number).render(translator)
    for name in names:
        for term in fillers[name]:
            yield _message(text, {other: first.get(other, 5) for other in names} | {name: term}, 5).render(translator)


def _by_django(text: TranslatedText, translator: GNUTranslations) -> Iterator[str]:
    """A text that Django fills, or in which nothing stands. Without its HTML."""
    names = frozenset().union(*(percent_holes(english) for english in text.english))
    for number in NUMBERS if names or len(text.english) > 1 else NUMBERS[:1]:
        message = _message(text, {"count": number}, number)
        shown = message.render(translator) if text.kind else message.translation(translator)
        yield _MARKUP.sub("", shown % dict.fromkeys(names, number) if names else shown)


def _fillers(name: str, texts: Sequence[TranslatedText]) -> Iterator[Message]:
    """All terms that may stand in a hole; if it is one for several, also as a list."""
    terms = [
        _term(text, texts, number)
        for text in _of_kinds(name, texts)
        for number in (NUMBERS if len(text.english) > 1 else NUMBERS[:1])
    ]
    yield from terms
    if name.endswith("s") and terms:
        yield list_message(terms[:3])


def _of_kinds(name: str, texts: Sequence[TranslatedText]) -> list[TranslatedText]:
    kinds = kinds_for_hole(name)
    return [text for text in texts if text.kind and term_kind(text.kind) in kinds]


def _term(text: TranslatedText, texts: Sequence[TranslatedText], number: int) -> Message:
    """In the holes of a phrase stand simple terms."""
    params: dict[str, Param] = {}
    for name in frozenset().union(*english_holes(text)):
        simple = [term for term in _of_kinds(name, texts) if not frozenset().union(*english_holes(term))]
        params[name] = Message(simple[0].english[0], kind=simple[0].kind) if simple else number
    return _message(text, params, number)


def _message(text: TranslatedText, params: Mapping[str, Param], number: int) -> Message:
    if len(text.english) == 1:
        return Message(text.english[0], params, kind=text.kind)
    counted = {"count": number, **params}
    return Message(text.english[0], counted, text.english[1], "count", text.kind)
