"""Reading JSON that people or other machines wrote: every complaint names the field by its path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.contract import PositionError
from games.engine.random import MASK, Random

MOST = 1 << 40
"""No count of anything is larger; keeps what is read within the engine's 64-bit numbers."""


class Form:
    """One JSON object being read. Each field is asked for once; `finish` refuses fields that nobody asked for.

    All methods raise PositionError with the field's path.
    """

    def __init__(self, value: object, path: str = "") -> None:
        if not isinstance(value, Mapping):
            raise PositionError(path or "position", "must be an object")
        self.path = path
        self._unread: dict[str, object] = dict(value)

    def at(self, name: str) -> str:
        """The path of a field."""
        return f"{self.path}.{name}" if self.path else name

    def has(self, name: str) -> bool:
        """Whether there is such a field that was not read yet: for fields that may be left out."""
        return name in self._unread

    def take(self, name: str) -> object:
        """A field's value as it stands."""
        if name not in self._unread:
            raise PositionError(self.at(name), "is missing")
        return self._unread.pop(name)

    def whole(self, name: str, least: int = 0, most: int = MOST) -> int:
        """A whole number within bounds."""
        return whole(self.take(name), self.at(name), least, most)

    def seat(self, name: str, seats: int) -> int | None:
        """A seat's number, or null."""
        value = self.take(name)
        return None if value is None else whole(value, self.at(name), 0, seats - 1)

    def flag(self, name: str) -> bool:
        value = self.take(name)
        if not isinstance(value, bool):
            raise PositionError(self.at(name), "must be true or false")
        return value

    def word(self, name: str, words: Sequence[str]) -> int:
        """The index of one of these words."""
        return word(self.take(name), self.at(name), words)

    def word_or_null(self, name: str, words: Sequence[str], null: int) -> int:
        """The index of one of these words, or what null stands for."""
        value = self.take(name)
        return null if value is None else word(value, self.at(name), words)

    def words(self, name: str, words: Sequence[str]) -> list[int]:
        """The indexes of a list of these words."""
        path = self.at(name)
        return [word(value, f"{path}[{index}]", words) for index, value in enumerate(self.items(name))]

    def numbers(self, name: str, least: int, most: int) -> list[int]:
        """A list of whole numbers within bounds."""
        path = self.at(name)
        return [whole(value, f"{path}[{index}]", least, most) for index, value in enumerate(self.items(name))]

    def items(self, name: str) -> list[object]:
        value = self.take(name)
        if not isinstance(value, list | tuple):
            raise PositionError(self.at(name), "must be a list")
        return list(value)

    def random(self, name: str) -> Random:
        """A generator, as Random.state() tells it."""
        words = self.numbers(name, 0, MASK)
        if len(words) != 4:
            raise PositionError(self.at(name), "must be four 32-bit numbers")
        return Random(*words)

    def form(self, name: str) -> Form:
        return Form(self.take(name), self.at(name))

    def forms(self, name: str, count: int) -> list[Form]:
        """A list of exactly so many objects."""
        values = self.items(name)
        if len(values) != count:
            raise PositionError(self.at(name), f"must be a list of {count}")
        return [Form(value, f"{self.at(name)}[{index}]") for index, value in enumerate(values)]

    def counts(self, name: str, words: Sequence[str], most: int = MOST) -> list[int]:
        """How many of each of these words; words left out count nothing."""
        form = self.form(name)
        counted = [form.whole(word, 0, most) if form.has(word) else 0 for word in words]
        form.finish()
        return counted

    def names(self) -> list[str]:
        """The fields not read yet."""
        return list(self._unread)

    def finish(self) -> None:
        for name in self._unread:
            raise PositionError(self.at(name), "is not a known field")


def whole(value: object, path: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise PositionError(path, "must be a whole number")
    if not least <= value <= most:
        raise PositionError(path, f"must be at least {least}" if most == MOST else f"must be from {least} to {most}")
    return value


def word(value: object, path: str, words: Sequence[str]) -> int:
    """The index of one of these words."""
    if not isinstance(value, str) or value not in words or value == "":
        raise PositionError(path, "must be one of " + ", ".join(word for word in words if word))
    return words.index(value)


def refuse_unless(holds: bool, field: str, reason: str) -> None:
    """For what fields say of each other: a complaint about the one with this path, unless it holds."""
    if not holds:
        raise PositionError(field, reason)
