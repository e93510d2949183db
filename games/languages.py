"""The languages of the site: English, in which the code is written, and those with complete catalogues.

A language is added by its catalogues (`<folder>/hu/LC_MESSAGES/django.po`), without code. While one text in one of them
is not translated, "fuzzy" or wrong (a term without a form that a sentence asks for), the language is not offered: half
a page in another language is worse than a page in English. This module uses no settings, because the settings use it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import polib
from django.conf.locale import LANG_INFO
from django.utils.translation import get_language_info, to_language

from games.catalogues import Fault, TranslatedText, find_faults

ENGLISH: Final = "en"
MAIN_DOMAIN: Final = "django"
"""The domain that every language needs; others (djangojs) count if a language or a template has them."""

KEPT_COUNT: Final = "count.json"
"""Beside the catalogues: what was counted when they were compiled, for reading them all takes half a second."""
_NUMBER_CLASSES: Final = re.compile(r"nplurals\s*=\s*(\d+)")


def offered_languages(folder: Path) -> list[tuple[str, str]]:
    """The complete languages of a folder of catalogues, as Django's LANGUAGES, by their native names; English first."""
    complete = [code for code, missing in count_missing_texts(folder).items() if not missing]
    return [(code, _native_name(code)) for code in [ENGLISH, *sorted(complete)]]


def count_missing_texts(folder: Path) -> dict[str, int]:
    """How many texts of all domains are missing, by language. English needs no catalogue."""
    kept = folder / KEPT_COUNT
    if kept.exists():
        count: dict[str, Any] = json.loads(kept.read_text("utf-8"))
        if count["files"] == _state_of_files(folder):
            return dict(count["missing"])
    return _count_texts(folder)


def keep_count(folder: Path) -> None:
    """Count now, and let every process that starts know the count as long as the catalogues stay as they are."""
    count = {"files": _state_of_files(folder), "missing": _count_texts(folder)}
    (folder / KEPT_COUNT).write_text(json.dumps(count), "utf-8")


def _state_of_files(folder: Path) -> dict[str, list[int]]:
    """By file what changes with it."""
    files = [*folder.glob("*.pot"), *folder.glob("*/LC_MESSAGES/*.po"), *folder.glob("*/LC_MESSAGES/*.mo")]
    states = {file: file.stat() for file in sorted(files)}
    return {str(file.relative_to(folder)): [state.st_size, state.st_mtime_ns] for file, state in states.items()}


def _count_texts(folder: Path) -> dict[str, int]:
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


def find_catalogue_faults(folder: Path, code: str) -> list[Fault]:
    """What is wrong with the translated texts of a language, in all domains (games/catalogues.py)."""
    files = [file for file in folder.glob("*/LC_MESSAGES/*.po") if to_language(file.parent.parent.name) == code]
    return [fault for file in sorted(files) for fault in _faults(_read(file))]


def _all_texts(folder: Path, domain: str) -> frozenset[Text]:
    """The texts of a domain in any language or in the template: outdated catalogues lack some of them."""
    files = [*folder.glob(f"{domain}.pot"), *folder.glob(f"*/LC_MESSAGES/{domain}.po")]
    return frozenset((entry.msgctxt, entry.msgid) for file in files for entry in _read(file))


def _count_missing(file: Path, texts: frozenset[Text]) -> int:
    """How many of the texts a catalogue lacks or has wrong; at least one if it does not exist, is empty or is not
    compiled."""
    if not file.exists() or not file.with_suffix(".mo").exists():
        return max(1, len(texts))
    entries = _read(file)
    wrong = {(text.kind or None, text.english[0]) for text, _fault in _faults(entries)}
    known = {(entry.msgctxt, entry.msgid) for entry in entries if entry.translated()} - wrong
    return len(texts - known) if entries else 1


def _read(file: Path) -> list[polib.POEntry]:
    """The entries of a catalogue. Without a translation for every number class of the language, one has none."""
    catalogue = polib.pofile(str(file))
    classes = _NUMBER_CLASSES.search(catalogue.metadata.get("Plural-Forms", ""))
    entries = [entry for entry in catalogue if not entry.obsolete]
    for entry in entries:
        if classes and entry.msgid_plural and len(entry.msgstr_plural) != int(classes[1]):
            entry.msgstr_plural = {}
    return entries


def _faults(entries: Iterable[polib.POEntry]) -> list[Fault]:
    return find_faults(translated_text(entry) for entry in entries if entry.translated())


def translated_text(entry: polib.POEntry) -> TranslatedText:
    """An entry of a catalogue as polib reads it."""
    if not entry.msgid_plural:
        return TranslatedText(entry.msgctxt or "", (entry.msgid,), (entry.msgstr,))
    by_class = tuple(text for _class, text in sorted(entry.msgstr_plural.items()))
    return TranslatedText(entry.msgctxt or "", (entry.msgid, entry.msgid_plural), by_class)


def _native_name(code: str) -> str:
    return str(get_language_info(code)["name_local"]).capitalize()
