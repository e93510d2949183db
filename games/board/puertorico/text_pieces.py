"""Small things that every part of the text board writes alike."""

from __future__ import annotations

from games.engine.puertorico import names as terms
from games.wording import in_words


def amounts(goods: dict[str, int]) -> str:
    return ", ".join(f"{in_words(terms.good(good))} {count}" for good, count in goods.items())


def circles(count: int, colonists: int = 0, nobles: int = 0) -> str:
    """The circles of a place: `o` with a colonist, `N` with a noble, `-` empty."""
    return "N" * nobles + "o" * (colonists - nobles) + "-" * (count - colonists)
