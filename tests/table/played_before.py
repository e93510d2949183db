"""What was played in one test is not played again by the next one that begins alike: its rows are put back.

Playing by the services takes some thirty queries a ply; most tests only want a game that has come to somewhere. The
first test of a process plays it, and what that changed in the database is kept. What begins alike: the same rows but
for what is drawn at random (identifiers, tokens) and for the time of day, the same settings, the same way to play.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, partial
from types import CodeType, FunctionType
from typing import Any, Final

from django.apps import apps
from django.conf import LazySettings, UserSettingsHolder, settings
from django.db import connection, models, transaction
from django.utils import timezone

from games.models import Game

PLAIN: Final = str | int | float | timedelta
SAME_MOMENT: Final = timedelta(minutes=1)
APPS: Final = {"games", "accounts", "account"}
"""Whose rows playing reads or writes: games, people, their addresses."""
NUMBERS: Final = "sqlite_sequence"
"""SQLite's own table of the last number of each table."""
_on_commit: Final = transaction.on_commit

Row = tuple[Any, ...]
Rows = dict[str, dict[Any, Row]]
"""All rows of all tables, by the first column."""


@dataclass(frozen=True)
class Table:
    """A table of the database; of its columns those that hold times, and those whose content is drawn at random."""

    name: str
    columns: tuple[str, ...]
    times: frozenset[int]
    drawn: frozenset[int]


@dataclass(frozen=True)
class Change:
    """What playing changed, as JSON. drawn: what was drawn before it began, in the order of the rows."""

    rows: str
    drawn: list[str]
    began: datetime


_changes: Final[dict[Hashable, Change]] = {}


def played(game: Game, play: Callable[[], None], *how: object) -> None:
    """Play, or put the rows back that playing this way has led to from here. how: all that says which way it is."""
    way = _way(how)
    if way is None or connection.vendor != "sqlite" or transaction.on_commit is not _on_commit:
        # Nobody can tell, the numbers of rows are not those of the test before, or the test counts what is told.
        play()
        return
    before, now = _read(), timezone.now()
    drawn = list(_drawn(before))
    key = way, _alike(game, before, drawn, now), _changed_settings()
    if known := _changes.get(key):
        _put_back(known, drawn, now)
        return
    play()
    changed = _difference(before, _read())
    try:
        _changes[key] = Change(json.dumps(changed), drawn, now)
    except TypeError:  # bytes
        return


@cache
def _tables() -> list[Table]:
    found = [Table(NUMBERS, ("name", "seq"), frozenset(), frozenset())]
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_label not in APPS or not model._meta.managed or model._meta.proxy:
            continue
        # The key comes first, as Rows wants it.
        fields = sorted(model._meta.concrete_fields, key=lambda field: not field.primary_key)
        found.append(
            Table(
                model._meta.db_table,
                tuple(str(field.column) for field in fields),
                frozenset(place for place, field in enumerate(fields) if isinstance(field, models.DateTimeField)),
                frozenset(place for place, field in enumerate(fields) if _is_drawn(field)),
            )
        )
    return found


def _is_drawn(field: models.Field[Any, Any]) -> bool:
    """Whether it is new every time and says nothing. What is dealt follows from a game's secret."""
    by_default = field.has_default() and callable(field.default) and field.name != "secret"
    return isinstance(field, models.CharField) and (by_default or field.name in ("password", "message_id"))


def _read() -> Rows:
    found: Rows = {}
    with connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f"SELECT {_listed(table.columns)} FROM {table.name} ORDER BY 1")
            found[table.name] = {row[0]: tuple(map(_as_told, row)) for row in cursor.fetchall()}
    return found


def _as_told(value: Any) -> Any:
    return value.isoformat(" ") if isinstance(value, datetime) else value


