"""Numbers in a form of a game's own, as somebody's browser sent them back."""

from __future__ import annotations

MOST_DIGITS = 9
"""Of a number in a form; Python reads no endless ones."""


class Unreadable(ValueError):
    """A form that came back with something that its page cannot have sent; `field` is the place, `value` what stood."""

    def __init__(self, field: str, value: str) -> None:
        super().__init__(f"{field}: {value!r}")
        self.field = field
        self.value = value


def number(field: str, value: str) -> int:
    """Raises Unreadable; nothing at all is zero."""
    value = value.strip() or "0"
    if not value.isascii() or not value.isdigit() or len(value) > MOST_DIGITS:
        raise Unreadable(field, value)
    return int(value)
