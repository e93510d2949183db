"""A drawing is made of panels: each is a template with what it draws, measured out, so that panels can be stacked.

A panel's own coordinates start at its upper left corner; lengths are SVG user units, CSS pixels at natural size.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.board.filling import filled
from games.board.palette import Scheme, Shade, palette
from games.board.picture import Picture, Piece

GAP: Final = 10
"""Between panels, and around them all."""
FRAME: Final = 6
MARGIN: Final = 1
"""Around a panel that is drawn by itself: half of its frame's line is outside of it."""
HEADING: Final = 24
"""Above the content of a panel that stands in a whole board; a page writes its own headings."""
DRAWINGS_KEPT: Final = 500
"""Some 10 kB each, and twice as much again for what they were drawn from."""
FONTS: Final = "Open Sans, Noto Sans, Segoe UI, Helvetica Neue, sans-serif"


Drawn = dict[str, Any]
"""One thing as its template reads it."""


@dataclass(frozen=True)
class Spot:
    """A drawn thing that an offer may point at. target: as in Offer.targets; lit: it can be chosen now.

    holds: it has things of its own to choose in it, so that a screen reader must get inside.
    """

    target: str
    lit: bool
    label: str
    holds: bool = False

    @property
    def attributes(self) -> SafeString:
        """For its <g>: a button for eyes, keyboard and screen reader while it is lit, else one thing to read.

        What it is called then its <title> says, which belongs into the <g>.
        """
        if not self.lit:
            return format_html('data-target="{}" role="{}"', self.target, "group" if self.holds else "img")
        return format_html(
            'data-target="{}" class="lit" role="button" tabindex="0" aria-label="{}"', self.target, self.label
        )


@dataclass(frozen=True)
class Panel:
    """One part of the drawing. template: its file in the game's folder; marks: the shared shapes that it uses.

    headed: whether it needs its title above it; a seat's panel begins with the name anyway.
    """

    template: str
    title: str
    width: float
    height: float
    context: Drawn
    marks: frozenset[str] = frozenset()
    headed: bool = True

    @property
    def top(self) -> float:
        """Where its content begins in a frame."""
        return HEADING if self.headed else FRAME


@dataclass(frozen=True)
class Placed:
    """A panel with its place on the sheet. height: that of its row, which its ground fills."""

    panel: Panel
    x: float
    y: float
    height: float


@dataclass(frozen=True)
class Sheet:
    """Panels laid out, ready to be drawn. framed: each on a ground of its own under its heading."""

    title: str
    width: float
    height: float
    placed: tuple[Placed, ...]
    framed: bool = False
    folder: str = ""
    colours: dict[str, Shade] = field(default_factory=dict)

    @property
    def marks(self) -> frozenset[str]:
        """The shapes that its panels use."""
        return frozenset[str]().union(*(placed.panel.marks for placed in self.placed))


def alone(panel: Panel, *, folder: str, colours: dict[str, Shade]) -> Sheet:
    """One panel as a picture of its own, without ground and heading."""
    placed = (Placed(panel, 0, 0, panel.height),)
    return Sheet(panel.title, panel.width, panel.height, placed, folder=folder, colours=colours)


def stacked(title: str, rows: Sequence[Sequence[Panel]], *, folder: str, colours: dict[str, Shade]) -> Sheet:
    """Rows of panels, one row below the other, each panel framed; a row is as high as its highest panel."""
    placed: list[Placed] = []
    y: float = GAP
    right: float = 0
    for row in rows:
        x: float = GAP
        height = max(panel.height + panel.top for panel in row)
        for panel in row:
            placed.append(Placed(panel, x, y, height))
            x += panel.width + GAP
        right = max(right, x)
        y += height + GAP
    return Sheet(title, right, y, tuple(placed), framed=True, folder=folder, colours=colours)


SHARED: Final = "shape"
"""Before the ids of shapes that all drawings of a page share."""


def svg(sheet: Sheet, scheme: Scheme, *, prefix: str, scale: float = 1, shared: bool = False) -> SafeString:
    """The sheet as one SVG element. prefix: its id, which keeps the ids of several drawings in one page apart.

    shared: it does not bring the shapes that it is made of (`Sheet.marks`): its page has them by `shapes`.
    What was drawn lately is not drawn again: from one move to the next most panels stay as they are. It is looked up by
    everything that the drawing shows, never by the position that it is of, which hides things.
    """
    shown = pickle.dumps((sheet, scheme, prefix, scale, shared, get_language()))
    return drawn(Drawing(shown, sheet, scheme, prefix, scale, shared))


def shapes(marks: frozenset[str], scheme: Scheme, *, folder: str, colours: dict[str, Shade]) -> SafeString:
    """An SVG element to be put into a page once, which shows nothing: shapes for drawings that share them."""
    context = {"folder": folder, "c": palette(scheme, colours), "id": SHARED, "marks": marks}
    return filled("board/shapes.svg", context)


@dataclass(frozen=True)
class Drawing:
    """What is to be drawn. shown: all of it as bytes, by which it is found again."""

    shown: bytes
    sheet: Sheet = field(compare=False)
    scheme: Scheme = field(compare=False)
    prefix: str = field(compare=False)
    scale: float = field(compare=False)
    shared: bool = field(compare=False)


@lru_cache(DRAWINGS_KEPT)
def drawn(drawing: Drawing) -> SafeString:
    """Its SVG; see `svg`."""
    sheet = drawing.sheet
    context = {
        "sheet": sheet,
        "folder": sheet.folder,
        "c": palette(drawing.scheme, sheet.colours),
        "name": drawing.prefix,
        "id": SHARED if drawing.shared else drawing.prefix,
        "marks": frozenset[str]() if drawing.shared else sheet.marks,
        "fonts": FONTS,
        "pixels": (round(sheet.width * drawing.scale), round(sheet.height * drawing.scale)),
    }
    return filled("board/drawing.svg", context)


def picture(sheet: Sheet, scheme: Scheme, *, prefix: str, across: int) -> Picture:
    """The same as `svg`, so many pixels wide, as a picture that is put together from its panels."""
    scale = across / sheet.width
    colours = palette(scheme, sheet.colours)
    parts = []
    for placed in sheet.placed:
        alone = Placed(placed.panel, MARGIN, MARGIN, placed.height)
        width, height = placed.panel.width + 2 * MARGIN, placed.height + 2 * MARGIN
        piece = replace(sheet, title=placed.panel.title, width=width, height=height, placed=(alone,))
        corner = round((placed.x - MARGIN) * scale), round((placed.y - MARGIN) * scale)
        parts.append(Piece(*corner, svg(piece, scheme, prefix=prefix, scale=scale)))
    return Picture((across, round(sheet.height * scale)), (colours["page"], *colours.values()), tuple(parts))
