"""The version of a game's rules in the JSON of its positions: written from 2 on, so that old digests stay valid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.contract import Position
from games.engine.json_reader import JsonReader, parse_integer

FIELD: Final = "rules"
FIRST: Final = 1
"""The version of a position that does not name one."""


def write_rules_version(position: Position) -> dict[str, object]:
    """The field for the JSON; nothing for the first version."""
    return {} if position.rules_version == FIRST else {FIELD: int(position.rules_version)}


def read_rules_version(reader: JsonReader, versions: Sequence[int]) -> int:
    """The version of a stored position. versions: those that can be played, ascending. Raises PositionError."""
    return (
        parse_integer(reader.read_value(FIELD), reader.path_to(FIELD), versions[0], versions[-1])
        if reader.has_unread(FIELD)
        else FIRST
    )
