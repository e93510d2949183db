"""Numbers in a game's own form, as a browser sends them."""

from __future__ import annotations

MAX_DIGITS = 9
"""The digits of a number in a form. Python refuses to parse endless ones."""


class InvalidFormNumber(ValueError):
    """A form has a value that its page cannot have sent: `value` in the field `field`."""

    def __init__(self, field: str, value: str) -> None:
        super().__init__(f"{field}: {value!r}")
        self.field = field
        self.value = value


def parse_number(field: str, value: str) -> int:
    """The number in the value; an empty value is 0. Raises InvalidFormNumber."""
    value = value.strip() or "0"
    if not value.isascii() or not value.isdigit() or len(value) > MAX_DIGITS:
        raise InvalidFormNumber(field, value)
    return int(value)
