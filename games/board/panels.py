"""A drawing is made of panels: each is a template with what it draws, measured out, so that panels can be stacked.

A panel's own coordinates start at its upper left corner; lengths are SVG user units, CSS pixels at natural size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.board.palette import Scheme, Shade, palette

GAP: Final = 10
"""Between panels, and around them all."""
FRAME: Final = 6
HEADING: Final = 24
"""Above the content of a panel that stands in a whole board; a page writes its own headings."""
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


def svg(sheet: Sheet, scheme: Scheme, *, prefix: str, scale: float = 1) -> SafeString:
    """The sheet as one SVG element. prefix: keeps the ids of several drawings in one page apart."""
    panels = [placed.panel for placed in sheet.placed]
    context = {
        "sheet": sheet,
        "folder": sheet.folder,
        "c": palette(scheme, sheet.colours),
        "id": prefix,
        "marks": frozenset[str]().union(*(panel.marks for panel in panels)),
        "fonts": FONTS,
        "pixels": (round(sheet.width * scale), round(sheet.height * scale)),
    }
    return mark_safe(render_to_string("board/drawing.svg", context).strip())
