"""The colours of the drawings, in three schemes.

"page": colours that differ by day and night are CSS custom properties, which board.css sets for light and dark.
"light" and "dark": literal colours, for mail pictures are drawn by resvg, which knows no custom properties.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

Scheme = Literal["page", "light", "dark"]


class SchemeColour(NamedTuple):
    """One colour in the light and in the dark scheme."""

    light: str
    dark: str


def same_in_both(colour: str) -> SchemeColour:
    """A colour that is the same in both schemes, as that of wood or cards."""
    return SchemeColour(colour, colour)


DARK_TEXT: Final = "#26241f"
LIGHT_TEXT: Final = "#fffdf6"
"""The colours of text on light and on dark things."""

NEUTRAL_COLOURS: Final = {
    "page": SchemeColour("#efe9db", "#1a1916"),
    "panel": SchemeColour("#fbf8f0", "#262420"),
    "soft": SchemeColour("#f0eadb", "#343029"),
    "ink": SchemeColour("#26241f", "#f2ecdf"),
    "muted": SchemeColour("#5b5547", "#bdb4a3"),
    "line": SchemeColour("#857c69", "#8d8472"),
    "faint": SchemeColour("#d5ccb8", "#4c473c"),
    "edge": SchemeColour("#3b362c", "#d8cfbd"),
    "pen": SchemeColour("#3b362c", "#8d8472"),
    "lit": SchemeColour("#007a6e", "#46d6bf"),
    "glow": SchemeColour("#d3efe6", "#17453f"),
}
"""The colours of every game: backgrounds, text, lines, and what can be chosen.

"pen" draws buildings: it must be seen on the ground around them and on their light walls, by night too.
"""

MERGED: Final = {
    "soft": "page",
    "sugar": "paper",
    "onnoble": "paper",
    "oncolonist": "wall",
    "edge": "ink",
    "oncoin": "ink",
    "line": "muted",
}
"""Shades for which a small picture shows another that looks nearly alike: most of its bytes are edges of letters."""

ISLAND_COLOURS: Final = {
    "indigo": same_in_both("#2c4a9e"),
    "onindigo": same_in_both(LIGHT_TEXT),
    "sugar": same_in_both("#fffdf8"),
    "onsugar": same_in_both(DARK_TEXT),
    "tobacco": same_in_both("#cfa168"),
    "ontobacco": same_in_both(DARK_TEXT),
    "coffee": same_in_both("#4a2d1c"),
    "oncoffee": same_in_both(LIGHT_TEXT),
    "stone": same_in_both("#c9c8c4"),
    "onstone": same_in_both(DARK_TEXT),
    "coin": same_in_both("#edd184"),
    "oncoin": same_in_both("#4a3a10"),
    "vp": same_in_both("#9c3b2e"),
    "onvp": same_in_both(LIGHT_TEXT),
    "colonist": same_in_both("#6b3f22"),
    "oncolonist": same_in_both("#f0dcc0"),
    "wall": same_in_both("#e8d6b3"),
    "roof": same_in_both("#b5523b"),
    "onroof": same_in_both(LIGHT_TEXT),
    "leaf": same_in_both("#4f7d3a"),
    "sea": same_in_both("#7fb2c4"),
    "paper": same_in_both(LIGHT_TEXT),
    "violet": same_in_both("#7b5fa3"),
    "onviolet": same_in_both(LIGHT_TEXT),
    "dusk": SchemeColour("#ece3f4", "#3d3249"),
}
"""The colours that both games have: goods, buildings, points, the shapes of templates/board/marks.svg."""


def palette(scheme: Scheme, own: dict[str, SchemeColour]) -> dict[str, str]:
    """All colours by name, the neutral ones and a game's own, as values of SVG attributes."""
    shades = {**NEUTRAL_COLOURS, **own}
    if scheme == "page":
        changing = {name for name, shade in shades.items() if shade.light != shade.dark}
        return {name: f"var(--board-{name})" if name in changing else shade.light for name, shade in shades.items()}
    return {name: getattr(shade, scheme) for name, shade in shades.items()}


def letter_edge(colours: Mapping[str, str]) -> str:
    """The shade at the smooth edges of grey letters, from literal colours.

    Without it they are tinged: a picture has few colours, and shades that it lacks become the nearest of these.
    """
    ink, ground = colours["muted"], colours["soft"]
    channels = ((int(ink[start : start + 2], 16) + int(ground[start : start + 2], 16)) // 2 for start in (1, 3, 5))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def merged_colours(colours: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The colours that a small picture does without, and what it shows for them; from literal colours."""
    pairs = [(colours[shade], colours[kept]) for shade, kept in MERGED.items() if shade in colours]
    return (*pairs, (letter_edge(colours), colours["muted"]))
