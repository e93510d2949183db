"""Positions of recorded games, for the drawn examples of rules pages.

A game's package has them as records (docs/records.md): `positions/<name>.record`. A position is named by the record and
the number of the entry after which it stands.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from games.board.renderer import Drawing, Size
from games.engine import registry
from games.engine.contract import Position
from games.engine.record import Record, parse, positions

_FOLDER: Final = Path(__file__).parent


@lru_cache(8)
def _played(folder: str, name: str) -> tuple[Record, tuple[Position, ...]]:
    """A record with the positions at its start and after every entry."""
    record = parse((_FOLDER / folder / "positions" / f"{name}.record").read_text("utf-8"))
    return record, tuple(positions(registry.game(record.game), record))


def recorded_view(folder: str, name: str, entry: int, viewer: int | None = None) -> Any:
    """What a seat (None: an onlooker) sees after an entry of a record of the game with this template folder."""
    record, reached = _played(folder, name)
    return registry.game(record.game).view(reached[entry], viewer)


def recorded_names(folder: str, name: str) -> tuple[str, ...]:
    """The players' names in a record."""
    return _played(folder, name)[0].seats


def recorded_drawing(
    folder: str, name: str, entry: int, viewer: int | None = None, size: Size = "tall", marks: set[str] | None = None
) -> Drawing:
    """How to draw a position for a page on which it stands together with others. marks: see games.board.marks_svg."""
    view, names = recorded_view(folder, name, entry, viewer), recorded_names(folder, name)
    return Drawing(view, names, size=size, marks=marks, prefix=f"{name}-{entry}-")
