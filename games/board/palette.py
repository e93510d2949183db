"""Colours of the drawings, in three schemes.

A page asks the browser, where day and night differ: custom properties, which board.css sets for light and dark.
Pictures for mail are drawn by resvg, which knows no custom properties: "light" and "dark" are literal.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Scheme = Literal["page", "light", "dark"]


class Shade(NamedTuple):
    """One colour in the light and in the dark scheme."""

    light: str
    dark: str


def constant(colour: str) -> Shade:
    """A thing of wood or card has its colour by day and by night."""
    return Shade(colour, colour)


DARK: Final = "#26241f"
LIGHT: Final = "#fffdf6"
"""Letters on light and on dark things."""

NEUTRALS: Final = {
    "page": Shade("#efe9db", "#1a1916"),
    "panel": Shade("#fbf8f0", "#262420"),
    "soft": Shade("#f0eadb", "#343029"),
    "ink": Shade("#26241f", "#f2ecdf"),
    "muted": Shade("#5b5547", "#bdb4a3"),
    "line": Shade("#857c69", "#8d8472"),
    "faint": Shade("#d5ccb8", "#4c473c"),
    "edge": Shade("#3b362c", "#d8cfbd"),
    "lit": Shade("#007a6e", "#46d6bf"),
    "glow": Shade("#d3efe6", "#17453f"),
}
"""What every game draws with: grounds, text, lines, and what can be chosen."""

ISLAND: Final = {
    "indigo": constant("#2c4a9e"),
    "onindigo": constant(LIGHT),
    "sugar": constant("#fffdf8"),
    "onsugar": constant(DARK),
    "tobacco": constant("#cfa168"),
    "ontobacco": constant(DARK),
    "coffee": constant("#4a2d1c"),
    "oncoffee": constant(LIGHT),
    "stone": constant("#c9c8c4"),
    "onstone": constant(DARK),
    "coin": constant("#edd184"),
    "oncoin": constant("#4a3a10"),
    "vp": constant("#9c3b2e"),
    "onvp": constant(LIGHT),
    "colonist": constant("#6b3f22"),
    "oncolonist": constant("#f0dcc0"),
    "wall": constant("#e8d6b3"),
    "roof": constant("#b5523b"),
    "onroof": constant(LIGHT),
    "violet": constant("#7a559f"),
    "onviolet": constant(LIGHT),
    "dusk": Shade("#ece3f4", "#3d3249"),
}
"""What the games on the island have in common: goods, buildings, points, the shapes of templates/board/marks.svg."""


def palette(scheme: Scheme, own: dict[str, Shade]) -> dict[str, str]:
    """All colours by name, the neutral ones and a game's own, as they stand in an SVG attribute."""
    shades = {**NEUTRALS, **own}
    if scheme == "page":
        changing = {name for name, shade in shades.items() if shade.light != shade.dark}
        return {name: f"var(--board-{name})" if name in changing else shade.light for name, shade in shades.items()}
    return {name: getattr(shade, scheme) for name, shade in shades.items()}