def _listed(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _drawn(rows: Rows) -> Iterator[str]:
    for table in _tables():
        for row in rows[table.name].values():
            yield from (row[place] for place in sorted(table.drawn) if row[place])


def _alike(game: Game, rows: Rows, drawn: list[str], now: datetime) -> str:
    """The game and all rows, with the same text for what differs from test to test."""
    values_seen: list[object] = [game.pk]
    for table in _tables():
        for row in rows[table.name].values():
            values = [_since(value, now) if place in table.times else value for place, value in enumerate(row)]
            values_seen.append([table.name, values])
    text = repr(values_seen)
    for number, value in enumerate(drawn):
        text = text.replace(value, f"<{number}>")
    return text


def _since(value: str | None, now: datetime) -> int | None:
    return None if value is None else round((_moment(value) - now) / SAME_MOMENT)


def _moment(value: str) -> datetime:
    moment = datetime.fromisoformat(value)
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment, timezone.get_fixed_timezone(0))


def _difference(before: Rows, after: Rows) -> dict[str, Any]:
    """By table the keys of deleted rows, new rows, and of changed rows what changed, by the number of the column."""
    found = {}
    for name, rows in after.items():
        gone = [key for key in before[name] if key not in rows]
        new = [row for key, row in rows.items() if key not in before[name]]
        changed = [
            (key, [(place, value) for place, value in enumerate(row) if value != before[name][key][place]])
            for key, row in rows.items()
            if key in before[name] and row != before[name][key]
        ]
        if gone or new or changed:
            found[name] = {"gone": gone, "new": new, "changed": changed}
    return found


def _put_back(change: Change, drawn: list[str], now: datetime) -> None:
    text = change.rows
    if change.drawn != drawn:
        given = dict(zip(change.drawn, drawn, strict=True))
        text = re.sub("|".join(map(re.escape, given)), lambda found: given[found[0]], text)
    differences, later = json.loads(text), now - change.began
    with connection.cursor() as cursor:
        for table in _tables():
            if table.name in differences:
                _write(cursor, table, differences[table.name], later)


def _write(cursor: Any, table: Table, difference: dict[str, Any], later: timedelta) -> None:
    def value_at(place: int, value: Any) -> Any:
        return str(_moment(value) + later).removesuffix("+00:00") if value and place in table.times else value

    key = f'"{table.columns[0]}"'
    cursor.executemany(f"DELETE FROM {table.name} WHERE {key} = %s", [[gone] for gone in difference["gone"]])
    for row_key, values in difference["changed"]:
        setting = ", ".join(f'"{table.columns[place]}" = %s' for place, _value in values)
        given = [value_at(place, value) for place, value in values]
        cursor.execute(f"UPDATE {table.name} SET {setting} WHERE {key} = %s", [*given, row_key])
    holes = ", ".join(["%s"] * len(table.columns))
    new = [[value_at(place, value) for place, value in enumerate(row)] for row in difference["new"]]
    if table.name == NUMBERS:
        cursor.executemany(f"DELETE FROM {NUMBERS} WHERE name = %s", [row[:1] for row in new])
    cursor.executemany(f"INSERT INTO {table.name} ({_listed(table.columns)}) VALUES ({holes})", new)


def _changed_settings() -> str:
    """What this test has set otherwise."""
    found: list[object] = []
    holder: Any = settings
    while isinstance(holder, LazySettings | UserSettingsHolder):
        if isinstance(holder, LazySettings):
            holder = vars(holder)["_wrapped"]
        else:
            found.append({name: value for name, value in vars(holder).items() if name != "default_settings"})
            holder = holder.default_settings
    return repr(found)


def _way(how: object) -> Hashable | None:
    """The same for what is the same; None if that cannot be told."""
    if how is None:
        return "nothing"
    if isinstance(how, PLAIN):
        return how
    if isinstance(how, tuple):
        parts = tuple(_way(part) for part in how)
        return None if None in parts else parts
    if isinstance(how, partial):
        return None if how.keywords else _way((how.func, *how.args))
    if isinstance(how, FunctionType):
        held = tuple(cell.cell_contents for cell in how.__closure__ or ())
        return _way_of_code(how.__code__, (held, how.__defaults__))
    return None


def _way_of_code(code: CodeType, beside: tuple[object, ...]) -> Hashable | None:
    inside = _way(beside)
    return None if inside is None else (code, inside)
