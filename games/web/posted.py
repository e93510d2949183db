"""What a posted form says: a line of notation, whichever way the page let it be chosen."""

from __future__ import annotations

from collections.abc import Mapping

PLACE_FIELD = "place."
NOBLES_FIELD = "nobles."
"""So many of those on a place are to be nobles."""
MOST_DIGITS = 9
"""Of a number in a form; Python reads no endless ones."""


class Unreadable(ValueError):
    """A form that came back with something that its page cannot have sent; `field` is the place, `value` what stood."""

    def __init__(self, field: str, value: str) -> None:
        super().__init__(f"{field}: {value!r}")
        self.field = field
        self.value = value


def line_of(posted: Mapping[str, str]) -> str:
    """The line of notation that a posted form means: a line itself, or the numbers of a placement put together.

    Raises Unreadable for a number that is none.
    """
    line = posted.get("line", "").strip()
    if line:
        return line
    placed, nobles = _numbers(posted, PLACE_FIELD), _numbers(posted, NOBLES_FIELD)
    counts = [
        f"{place} {_people(placed.get(place, 0), nobles.get(place, 0))}"
        for place in dict.fromkeys([*placed, *nobles])
        if placed.get(place) or nobles.get(place)
    ]
    return f"place {', '.join(counts)}" if counts else ""


def _numbers(posted: Mapping[str, str], prefix: str) -> dict[str, int]:
    return {
        field.removeprefix(prefix): _number(field.removeprefix(prefix), value.strip() or "0")
        for field, value in posted.items()
        if field.startswith(prefix)
    }


def _number(place: str, value: str) -> int:
    if not value.isascii() or not value.isdigit() or len(value) > MOST_DIGITS:
        raise Unreadable(place, value)
    return int(value)


def _people(count: int, nobles: int) -> str:
    """As the notation has it: "2", "1 noble", "3 with 1 noble"."""
    if not nobles:
        return str(count)
    noble = f"{nobles} noble" if nobles == 1 else f"{nobles} nobles"
    return noble if nobles == count else f"{count} with {noble}"
