"""The languages of the site: English, in which the code is written, and those with complete catalogues.

A language is added by its catalogues (`<folder>/hu/LC_MESSAGES/django.po`), without code. While one text in one of them
is not translated, or "fuzzy", the language is not offered: half a page in another language is worse than a page in
English. This module uses no settings, because the settings use it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import polib
from django.conf.locale import LANG_INFO
from django.utils.translation import get_language_info, to_language

ENGLISH: Final = "en"
MAIN_DOMAIN: Final = "django"
"""The domain that every language needs; others (djangojs) count if a language or a template has them."""


def offered_languages(folder: Path) -> list[tuple[str, str]]:
    """The complete languages of a folder of catalogues, as Django's LANGUAGES, by their native names; English first."""
    complete = [code for code, missing in count_missing_texts(folder).items() if not missing]
    return [(code, _native_name(code)) for code in [ENGLISH, *sorted(complete)]]


def count_missing_texts(folder: Path) -> dict[str, int]:
    """How many texts of all domains are missing, by language. English needs no catalogue."""
    found = {file.parent.name: file for file in sorted(folder.glob("*/LC_MESSAGES"))}
    domains = {MAIN_DOMAIN, *(file.stem for file in [*folder.glob("*.pot"), *folder.glob("*/LC_MESSAGES/*.po")])}
    wanted = {domain: _all_texts(folder, domain) for domain in domains}
    return {
        to_language(name): sum(_count_missing(catalogues / f"{domain}.po", texts) for domain, texts in wanted.items())
        for name, catalogues in found.items()
        if to_language(name) != ENGLISH and to_language(name) in LANG_INFO
    }


Text = tuple[str | None, str]
"""The context and the English text."""


def _all_texts(folder: Path, domain: str) -> frozenset[Text]:
    """The texts of a domain in any language or in the template: outdated catalogues lack some of them."""
    files = [*folder.glob(f"{domain}.pot"), *folder.glob(f"*/LC_MESSAGES/{domain}.po")]
    return frozenset(text for file in files for text in _entries(file))


def _count_missing(file: Path, texts: frozenset[Text]) -> int:
    """How many of the texts a catalogue lacks; at least one if it does not exist, is empty or is not compiled."""
    if not file.exists() or not file.with_suffix(".mo").exists():
        return max(1, len(texts))
    known = _entries(file)
    return sum(not known.get(text, False) for text in texts) if known else 1


def _entries(file: Path) -> Mapping[Text, bool]:
    """The texts of a catalogue, and whether each is translated."""
    read = polib.pofile(str(file))
    return {(entry.msgctxt, entry.msgid): bool(entry.translated()) for entry in read if not entry.obsolete}


def _native_name(code: str) -> str:
    return str(get_language_info(code)["name_local"]).capitalize()
