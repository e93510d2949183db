"""The colours of Puerto Rico, as the printed game has them, each pair with enough contrast to read letters on it."""

from __future__ import annotations

from typing import Final

from games.board.palette import DARK, ISLAND, constant

COLOURS: Final = {
    **ISLAND,
    "corn": constant("#f4c430"),
    "oncorn": constant(DARK),
    "quarry": constant("#9a9a97"),
    "onquarry": constant(DARK),
    "field": constant("#a9c47f"),
    "leaf": constant("#4f7d3a"),
    "bean": constant("#8a5a38"),
    "noble": constant("#c22a38"),
    "onnoble": constant("#fff6e0"),
    "forest": constant("#2f5d3a"),
    "onforest": constant("#fffdf6"),
    "canopy": constant("#79b062"),
    "gem": constant("#1f6f8b"),
    "ongem": constant("#f2fbff"),
    "hull": constant("#b07d4b"),
    "sail": constant("#fffaf0"),
}
