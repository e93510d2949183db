"""How the data of a position is declared: one row per field, with all that is to be said of it.

A game's fields.py has the rows. From them follow the class with the fields and how it is copied, which
table_writer.py writes as Python, because it is compiled; and, from here, the JSON of fields that matter in some stages
only, both ways, their bounds, and what a view shows of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import Position, PositionError
from games.engine.json_reader import MAX_COUNT, JsonReader

SEATS: Final = "seats"
"""In Table.per: as many as there are seats. The other names there are constants of the game's components.py."""

EVERYBODY: Final = "all"
PLAYER: Final = "player"
"""Who may know a field: everybody, or only the seat to move. The words are those of docs/position-format.md."""

Bound = int | Callable[[Any], int]
"""A number, or what it is for a position."""


def bit_members(of: int) -> list[int]:
    """The members of a set, ascending."""
    return [member for member in range(64) if (of >> member) & 1]


def bit_set(found: Sequence[int], path: str) -> int:
    """A set from a list. Raises PositionError with the list's path for repetitions."""
    if len(set(found)) != len(found):
        raise PositionError(path, "names something twice")
    return sum(1 << member for member in found)


@dataclass(frozen=True)
class Kind:
    """What a field holds: by itself a number without bounds."""

    initial: int = 0
    """The value at the start, and of a field that keeps the state of a phase, outside that phase."""

    def to_json(self, value: Any) -> object:
        return int(value)

    def from_json(self, position: Position, reader: JsonReader, name: str) -> Any:  # noqa: ARG002
        return reader.read_integer(name)

    def to_view(self, value: Any) -> object:
        """What a view shows of the value."""
        return self.to_json(value)

    def is_neutral(self, value: Any) -> bool:
        return int(value) == self.initial

    def is_within(self, position: Position, value: Any) -> bool:  # noqa: ARG002
        """Whether a position can have this value."""
        return int(value) >= 0


@dataclass(frozen=True)
class Number(Kind):
    least: Bound = 0
    most: Bound = MAX_COUNT

    def _bounds(self, position: Position) -> tuple[int, int]:
        least, most = (int(end(position) if callable(end) else end) for end in (self.least, self.most))
        return least, most

    def from_json(self, position: Position, reader: JsonReader, name: str) -> int:
        return reader.read_integer(name, *self._bounds(position))

    def is_within(self, position: Position, value: Any) -> bool:
        least, most = self._bounds(position)
        return least <= int(value) <= most


@dataclass(frozen=True)
class Flag(Kind):
    """0 or 1."""

    inverted: bool = False
    """In JSON 0 is true."""

    def to_json(self, value: Any) -> bool:
        return bool(value) != self.inverted

    def from_json(self, position: Position, reader: JsonReader, name: str) -> int:  # noqa: ARG002
        return int(reader.read_boolean(name) != self.inverted)

    def is_within(self, position: Position, value: Any) -> bool:  # noqa: ARG002
        return int(value) in (0, 1)


@dataclass(frozen=True)
class Word(Kind):
    """One of several things, in JSON its word; below 0: none of them, in JSON and views null."""

    words: Sequence[str] = ()
    first: int = 0
    """The number of the first word."""
    or_null: bool = False
    """Whether null may be read."""

    def to_json(self, value: Any) -> str | None:
        return None if value < 0 else self.words[int(value) - self.first]

    def from_json(self, position: Position, reader: JsonReader, name: str) -> int:  # noqa: ARG002
        if self.or_null:
            return reader.read_word_index_or_null(name, self.words, self.initial)
        return self.first + reader.read_word_index(name, self.words)

    def is_within(self, position: Position, value: Any) -> bool:  # noqa: ARG002
        return value == self.initial or 0 <= int(value) - self.first < len(self.words)


@dataclass(frozen=True)
class WordSet(Kind):
    """A bit set; in JSON a list of words."""

    words: Sequence[str] = ()

    def to_json(self, value: Any) -> list[str]:
        return [self.words[member] for member in bit_members(value)]

    def from_json(self, position: Position, reader: JsonReader, name: str) -> int:  # noqa: ARG002
        return bit_set(reader.read_word_indexes(name, self.words), reader.path_to(name))

    def to_view(self, value: Any) -> tuple[str, ...]:
        return tuple(self.to_json(value))

    def is_within(self, position: Position, value: Any) -> bool:  # noqa: ARG002
        return 0 <= int(value) < 1 << len(self.words)


@dataclass(frozen=True)
class SeatSet(Kind):
    """A bit set of seats; in JSON a list of them. A view has a flag for each seat."""

    def to_json(self, value: Any) -> list[int]:
        return bit_members(value)

    def from_json(self, position: Position, reader: JsonReader, name: str) -> int:
        return bit_set(reader.read_integers(name, 0, int(position.seats) - 1), reader.path_to(name))

    def is_within(self, position: Position, value: Any) -> bool:
        return 0 <= int(value) < 1 << int(position.seats)


