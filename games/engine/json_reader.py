"""Reading JSON that people or other machines wrote: every error names the field by its path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.contract import PositionError
from games.engine.random import MASK, Random

MAX_COUNT = 1 << 40
"""Larger numbers are refused, so that all numbers read stay within the engine's 64-bit numbers."""


class JsonReader:
    """One JSON object being read. Each field is read once; `refuse_unread` refuses fields that were not read.

    All methods raise PositionError with the field's path.
    """

    def __init__(self, value: object, path: str = "") -> None:
        if not isinstance(value, Mapping):
            raise PositionError(path or "position", "must be an object")
        self.path = path
        self._unread: dict[str, object] = dict(value)

    def path_to(self, name: str) -> str:
        """The path of a field."""
        return f"{self.path}.{name}" if self.path else name

    def has_unread(self, name: str) -> bool:
        """Whether the object has this field and it was not read yet: for optional fields."""
        return name in self._unread

    def read_value(self, name: str) -> object:
        """A field's value, unchecked."""
        if name not in self._unread:
            raise PositionError(self.path_to(name), "is missing")
        return self._unread.pop(name)

    def read_integer(self, name: str, least: int = 0, most: int = MAX_COUNT) -> int:
        """A whole number within bounds."""
        return parse_integer(self.read_value(name), self.path_to(name), least, most)

    def read_seat(self, name: str, seats: int) -> int | None:
        """A seat's number, or null."""
        value = self.read_value(name)
        return None if value is None else parse_integer(value, self.path_to(name), 0, seats - 1)

    def read_boolean(self, name: str) -> bool:
        value = self.read_value(name)
        if not isinstance(value, bool):
            raise PositionError(self.path_to(name), "must be true or false")
        return value

    def read_word_index(self, name: str, words: Sequence[str]) -> int:
        """The index of one of these words."""
        return parse_word_index(self.read_value(name), self.path_to(name), words)

    def read_word_index_or_null(self, name: str, words: Sequence[str], null: int) -> int:
        """The index of one of these words; `null` for a JSON null."""
        value = self.read_value(name)
        return null if value is None else parse_word_index(value, self.path_to(name), words)

    def read_word_indexes(self, name: str, words: Sequence[str]) -> list[int]:
        """The indexes of a list of these words."""
        path = self.path_to(name)
        return [parse_word_index(value, f"{path}[{index}]", words) for index, value in enumerate(self.read_list(name))]

    def read_integers(self, name: str, least: int, most: int) -> list[int]:
        """A list of whole numbers within bounds."""
        path = self.path_to(name)
        return [
            parse_integer(value, f"{path}[{index}]", least, most) for index, value in enumerate(self.read_list(name))
        ]

    def read_integer_lists(self, name: str, count: int, least: int, most: int) -> list[list[int]]:
        """Exactly `count` lists of whole numbers within bounds, as one for every seat or every row of a board."""
        path, found = self.path_to(name), []
        for index, value in enumerate(self.read_list_of(name, count)):
            row = parse_list(value, f"{path}[{index}]")
            found.append([parse_integer(one, f"{path}[{index}][{at}]", least, most) for at, one in enumerate(row)])
        return found

    def read_list(self, name: str) -> list[object]:
        return parse_list(self.read_value(name), self.path_to(name))

    def read_list_of(self, name: str, count: int) -> list[object]:
        """A list of exactly so many values, which are unchecked."""
        values = self.read_list(name)
        if len(values) != count:
            raise PositionError(self.path_to(name), f"must be a list of {count}")
        return values

    def read_random(self, name: str) -> Random:
        """A random number generator, as Random.state() gives it."""
        words = self.read_integers(name, 0, MASK)
        if len(words) != 4:
            raise PositionError(self.path_to(name), "must be four 32-bit numbers")
        return Random(*words)

    def read_object(self, name: str) -> JsonReader:
        return JsonReader(self.read_value(name), self.path_to(name))

    def read_objects(self, name: str, count: int) -> list[JsonReader]:
        """A list of exactly `count` objects."""
        path = self.path_to(name)
        return [JsonReader(value, f"{path}[{index}]") for index, value in enumerate(self.read_list_of(name, count))]

    def read_counts(self, name: str, words: Sequence[str], most: int = MAX_COUNT) -> list[int]:
        """By word, how many of it there are; 0 for words left out."""
        reader = self.read_object(name)
        counted = [reader.read_integer(word, 0, most) if reader.has_unread(word) else 0 for word in words]
        reader.refuse_unread()
        return counted

    def unread_names(self) -> list[str]:
        """The fields not read yet."""
        return list(self._unread)

    def refuse_unread(self) -> None:
        for name in self._unread:
            raise PositionError(self.path_to(name), "is not a known field")


def parse_integer(value: object, path: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise PositionError(path, "must be a whole number")
    if not least <= value <= most:
        raise PositionError(
            path, f"must be at least {least}" if most == MAX_COUNT else f"must be from {least} to {most}"
        )
    return value


def parse_list(value: object, path: str) -> list[object]:
    """A list of anything."""
    if not isinstance(value, list | tuple):
        raise PositionError(path, "must be a list")
    return list(value)


def parse_word_index(value: object, path: str, words: Sequence[str]) -> int:
    """The index of one of these words."""
    if not isinstance(value, str) or value not in words or value == "":
        raise PositionError(path, "must be one of " + ", ".join(word for word in words if word))
    return words.index(value)


def require(condition: bool, field: str, reason: str) -> None:
    """Raise PositionError for the field with this path, unless the condition holds."""
    if not condition:
        raise PositionError(field, reason)
