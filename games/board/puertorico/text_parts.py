"""Short texts that several parts of the text board have."""

from __future__ import annotations

from games.engine.puertorico import names as terms
from games.wording import in_words


def amounts_text(goods: dict[str, int]) -> str:
    return ", ".join(f"{in_words(terms.good(good))} {count}" for good, count in goods.items())


def circles_text(count: int, colonists: int = 0, nobles: int = 0) -> str:
    """The circles of a place: `o` with a colonist, `N` with a noble, `-` empty."""
    return "N" * nobles + "o" * (colonists - nobles) + "-" * (count - colonists)
