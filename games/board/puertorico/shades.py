"""The colours of Puerto Rico, as the printed game has them, each pair with enough contrast to read letters on it."""

from __future__ import annotations

from typing import Final

from games.board.palette import Shade


def _both(colour: str) -> Shade:
    """A thing of wood or card has its colour by day and by night."""
    return Shade(colour, colour)


_DARK: Final = "#26241f"
_LIGHT: Final = "#fffdf6"

COLOURS: Final = {
    "corn": _both("#f4c430"),
    "oncorn": _both(_DARK),
    "indigo": _both("#2c4a9e"),
    "onindigo": _both(_LIGHT),
    "sugar": _both("#fffdf8"),
    "onsugar": _both(_DARK),
    "tobacco": _both("#cfa168"),
    "ontobacco": _both(_DARK),
    "coffee": _both("#4a2d1c"),
    "oncoffee": _both(_LIGHT),
    "quarry": _both("#9a9a97"),
    "onquarry": _both(_DARK),
    "stone": _both("#c9c8c4"),
    "onstone": _both(_DARK),
    "field": _both("#a9c47f"),
    "leaf": _both("#4f7d3a"),
    "bean": _both("#8a5a38"),
    "coin": _both("#edd184"),
    "oncoin": _both("#4a3a10"),
    "vp": _both("#9c3b2e"),
    "onvp": _both(_LIGHT),
    "colonist": _both("#6b3f22"),
    "oncolonist": _both("#f0dcc0"),
    "noble": _both("#c22a38"),
    "onnoble": _both("#fff6e0"),
    "forest": _both("#2f5d3a"),
    "onforest": _both("#fffdf6"),
    "canopy": _both("#79b062"),
    "gem": _both("#1f6f8b"),
    "ongem": _both("#f2fbff"),
    "hull": _both("#b07d4b"),
    "sail": _both("#fffaf0"),
    "wall": _both("#e8d6b3"),
    "roof": _both("#b5523b"),
    "onroof": _both(_LIGHT),
    "violet": _both("#7a559f"),
    "dusk": Shade("#ece3f4", "#3d3249"),
}
