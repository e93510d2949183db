"""The form of a placement (templates/puertorico/placement.html) as a line of notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.board.posted import number

PLACE_FIELD: Final = "place."
NOBLES_FIELD: Final = "nobles."
"""So many of those on a place are to be nobles."""


def placement_line(posted: Mapping[str, str]) -> str:
    """Like "place corn 1, hacienda 1 noble"; empty for a form that places nobody. Raises Unreadable."""
    placed, nobles = _numbers(posted, PLACE_FIELD), _numbers(posted, NOBLES_FIELD)
    counts = [
        f"{place} {_people(placed.get(place, 0), nobles.get(place))}"
        for place in dict.fromkeys([*placed, *nobles])
        if placed.get(place) or nobles.get(place)
    ]
    return f"place {', '.join(counts)}" if counts else ""


def _numbers(posted: Mapping[str, str], prefix: str) -> dict[str, int]:
    return {
        field.removeprefix(prefix): number(field.removeprefix(prefix), value)
        for field, value in posted.items()
        if field.startswith(prefix)
    }


def _people(count: int, nobles: int | None) -> str:
    """As the notation has it: "2", "2 colonists", "1 noble", "3 with 1 noble". nobles: None where it is not asked.

    Who is asked about nobles and has none there says so by "colonists": a bare number leaves it open.
    """
    if nobles is None:
        return str(count)
    if nobles == 0:
        return f"{count} colonist" if count == 1 else f"{count} colonists"
    noble = f"{nobles} noble" if nobles == 1 else f"{nobles} nobles"
    return noble if nobles == count else f"{count} with {noble}"
