"""Greetings: short messages that cost one click, and are shown to everybody in their own language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

GREETINGS: Final[Mapping[str, Promise]] = {
    "hello": pgettext_lazy("said at the table", "Hello, everybody!"),
    "good-luck": pgettext_lazy("said at the table", "Good luck!"),
    "well-played": pgettext_lazy("said at the table", "Well played!"),
    "thanks": pgettext_lazy("said at the table", "Thank you!"),
    "sorry": pgettext_lazy("said at the table", "Sorry for the wait."),
}
"""By the keys that are stored: none is ever taken away."""


def greeting_in_words(key: str) -> str:
    """In the active language."""
    return str(GREETINGS.get(key, key))
