"""What docs/position-format.md says of the JSON of positions, read from its tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

PATH: Final = Path(__file__).resolve().parents[2] / "docs" / "position-format.md"
ALWAYS: Final = "always"
TYPES: Final[Mapping[str, type]] = {"object": dict, "list": list, "number": int, "word": str, "yes or no": bool}
READERS: Final = ("all", "player", "nobody", "part", "tools")

Steps = tuple[str | int, ...]
"""Where a value is: names of fields and places in lists, from the outside in."""


@dataclass(frozen=True)
class Row:
    """One field. types: what its value may be, None for null. words: those it may be; None where it is no word."""

    field: str
    types: frozenset[type]
    least: int | None
    most: int | None
    words: frozenset[str] | None
    always: bool
    reader: str

    def fits(self, value: object) -> bool:
        if type(value) not in self.types:
            return False
        if isinstance(value, int) and not isinstance(value, bool):
            return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)
        return not isinstance(value, str) or self.words is None or value in self.words


@dataclass(frozen=True)
class Part:
    """What is said of one game's positions: its fields, what the words in capitals stand for, the example."""

    rows: Mapping[str, Row]
    words: Mapping[str, tuple[str, ...]]
    example: dict[str, Any]
    digest: str

    def row_of(self, steps: Steps) -> Row | None:
        """The row of a value; None: there is none."""
        return self.rows.get(self.field_of(steps))

    def field_of(self, steps: Steps) -> str:
        """The field of a value as the tables name it; "" for the position itself."""
        field = ""
        for step in steps:
            field = f"{field}[]" if isinstance(step, int) else self._inside(field, step)
        return field

    def below(self, field: str) -> list[Row]:
        """The rows of the fields that an object has itself."""
        return self._by_holder.get(field, [])

    @cached_property
    def _by_holder(self) -> dict[str, list[Row]]:
        held: dict[str, list[Row]] = {}
        for row in self.rows.values():
            if not row.field.endswith("[]"):
                held.setdefault(row.field.rpartition(".")[0], []).append(row)
        return held

    def _inside(self, field: str, name: str) -> str:
        if (field, name) not in self._known:
            at = f"{field}." if field else ""
            capitals = (word for word, words in self.words.items() if name in words and f"{at}{word}" in self.rows)
            self._known[field, name] = at + (name if f"{at}{name}" in self.rows else next(capitals, name))
        return self._known[field, name]

    @cached_property
    def _known(self) -> dict[tuple[str, str], str]:
        """The fields of an object by its own field and their names, as far as they were asked for."""
        return {}


def values(value: object, steps: Steps = ()) -> Iterator[tuple[Steps, object]]:
    """Everything in a position with the way to it, itself first."""
    yield steps, value
    inside: Iterator[tuple[str | int, object]] = iter(())
    if isinstance(value, dict):
        inside = iter(value.items())
    elif isinstance(value, list):
        inside = iter(enumerate(value))
    for step, each in inside:
        yield from values(each, (*steps, step))


@cache
def parts() -> Mapping[str, Part]:
    """By the game's key."""
    _, *sections = re.split(r"^## ", PATH.read_text(), flags=re.MULTILINE)
    read = [_part(section) for section in sections]
    return {str(part.example["game"]): part for part in read}


def _part(section: str) -> Part:
    words = {name: _quoted(listed) for name, listed in re.findall(r"^\| ([A-Z]+) \| (.*) \|$", section, re.MULTILINE)}
    cells = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| `")
    ]
    rows = [_row(words, *row) for row in cells]
    assert len({row.field for row in rows}) == len(rows)
    example = re.search(r"^```json\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    digest = re.search(r"`([0-9a-f]{64})`", section)
    assert example is not None
    assert digest is not None
    return Part({row.field: row for row in rows}, words, json.loads(example[1]), digest[1])


def _row(
    capitals: Mapping[str, tuple[str, ...]],
    field: str,
    type_: str,
    values: str,
    written: str,
    reader: str,
    _meaning: str,
) -> Row:
    null = type_.endswith(" or null")
    names = type_.removesuffix(" or null")
    types = [TYPES[names]] if names in TYPES else [TYPES[name] for name in names.split(" or ")]
    bounds = re.fullmatch(r"(\d+) (?:on|to (\d+))", values)
    assert bounds or TYPES["number"] not in types, field
    words = capitals.get(values) or _quoted(values)
    assert words or TYPES["word"] not in types, field
    assert reader in READERS, field
    return Row(
        field=_quoted(field)[0],
        types=frozenset([*types, *([type(None)] if null else [])]),
        least=int(bounds[1]) if bounds else None,
        most=int(bounds[2]) if bounds and bounds[2] else None,
        words=frozenset(words) if words else None,
        always=written == ALWAYS,
        reader=reader,
    )


def _quoted(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([^`]+)`", text))
