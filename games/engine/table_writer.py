"""Writes the class with a position's fields from the rows that declare them: `python -m games.engine.table_writer`.

Every game with a fields.py gets a table_fields.py beside it. The class is written out, because compiled code is fastest
with plain attributes. A test says when a written module is not up to date.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from games.engine.fields import SEATS, Field, Table

ENGINE: Final = Path(__file__).parent
_WIDTH: Final = 118
_HEAD: Final = '''"""The fields of a position, and how they are copied. Written by table_writer.py from fields.py."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

{imported}


class TableFields(Position):
    """All fields, beside those that every position has; what they mean is declared in fields.py."""

    def __init__(self, seats: i64, random: Random) -> None:
        super().__init__(seats)
        self.random: Random = random
'''
_ALLOCATE: Final = '''
    def {name}(self) -> None:
        """Give the tables{which} their sizes."""
        seats = self.seats
'''
_COPY: Final = '''
    def copy_into(self, twin: TableFields) -> None:
        """Make another position of the same number of seats equal to this one; it keeps its random and listener."""
        twin.plies = self.plies
        twin.revealed = self.revealed
        twin.rules_version = self.rules_version
'''
_COPY_OPTIONAL: Final = """        if self.has_expansions:
            self._copy_expansions(twin)

    def _copy_expansions(self, twin: TableFields) -> None:
"""


def modules() -> list[Path]:
    """The modules that declare fields."""
    return sorted(ENGINE.glob("*/fields.py"))


def written_module(declared: Path) -> Path:
    return declared.with_name("table_fields.py")


def source_of(declared: Path) -> str:
    """The module that belongs to these rows."""
    rows: Sequence[Field] = import_module(f"games.engine.{declared.parent.name}.fields").FIELDS
    plain, optional = [row for row in rows if not row.optional], [row for row in rows if row.optional]
    constants = {name for row in rows if isinstance(row.kind, Table) for name in row.kind.per} - {SEATS}
    imported = [
        "from games.engine.contract import Position",
        "from games.engine.random import Random",
        f"from games.engine.{declared.parent.name}.components import {', '.join(sorted(constants))}",
    ]
    text = _HEAD.format(imported="\n".join(sorted(imported))) + _initial(rows)
    text += _allocation(plain, "allocate", "")
    text += _allocation(optional, "allocate_expansions", " of the expansions")
    text += _COPY + _copied(plain)
    if optional:
        text += _COPY_OPTIONAL + _copied(optional)
    return text


def _initial(rows: Sequence[Field]) -> str:
    text, part = "", ""
    for row in rows:
        if row.part != part:
            part = row.part
            text += f"\n        # --- {part} ---\n"
        kind = row.kind
        of = "vec[i64] = vec[i64]()" if isinstance(kind, Table) else f"i64 = {kind.initial}"
        text += f"        self.{row.name}: {of}\n"
        if row.doc:
            text += textwrap.indent("\n".join(textwrap.wrap(f'"""{row.doc}"""', _WIDTH - 8)), " " * 8) + "\n"
    return text


def _allocation(rows: Iterable[Field], name: str, which: str) -> str:
    lines = [
        f"        self.{row.name} = vec[i64]([{row.kind.initial}] * {_size(row.kind)})\n"
        for row in rows
        if isinstance(row.kind, Table) and row.kind.per
    ]
    return _ALLOCATE.format(name=name, which=which) + "".join(lines) if lines else ""


def _size(kind: Table) -> str:
    return kind.per[0] if len(kind.per) == 1 else f"({' * '.join(kind.per)})"


def _copied(rows: Iterable[Field]) -> str:
    return "".join(
        f"        twin.{row.name} = self.{row.name}{'[:]' if isinstance(row.kind, Table) else ''}\n" for row in rows
    )


def main() -> int:
    for declared in modules():
        written_module(declared).write_text(source_of(declared))
    return 0


if __name__ == "__main__":
    sys.exit(main())
