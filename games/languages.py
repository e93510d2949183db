"""Which languages the site speaks: English, which the code is written in, and those whose catalogues are complete.

A language comes with its catalogues (`<folder>/hu/LC_MESSAGES/django.po`), without a word here. As long as one text of
one of them is not translated (or is to be looked at again: "fuzzy"), it is not offered to anybody: half a page in
another language is worse than a page in English. Knows no settings, as they are made of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import polib
from django.conf.locale import LANG_INFO
from django.utils.translation import get_language_info, to_language

ENGLISH: Final = "en"
MAIN: Final = "django"
"""The domain that every language has; others (djangojs) count as soon as any language, or a template, has them."""


def offered(folder: Path) -> list[tuple[str, str]]:
    """The languages of a folder of catalogues as Django's LANGUAGES, each by its own name; English comes first."""
    complete = [code for code, missing in untranslated(folder).items() if not missing]
    return [(code, _own_name(code)) for code in [ENGLISH, *sorted(complete)]]


def untranslated(folder: Path) -> dict[str, int]:
    """Of every language that has a folder here, how many texts of all domains are missing. English needs none."""
    found = {file.parent.name: file for file in sorted(folder.glob("*/LC_MESSAGES"))}
    domains = {MAIN, *(file.stem for file in [*folder.glob("*.pot"), *folder.glob("*/LC_MESSAGES/*.po")])}
    wanted = {domain: _texts_of_all(folder, domain) for domain in domains}
    return {
        to_language(name): sum(_missing(catalogues / f"{domain}.po", texts) for domain, texts in wanted.items())
        for name, catalogues in found.items()
        if to_language(name) != ENGLISH and to_language(name) in LANG_INFO
    }


Text = tuple[str | None, str]
"""Context and English words."""


def _texts_of_all(folder: Path, domain: str) -> frozenset[Text]:
    """The texts of a domain that any language, or the template, knows of: a catalogue that is behind lacks some."""
    files = [*folder.glob(f"{domain}.pot"), *folder.glob(f"*/LC_MESSAGES/{domain}.po")]
    return frozenset(text for file in files for text in _entries(file))


def _missing(file: Path, texts: frozenset[Text]) -> int:
    """How many of the texts a catalogue lacks; at least one of a catalogue that is not there, empty or not compiled."""
    if not file.exists() or not file.with_suffix(".mo").exists():
        return max(1, len(texts))
    known = _entries(file)
    return sum(not known.get(text, False) for text in texts) if known else 1


def _entries(file: Path) -> Mapping[Text, bool]:
    """The texts of a catalogue, and whether each is translated."""
    read = polib.pofile(str(file))
    return {(entry.msgctxt, entry.msgid): bool(entry.translated()) for entry in read if not entry.obsolete}


def _own_name(code: str) -> str:
    return str(get_language_info(code)["name_local"]).capitalize()
