"""The goods that both games have, as board/good.svg draws them: a container with a letter."""

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
_BASELINES: Final = {
    "corn": 20.2,
    "indigo": 16.2,
    "sugar": 18.4,
    "tobacco": 16.4,
    "coffee": 18.6,
    "silver": 17.6,
    "gem": 12,
}


def good_mark(colours: Mapping[str, str], good: str) -> Element:
    """The context of board/good.svg."""
    return {
        "kind": good,
        "letter": GOOD_LETTERS[good],
        "on": colours[f"on{good}"],
        "baseline": _BASELINES[good],
    }
