"""The tables of names that translations use (games/engine/names), read for their document and their tests."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parents[2] / "games" / "engine" / "names"
LANGUAGES: Final = {"de": "German", "hu": "Hungarian", "pl": "Polish", "ro": "Romanian"}
GAMES: Final = {"puertorico": "Puerto Rico", "sanjuan": "San Juan", "site": "The site"}


@dataclass(frozen=True)
class Row:
    """One thing in one language."""

    game: str
    kind: str
    """The section of the file: "role", "building"."""
    key: str
    name: str
    """The one that is shown."""
    forms: dict[str, str]
    """Other forms of the name, such as "acc"."""
    also: tuple[str, ...]
    """Other names that are understood."""
    source: str
    note: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.also)


@cache
def english() -> dict[tuple[str, str, str], str]:
    """The English of every row, by game, kind and key, in the order to show it."""
    return {
        (game, kind, key): text
        for game, kinds in _file("en").items()
        for kind, keys in kinds.items()
        for key, text in keys.items()
    }


@cache
def rows(language: str) -> dict[tuple[str, str, str], Row]:
    """All rows of a language, by game, kind and key."""
    return {(row.game, row.kind, row.key): row for row in _rows(language)}


def style(language: str) -> dict[str, Any]:
    """How the language is written on the site: address, quotation marks, dates."""
    found: dict[str, Any] = _file(language)["style"]
    return found


def sources(language: str) -> dict[str, str]:
    """What the short names of sources mean."""
    found: dict[str, str] = _file(language)["sources"]
    return found


@cache
def _file(language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text())


def _rows(language: str) -> Iterator[Row]:
    for game, kinds in _file(language).items():
        if game not in GAMES:
            continue
        for kind, things in kinds.items():
            for key, thing in things.items():
                yield Row(
                    game,
                    kind,
                    key,
                    thing["nom"],
                    dict(_form(form) for form in thing["forms"].split(" | ")) if "forms" in thing else {},
                    tuple(thing.get("also", ())),
                    thing["source"],
                    thing.get("note", ""),
                )


def _form(text: str) -> tuple[str, str]:
    name, _colon, form = text.partition(": ")
    return name, form
