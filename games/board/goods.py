"""The goods that both games have: each is drawn as a mark, a container with a letter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.board.panels import Element

GOOD_LETTERS: Final = {
    "corn": "C",
    "indigo": "I",
    "sugar": "S",
    "tobacco": "T",
    "coffee": "K",
    "silver": "Ag",
    "gem": "",
}
"""The letters on each good, the same in every language."""


def good_mark(colours: Mapping[str, str], good: str) -> Element:
    """A good's mark, its letter, and the colour of letters on its ground."""
    return {
        "kind": good,
        "letter": GOOD_LETTERS[good],
        "on": colours[f"on{good}"],
    }
