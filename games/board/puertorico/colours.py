"""The colours of Puerto Rico, as the printed game has them, each pair with enough contrast to read letters on it."""

from __future__ import annotations

from typing import Final

from games.board.palette import DARK_TEXT, ISLAND_COLOURS, same_in_both

COLOURS: Final = {
    **ISLAND_COLOURS,
    "corn": same_in_both("#f4c430"),
    "oncorn": same_in_both(DARK_TEXT),
    "quarry": same_in_both("#9a9a97"),
    "onquarry": same_in_both(DARK_TEXT),
    "field": same_in_both("#a9c47f"),
    "bean": same_in_both("#8a5a38"),
    "noble": same_in_both("#c22a38"),
    "onnoble": same_in_both("#fff6e0"),
    "forest": same_in_both("#546735"),
    "onforest": same_in_both("#fffdf6"),
    "canopy": same_in_both("#79b062"),
    "gem": same_in_both("#43736e"),
    "ongem": same_in_both("#f2fbff"),
    "hull": same_in_both("#b07d4b"),
    "sail": same_in_both("#fffaf0"),
}
