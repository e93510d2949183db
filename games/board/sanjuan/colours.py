"""The colours of San Juan: those of the island, and what only cards need."""

from __future__ import annotations

from typing import Final

from games.board.palette import DARK_TEXT, ISLAND_COLOURS, same_in_both

COLOURS: Final = {
    **ISLAND_COLOURS,
    "silver": same_in_both("#b9c4cf"),
    "onsilver": same_in_both(DARK_TEXT),
    "back": same_in_both("#6d4c2f"),
    "onback": same_in_both("#f3dfb8"),
    "onpaper": same_in_both(DARK_TEXT),
}
