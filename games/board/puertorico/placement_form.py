"""The form of a placement (templates/puertorico/placement.html) as a line of notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.board.form_numbers import parse_number

PLACE_FIELD: Final = "place."
"""Fields with this prefix: how many colonists go to a place."""
NOBLES_FIELD: Final = "nobles."
"""Fields with this prefix: how many of the colonists on a place are to be nobles."""


def placement_line(form: Mapping[str, str]) -> str:
    """Like "place corn 1, hacienda 1 noble"; empty for a form that places nobody. Raises InvalidFormNumber."""
    placed, nobles = _numbers(form, PLACE_FIELD), _numbers(form, NOBLES_FIELD)
    counts = [
        f"{place} {_people(placed.get(place, 0), nobles.get(place))}"
        for place in dict.fromkeys([*placed, *nobles])
        if placed.get(place) or nobles.get(place)
    ]
    return f"place {', '.join(counts)}" if counts else ""


def _numbers(form: Mapping[str, str], prefix: str) -> dict[str, int]:
    return {
        field.removeprefix(prefix): parse_number(field.removeprefix(prefix), value)
        for field, value in form.items()
        if field.startswith(prefix)
    }


def _people(count: int, nobles: int | None) -> str:
    """The words of the notation: "2", "2 colonists", "1 noble", "3 with 1 noble". nobles: None: no such field.

    If it has one and nobody there is a noble, the line says "colonists", as a bare number leaves that open.
    """
    if nobles is None:
        return str(count)
    if nobles == 0:
        return f"{count} colonist" if count == 1 else f"{count} colonists"
    noble = f"{nobles} noble" if nobles == 1 else f"{nobles} nobles"
    return noble if nobles == count else f"{count} with {noble}"
