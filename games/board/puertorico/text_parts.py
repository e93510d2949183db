"""Short texts that several parts of the text board have."""

from __future__ import annotations

from typing import Final

from django.utils.translation import pgettext

from games.board.text_layout import INDENT, columns
from games.engine.puertorico import names as terms
from games.engine.puertorico.view_types import PlacementView
from games.wording import in_words

_PLACEMENT_COLUMNS: Final = (26, 8, 6, 8)


def amounts_text(goods: dict[str, int]) -> str:
    return ", ".join(f"{in_words(terms.good(good))} {count}" for good, count in goods.items())


def circles_text(count: int, colonists: int = 0, nobles: int = 0) -> str:
    """The circles of a place: `o` with a colonist, `N` with a noble, `-` empty."""
    return "N" * nobles + "o" * (colonists - nobles) + "-" * (count - colonists)


def place_word(place: str) -> str:
    """What people write for a kind of place for colonists: "corn", "small market"."""
    return in_words(terms.TILES[place] if place in terms.TILES else terms.building(place))


def placement_lines(placement: PlacementView) -> list[str]:
    """The places for colonists in columns; a star marks those at which it is to be said how many are nobles."""
    rows: list[tuple[object, ...]] = [
        (
            INDENT + pgettext("column head", "place"),
            pgettext("column head", "circles"),
            pgettext("column head", "now"),
            pgettext("column head", "nobles"),
        )
    ]
    for place in placement.places:
        lead = "* " if place.nobles_matter else INDENT
        rows.append((lead + place_word(place.place), place.circles, place.now, place.nobles_now))
    shown = len(_PLACEMENT_COLUMNS) if placement.nobles else len(_PLACEMENT_COLUMNS) - 1
    return columns([row[:shown] for row in rows], _PLACEMENT_COLUMNS)
