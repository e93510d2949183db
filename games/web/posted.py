"""What a posted form says: a line of notation, whichever way the page let it be chosen."""

from __future__ import annotations

from collections.abc import Mapping

PLACE_FIELD = "place."
MOST_DIGITS = 9
"""Of a number in a form; Python reads no endless ones."""


class Unreadable(ValueError):
    """A form that came back with something that its page cannot have sent; `field` is the place, `value` what stood."""

    def __init__(self, field: str, value: str) -> None:
        super().__init__(f"{field}: {value!r}")
        self.field = field
        self.value = value


def line_of(posted: Mapping[str, str]) -> str:
    """The line of notation that a posted form means: a button's line, or the numbers of a placement put together.

    Raises Unreadable for a number that is none.
    """
    line = posted.get("line", "").strip()
    if line:
        return line
    counts: list[str] = []
    for field, value in posted.items():
        if field.startswith(PLACE_FIELD):
            place, value = field.removeprefix(PLACE_FIELD), value.strip() or "0"
            if not value.isascii() or not value.isdigit() or len(value) > MOST_DIGITS:
                raise Unreadable(place, value)
            if int(value):
                counts.append(f"{place} {int(value)}")
    return f"place {', '.join(counts)}" if counts else ""
