"""The format of a packed game: writes its rows into one record, and reads them again with every column as it was.

The record is compressed JSON: a list of columns for every table, which compresses far better than a list of rows.
Times and spans are microseconds. Columns of integers are written as differences, because ids and times grow; times also
as differences from another column, if that is shorter. Random digits (tokens, ids of mails, digests) cannot be
compressed: they are appended as plain bytes, and marks in the text show where they belong.

If a table has got a new column since, rows from older records have its default; a removed column is left out. Records
of format 1 have neither differences between columns nor appended bytes. Those before format 3 have no notifications,
and their mails have a recipient instead of an address.
"""

from __future__ import annotations

import json
import lzma
import re
import zlib
from base64 import b32decode, b32encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, pairwise
from typing import Any, Final

from django.db import models

from games.models import Delivery, IncomingMail, Move, Notification, Submission, Turn

FORMAT: Final = 3
TABLES: Final[Mapping[str, type[models.Model]]] = {
    "turns": Turn,
    "submissions": Submission,
    "moves": Move,
    "notifications": Notification,
    "outgoing": Delivery,
    "incoming": IncomingMail,
}
"""The packed models, by their names in the record; models that others refer to come first."""
Rows = Mapping[str, Sequence[models.Model]]
Columns = Mapping[str, Sequence[Any]]

NOTIFICATIONS_SINCE: Final = 3
_STORED_NAMES: Final[Mapping[str, str]] = {"ahead_of_turn": "ahead", "deferred_plies": "answer"}
"""The names in the record of fields that have another name in the model."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 20, "pb": 0}]
"""The window is as large as the longest games' records are; a larger one costs memory and gains nothing."""
_LENGTH: Final = 4
"""Bytes at the beginning that say how long the compressed text is."""


class UnknownFormat(ValueError):
    """A record of a later release."""


def write(rows: Rows) -> bytes:
    """The record of the rows, by the names of TABLES."""
    text, bare = _take_out(_json({name: _columns(model, rows[name]) for name, model in TABLES.items()}))
    packed = lzma.compress(text.encode(), lzma.FORMAT_RAW, filters=_FILTERS)
    return len(packed).to_bytes(_LENGTH) + packed + bare


def read(version: int, data: bytes) -> Mapping[str, Columns]:
    """The columns of every table, for `rows`. Raises UnknownFormat."""
    if version == 1:
        text = _decompressed(data)
    elif version <= FORMAT:
        end = _LENGTH + int.from_bytes(data[:_LENGTH])
        text = _put_back(_decompressed(data[_LENGTH:end]), data[end:])
    else:
        raise UnknownFormat(f"a pack of format {version}: this release reads up to {FORMAT}")
    tables: Mapping[str, Mapping[str, Any]] = json.loads(text)
    read = {name: _values_of(columns) for name, columns in tables.items()}
    if version < NOTIFICATIONS_SINCE:
        read["outgoing"]["address"] = read["outgoing"].pop("recipient")
        read["notifications"] = {_key(Notification): ()}
    return read


def rows(name: str, columns: Columns) -> list[Any]:
    """The rows of one table as model instances, in the order in which they were written."""
    model = TABLES[name]
    count = len(columns[_key(model)])
    known = [field for field in model._meta.concrete_fields if _stored_name(field) in columns]
    readers = {field.attname: (_reader(field), columns[_stored_name(field)]) for field in known}
    values = {name: [read(value) for value in column] for name, (read, column) in readers.items()}
    found = []
    for place in range(count):
        row = model(**{name: column[place] for name, column in values.items()})
        row._state.adding = False
        found.append(row)
    return found


def _key(model: type[models.Model]) -> str:
    return str(model._meta.pk.attname)


def _stored_name(field: models.Field[Any, Any]) -> str:
    return _STORED_NAMES.get(field.attname, field.attname)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _decompressed(data: bytes) -> str:
    return lzma.decompress(data, lzma.FORMAT_RAW, filters=_FILTERS).decode()


# --- columns -----------------------------------------------------------------------------------------------------

_DIGITS: Final = re.compile(r"[0-9a-f]*")


def _columns(model: type[models.Model], rows: Iterable[models.Model]) -> dict[str, Sequence[Any]]:
    """The columns by name: each with its encoding, and the encoded values."""
    rows = list(rows)
    written: dict[str, Sequence[Any]] = {}
    times: dict[str, list[int | None]] = {}
    for field in model._meta.concrete_fields:
        write, name = _writer(field), _stored_name(field)
        values = [write(field.value_from_object(row)) for row in rows]
        if isinstance(field, models.DateTimeField) and values:
            written[name] = _times(values, times)
            times[name] = values
        elif values and all(type(value) is int for value in values):
            written[name] = "sum", _differences(values)
        elif any(values) and all(type(value) is str and _DIGITS.fullmatch(value) for value in values):
            written[name] = "joined", [len(value) for value in values], "".join(values)
        else:
            written[name] = "as it is", values
    return written


