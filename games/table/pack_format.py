"""How the rows of a finished game are written into one record, and read out of it again, every column as it was.

The record is JSON, compressed: a list of columns for every table, which compresses far better than a list of rows.
Times are microseconds, and columns of whole numbers are written as differences, as ids and times grow. A column that a
table has got since has its default in rows from an older record; one that it has lost is left out.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, pairwise
from typing import Any, Final

from django.db import models

from games.models import IncomingMail, Move, OutgoingMail, Submission, Turn

FORMAT: Final = 1
TABLES: Final[Mapping[str, type[models.Model]]] = {
    "turns": Turn,
    "submissions": Submission,
    "moves": Move,
    "outgoing": OutgoingMail,
    "incoming": IncomingMail,
}
"""What is packed, by the name in the record; those that others refer to first."""
Rows = Mapping[str, Sequence[models.Model]]
Columns = Mapping[str, Sequence[Any]]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 20, "pb": 0}]
"""The window is as large as the longest games' records are; a larger one costs memory and gains nothing."""


class UnknownFormat(ValueError):
    """A record of a later release."""


def write(rows: Rows) -> bytes:
    """The record of the rows, by the names of TABLES."""
    tables = {name: _columns(model, rows[name]) for name, model in TABLES.items()}
    text = json.dumps(tables, ensure_ascii=False, separators=(",", ":"))
    return lzma.compress(text.encode(), lzma.FORMAT_RAW, filters=_FILTERS)


def read(version: int, data: bytes) -> Mapping[str, Columns]:
    """The columns of every table, for `rows`. Raises UnknownFormat."""
    if version != FORMAT:
        raise UnknownFormat(f"a pack of format {version}: this release reads {FORMAT}")
    tables: Mapping[str, Mapping[str, Any]] = json.loads(lzma.decompress(data, lzma.FORMAT_RAW, filters=_FILTERS))
    return {
        name: {column: _summed(values) if told == "sum" else values for column, (told, values) in columns.items()}
        for name, columns in tables.items()
    }


def rows(name: str, columns: Columns) -> list[Any]:
    """The rows of one table as model instances, in the order in which they were written."""
    model = TABLES[name]
    count = len(columns[_key(model)])
    known = {field.attname: _reader(field) for field in model._meta.concrete_fields if field.attname in columns}
    values = {column: [read(value) for value in columns[column]] for column, read in known.items()}
    found = []
    for place in range(count):
        row = model(**{column: column_values[place] for column, column_values in values.items()})
        row._state.adding = False
        found.append(row)
    return found


def _key(model: type[models.Model]) -> str:
    return str(model._meta.pk.attname)


def _columns(model: type[models.Model], rows: Iterable[models.Model]) -> dict[str, tuple[str, list[Any]]]:
    rows, written = list(rows), {}
    for field in model._meta.concrete_fields:
        write = _writer(field)
        values = [write(field.value_from_object(row)) for row in rows]
        whole = bool(values) and all(type(value) is int for value in values)
        written[field.attname] = ("sum", _differences(values)) if whole else ("as it is", values)
    return written


def _differences(values: Sequence[int]) -> list[int]:
    return [values[0], *(after - before for before, after in pairwise(values))]


def _summed(differences: Sequence[int]) -> list[int]:
    return list(accumulate(differences))


def _writer(field: models.Field[Any, Any]) -> Callable[[Any], Any]:
    if isinstance(field, models.DateTimeField):
        return lambda at: None if at is None else (at - _EPOCH) // _MICROSECOND
    if isinstance(field, models.BinaryField):
        return lambda held: bytes(held).hex()
    return lambda value: value


def _reader(field: models.Field[Any, Any]) -> Callable[[Any], Any]:
    if isinstance(field, models.DateTimeField):
        return lambda micro: None if micro is None else _EPOCH + micro * _MICROSECOND
    if isinstance(field, models.BinaryField):
        return bytes.fromhex
    return lambda value: value
