"""The colours of San Juan: those of the island, and what only cards need."""

from __future__ import annotations

from typing import Final

from games.board.palette import DARK, ISLAND, constant

COLOURS: Final = {
    **ISLAND,
    "silver": constant("#b9c4cf"),
    "onsilver": constant(DARK),
    "back": constant("#6d4c2f"),
    "onback": constant("#f3dfb8"),
    "paper": constant("#fffdf6"),
    "onpaper": constant(DARK),
}