def _times(values: Sequence[int | None], others: Mapping[str, Sequence[int | None]]) -> Sequence[Any]:
    """The shortest encoding of times: as they are, or as the time since another column of the same row."""
    ways: list[Sequence[Any]] = [("as it is", values), ("sum", _differences(values))]
    for name, from_there in others.items():
        if all(start is not None or at is None for at, start in zip(values, from_there, strict=True)):
            spans = [None if at is None else at - (start or 0) for at, start in zip(values, from_there, strict=True)]
            ways.append(("from", name, spans))
    return min(ways, key=lambda way: len(zlib.compress(_json(way).encode())))


def _differences(values: Sequence[int | None]) -> list[int | None]:
    """Each value less the one before; empty values stay empty."""
    known = [value for value in values if value is not None]
    found = iter([*known[:1], *(after - before for before, after in pairwise(known))])
    return [None if value is None else next(found) for value in values]


def _values_of(columns: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    values: dict[str, Sequence[Any]] = {}
    for name, (form, *given) in columns.items():
        match form:
            case "sum":
                sums = accumulate(difference for difference in given[0] if difference is not None)
                values[name] = [None if difference is None else next(sums) for difference in given[0]]
            case "from":
                there = values[given[0]]
                spans = zip(there, given[1], strict=True)
                values[name] = [None if span is None else start + span for start, span in spans]
            case "joined":
                ends = list(accumulate(given[0], initial=0))
                values[name] = [given[1][start:end] for start, end in pairwise(ends)]
            case _:
                values[name] = given[0]
    return values


def _writer(field: models.Field[Any, Any]) -> Callable[[Any], Any]:
    if isinstance(field, models.DateTimeField):
        return lambda at: None if at is None else (at - _EPOCH) // _MICROSECOND
    if isinstance(field, models.DurationField):
        return lambda span: None if span is None else span // _MICROSECOND
    if isinstance(field, models.BinaryField):
        return lambda held: bytes(held).hex()
    return lambda value: value


def _reader(field: models.Field[Any, Any]) -> Callable[[Any], Any]:
    if isinstance(field, models.DateTimeField):
        return lambda micro: None if micro is None else _EPOCH + micro * _MICROSECOND
    if isinstance(field, models.DurationField):
        return lambda micro: None if micro is None else micro * _MICROSECOND
    if isinstance(field, models.BinaryField):
        return bytes.fromhex
    return lambda value: value


# --- random digits -----------------------------------------------------------------------------------------------

_RANDOM: Final = re.compile(r"(?P<token>[a-z2-7]{26})|(?:[0-9a-f]{2}){8,}")
"""A reply token (128 bits in base 32), or many hexadecimal digits."""
_HEX, _TOKEN, _AGAIN = "\x01", "\x02", "\x03"
"""Marks in the text, with a number between two of them: _HEX and _TOKEN with a number of bytes, as hexadecimal digits
or as a token; _AGAIN with the index of earlier digits that stand here again. JSON contains no such characters."""
_MARK: Final = re.compile(rf"([{_HEX}{_TOKEN}{_AGAIN}])([0-9]+)\1")


def _take_out(text: str) -> tuple[str, bytes]:
    """Replace random digits by marks; the text, and the digits as bytes, each once."""
    bare, places = bytearray(), dict[str, int]()

    def mark(found: re.Match[str]) -> str:
        digits = found[0]
        if digits in places:
            return f"{_AGAIN}{places[digits]}{_AGAIN}"
        kind = _HEX if found["token"] is None else _TOKEN
        held = bytes.fromhex(digits) if kind == _HEX else b32decode(f"{digits.upper()}======")
        if _as_digits(kind, held) != digits:
            return digits
        places[digits] = len(places)
        bare.extend(held)
        return f"{kind}{len(held)}{kind}"

    return _RANDOM.sub(mark, text), bytes(bare)


def _put_back(text: str, bare: bytes) -> str:
    """Undo `_take_out`."""
    known, place = list[str](), 0

    def digits(mark: re.Match[str]) -> str:
        nonlocal place
        kind, number = mark[1], int(mark[2])
        if kind == _AGAIN:
            return known[number]
        known.append(_as_digits(kind, bare[place : place + number]))
        place += number
        return known[-1]

    return _MARK.sub(digits, text)


def _as_digits(kind: str, held: bytes) -> str:
    return held.hex() if kind == _HEX else b32encode(held).decode().rstrip("=").lower()
