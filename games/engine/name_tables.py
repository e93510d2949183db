"""The tables of names (games/engine/names): what other languages call everything that an answer or a page can name.

One file for each language. `docs/rules/names.md` is made from them, and the notation in other languages is read and
shown by them (local_words.py).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "names"
SITE: Final = "site"
"""The words that belong to no game: commands of mails, plans and orders."""
LANGUAGES: Final = tuple(sorted(file.stem for file in FOLDER.glob("*.toml") if file.stem != "en"))
_NOT_GAMES: Final = frozenset({"style", "sources", "reading"})

Key = tuple[str, str, str]
"""Game, kind and key of a row: ("puertorico", "good", "corn")."""


@dataclass(frozen=True)
class Row:
    """One thing in one language."""

    game: str
    kind: str
    """The section of the file: "role", "building"."""
    key: str
    """In canonical notation."""
    name: str
    """The one that is shown. A link may have none: then the form of the thing behind it says it."""
    forms: Mapping[str, str]
    """Other forms of the name, such as "acc"."""
    also: tuple[str, ...]
    """Other names that are understood."""
    wanted: str
    """In which form the thing stands that a verb is about, or that follows a link; "" for the table's own rule."""
    source: str
    note: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in (self.name, *self.also) if name)


@dataclass(frozen=True)
class Reading:
    """What else is needed to read what people type in a language."""

    fillers: tuple[str, ...]
    """Words without a meaning in answers: articles, "please"."""
    endings: tuple[str, ...]
    """Endings of words that say nothing in answers."""
    spellings: tuple[tuple[str, str], ...]
    """Letters, and how people write them who do not have them on their keyboard."""


@cache
def english() -> dict[Key, str]:
    """The English of every row, in the order to show it."""
    return {
        (game, kind, key): text
        for game, kinds in _file("en").items()
        for kind, keys in kinds.items()
        for key, text in keys.items()
    }


@cache
def rows(language: str) -> dict[Key, Row]:
    """All rows of a language."""
    return {(row.game, row.kind, row.key): row for row in _rows(language)}


def style(language: str) -> dict[str, Any]:
    """How the language is written on the site: address, quotation marks, dates."""
    found: dict[str, Any] = _file(language)["style"]
    return found


def sources(language: str) -> dict[str, str]:
    """What the short names of sources mean."""
    found: dict[str, str] = _file(language)["sources"]
    return found


def reading(language: str) -> Reading:
    found = _file(language)["reading"]
    spellings = tuple((letter, spelt) for letter, spelt in found.get("spellings", ()))
    return Reading(tuple(found["fillers"]), tuple(found["endings"]), spellings)


@cache
def _file(language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))


def _rows(language: str) -> Iterator[Row]:
    for game, kinds in _file(language).items():
        for kind, things in kinds.items() if game not in _NOT_GAMES else ():
            for key, thing in things.items():
                yield Row(
                    game,
                    kind,
                    key,
                    thing["nom"],
                    dict(_form(form) for form in thing["forms"].split(" | ")) if "forms" in thing else {},
                    tuple(thing.get("also", ())),
                    thing.get("form", ""),
                    thing["source"],
                    thing.get("note", ""),
                )


def _form(text: str) -> tuple[str, str]:
    name, _colon, form = text.partition(": ")
    return name, form