@dataclass(frozen=True)
class Table(Kind):
    """A flat table of numbers: `per` are its dimensions."""

    per: tuple[str, ...] = ()
    words: Sequence[str] = ()
    """Of a table with one dimension: in JSON the numbers are by these words. A view leaves out those that are 0."""

    def to_json(self, value: Any) -> object:
        return {word: int(value[index]) for index, word in enumerate(self.words)}

    def from_json(self, position: Position, reader: JsonReader, name: str) -> vec[i64]:  # noqa: ARG002
        return vec[i64](reader.read_counts(name, self.words))

    def to_view(self, value: Any) -> dict[str, int]:
        return {word: int(value[index]) for index, word in enumerate(self.words) if value[index]} if value else {}

    def is_neutral(self, value: Any) -> bool:
        return all(number == self.initial for number in value)

    def is_within(self, position: Position, value: Any) -> bool:  # noqa: ARG002
        return all(number >= 0 for number in value)


NUMBER: Final = Kind()
FLAG: Final = Flag()
SEAT_SET: Final = SeatSet()


@dataclass(frozen=True)
class WordList(Table):
    """A table with `count` things, or none of them; in JSON the list of their words."""

    count: int = 0

    def to_json(self, value: Any) -> list[str]:
        return [self.words[member] for member in value if member != self.initial]

    def from_json(self, position: Position, reader: JsonReader, name: str) -> vec[i64]:  # noqa: ARG002
        found = reader.read_word_indexes(name, self.words)
        if len(found) != self.count:
            raise PositionError(reader.path_to(name), f"must be {self.count} of them")
        return vec[i64](found)

    def is_within(self, position: Position, value: Any) -> bool:  # noqa: ARG002
        return all(self.initial <= member < len(self.words) for member in value)


def _always(position: Any) -> bool:  # noqa: ARG001
    return True


@dataclass(frozen=True)
class Field:
    """One field of a position. Only `name`, `doc` and `kind` are needed by what no stage or phase has to itself."""

    name: str
    doc: str
    kind: Kind = NUMBER
    part: str = ""
    """A heading of the written class; fields of one part stand together."""
    optional: bool = False
    """It keeps its initial value, and is not copied, in a game without expansions."""
    phase: int | None = None
    """The phase that keeps it: it is neutral in all others."""
    json: Mapping[int, str] = field(default_factory=dict)
    """By stage, its name in the stage's JSON; see `named`."""
    written: Callable[[Any], bool] = _always
    """Whether this position's JSON has the field, in these stages."""
    read_late: bool = False
    """Read after the others, because `written` looks at them."""
    left_out: bool = False
    """Left out of the JSON where it is neutral."""
    value: Callable[[Any], int] | None = None
    """What is written, if it is not the plain value."""
    known_to: str = EVERYBODY
    """EVERYBODY or PLAYER."""
    view: str = ""
    """Its name in the view of what the seat to move is doing; of a SeatSet, in the view of each seat."""

    def in_json(self, position: Any) -> str:
        """Its name in the JSON of the position's stage; "" if it is not there."""
        name = self.json.get(int(position.stage), "")
        return name if name and self.written(position) else ""


def named(name: str, *stages: int) -> dict[int, str]:
    """For Field.json: the name in these stages."""
    return dict.fromkeys(stages, name)


# --- what follows from the rows ---------------------------------------------------------------------------------------


def write_stage(fields: Sequence[Field], position: Any) -> dict[str, object]:
    """The fields that the position's stage has, as JSON."""
    data: dict[str, object] = {}
    for row in fields:
        name, value = row.in_json(position), row.value(position) if row.value else getattr(position, row.name)
        if name and not (row.left_out and row.kind.is_neutral(value)):
            data[name] = row.kind.to_json(value)
    return data


def read_stage(fields: Sequence[Field], position: Any, reader: JsonReader) -> None:
    """Read what write_stage wrote."""
    for row in sorted(fields, key=lambda row: row.read_late):
        name = row.in_json(position)
        if name and (reader.has_unread(name) or not row.left_out):
            setattr(position, row.name, row.kind.from_json(position, reader, name))


def check_fields(fields: Sequence[Field], position: Any, phase: int) -> None:
    """Raises PositionError for a value out of bounds, and for one that is kept beyond its phase."""
    for row in fields:
        value = getattr(position, row.name)
        if name := row.in_json(position):
            if row.value is None and not row.kind.is_within(position, value):
                raise PositionError(f"stage_state.{name}", "is out of bounds")
        elif row.phase is not None and row.phase != phase and not row.kind.is_neutral(value):
            raise PositionError(f"stage_state.{row.name}", "belongs to another phase")


def turn_view(fields: Sequence[Field], position: Any, viewer: int | None) -> dict[str, Any]:
    """By their names in the view: the fields of what the seat to move is doing, as far as the viewer may know them."""
    return {row.view: _shown(row, position, viewer) for row in fields if row.view and not isinstance(row.kind, SeatSet)}


def _shown(row: Field, position: Any, viewer: int | None) -> object:
    known = row.known_to == EVERYBODY or (viewer is not None and int(position.actor) == viewer)
    if int(position.stage) in row.json and known:
        return row.kind.to_view(getattr(position, row.name))
    # What is neutral is shown alike, whatever the stage: 0, false, nothing.
    return row.kind.to_view(() if isinstance(row.kind, Table) else row.kind.initial)


def seat_view(fields: Sequence[Field], position: Any, seat: int) -> dict[str, Any]:
    """By their names in the view, the flags of one seat."""
    return {row.view: bool(getattr(position, row.name) >> seat & 1) for row in _seat_rows(fields)}


def _seat_rows(fields: Sequence[Field]) -> Iterator[Field]:
    return (row for row in fields if row.view and isinstance(row.kind, SeatSet))
