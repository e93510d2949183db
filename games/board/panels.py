"""A drawing is made of panels. A panel is a template with its context and a known size, so panels can be stacked.

A panel's own coordinates start at its upper left corner. Lengths are SVG user units: CSS pixels at natural size.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.board.page_svg import shrink
from games.board.palette import Scheme, SchemeColour, letter_edge, merged_colours, palette
from games.board.picture import Picture, Piece
from games.board.svg_templates import render_svg_template

GAP: Final = 10
"""Between panels, and around all of them."""
FRAME: Final = 6
MARGIN: Final = 1
"""Around a panel that is drawn by itself: half of the frame's line width is outside of the panel."""
HEADING: Final = 24
"""The room above a panel's content on a whole board. A page has its own headings."""
DRAWING_CACHE_SIZE: Final = 500
"""About 10 kB each, and twice as much for what they are drawn from."""
FONTS: Final = "Open Sans, Noto Sans, Segoe UI, Helvetica Neue, sans-serif"


Element = dict[str, Any]
"""One element of a drawing, as its template reads it."""


@dataclass(frozen=True)
class Hotspot:
    """An element of a drawing that an offer may point at."""

    target: str
    """The id, as in Offer.targets."""
    highlighted: bool
    """Whether it can be chosen now."""
    label: str
    has_choices_inside: bool = False
    """Whether there is something to choose inside it, so that a screen reader must get inside."""

    @property
    def attributes(self) -> SafeString:
        """The attributes of its <g>: a button while it is highlighted, else a thing to be read.

        Then its name must be in a <title> in the <g>.
        """
        if not self.highlighted:
            return format_html('data-target="{}" role="{}"', self.target, "group" if self.has_choices_inside else "img")
        # The class is that of earlier releases: pages that are open during an upgrade have their scripts and styles.
        return format_html(
            'data-target="{}" class="lit" role="button" tabindex="0" aria-label="{}"', self.target, self.label
        )


@dataclass(frozen=True)
class Panel:
    """One part of a drawing."""

    template: str
    """The path of its SVG template."""
    title: str
    width: float
    height: float
    context: Element
    marks: frozenset[str] = frozenset()
    """The names of the marks that it uses: shapes in marks.svg."""
    headed: bool = True
    """Whether its title is written above it. A seat's panel begins with the player's name anyway."""

    @property
    def top(self) -> float:
        """Where its content begins inside its frame."""
        return HEADING if self.headed else FRAME


@dataclass(frozen=True)
class PlacedPanel:
    """A panel with its place in the layout."""

    panel: Panel
    x: float
    y: float
    height: float
    """The height of its row, which its background fills."""


@dataclass(frozen=True)
class PanelLayout:
    """Panels with their places, ready to be drawn."""

    title: str
    width: float
    height: float
    panels: tuple[PlacedPanel, ...]
    framed: bool = False
    """Whether each panel has a background and a heading of its own."""
    folder: str = ""
    """The game's template folder."""
    colours: dict[str, SchemeColour] = field(default_factory=dict)

    @property
    def marks(self) -> frozenset[str]:
        """The names of the marks that its panels use."""
        return frozenset[str]().union(*(placed.panel.marks for placed in self.panels))


def single_panel(panel: Panel, *, folder: str, colours: dict[str, SchemeColour]) -> PanelLayout:
    """One panel as a drawing of its own, without background and heading."""
    panels = (PlacedPanel(panel, 0, 0, panel.height),)
    return PanelLayout(panel.title, panel.width, panel.height, panels, folder=folder, colours=colours)


def stack_rows(
    title: str, rows: Sequence[Sequence[Panel]], *, folder: str, colours: dict[str, SchemeColour]
) -> PanelLayout:
    """Rows of framed panels, one below the other. A row is as high as its highest panel."""
    placed: list[PlacedPanel] = []
    y: float = GAP
    right: float = 0
    for row in rows:
        x: float = GAP
        height = max(panel.height + panel.top for panel in row)
        for panel in row:
            placed.append(PlacedPanel(panel, x, y, height))
            x += panel.width + GAP
        right = max(right, x)
        y += height + GAP
    return PanelLayout(title, right, y, tuple(placed), framed=True, folder=folder, colours=colours)


SHARED_ID_PREFIX: Final = "s"
"""The id prefix of marks that all drawings of a page share."""


def layout_svg(
    layout: PanelLayout, scheme: Scheme, *, prefix: str, scale: float = 1, shared: bool = False, described: bool = False
) -> SafeString:
    """The layout as one SVG element.

    prefix: the element's id and the prefix of all ids in it, so that the drawings of one page have no id in common.
    shared: the marks that it is made of (`PanelLayout.marks`, `page_svg.sized_marks`) are not defined in it: the page
    has them by `marks_svg`, and the style sheet.
    described: the page has a description beside it, so that it is for eyes only but for what can be chosen in it.
    Recent drawings are cached, as most panels stay the same from one move to the next. The cache key is everything that
    the drawing shows, never the position, which contains hidden things.
    """
    key = pickle.dumps((layout, scheme, prefix, scale, shared, described, get_language()))
    return render_cached(RenderTask(key, layout, scheme, prefix, scale, shared, described))


def marks_svg(marks: frozenset[str], scheme: Scheme, *, folder: str, colours: dict[str, SchemeColour]) -> SafeString:
    """An SVG element that shows nothing, to be put on a page once: the marks that its drawings share."""
    sized = [(name, *name.rsplit("_", 1)) for name in sorted(marks) if "_" in name]
    plain = marks | {mark for _name, mark, _scale in sized}
    context = {"folder": folder, "c": palette(scheme, colours), "id": SHARED_ID_PREFIX, "marks": plain, "sized": sized}
    return render_svg_template("board/shared_marks.svg", context)


@dataclass(frozen=True)
class RenderTask:
    """Everything that a drawing depends on."""

    key: bytes
    """All other fields and the language as bytes: two tasks with equal keys give the same SVG."""
    layout: PanelLayout = field(compare=False)
    scheme: Scheme = field(compare=False)
    prefix: str = field(compare=False)
    scale: float = field(compare=False)
    shared: bool = field(compare=False)
    described: bool = field(compare=False)


@lru_cache(DRAWING_CACHE_SIZE)
def render_cached(task: RenderTask) -> SafeString:
    """The SVG of the task; see `layout_svg`."""
    layout = task.layout
    context = {
        "layout": layout,
        "folder": layout.folder,
        "c": palette(task.scheme, layout.colours),
        "name": task.prefix,
        "id": SHARED_ID_PREFIX if task.shared else task.prefix,
        "marks": frozenset[str]() if task.shared else layout.marks,
        "fonts": FONTS,
        "pixels": (round(layout.width * task.scale), round(layout.height * task.scale)),
        "alone": not task.shared,
    }
    svg = render_svg_template("board/drawing.svg", context)
    if task.described:
        svg = _for_eyes(svg)
    return mark_safe(shrink(svg)) if task.shared else svg


_NAMED_BY_ITS_CARD: Final = re.compile(r'(<g [^>]*?)role="img" (data-piece="[^>]*>)<title>[^<]*</title>')
_OWN_TITLE: Final = re.compile(r' role="group" aria-labelledby="[^"]*"([^>]*)><title id="[^"]*">([^<]*)</title>')


def _for_eyes(svg: SafeString) -> SafeString:
    """The drawing of what is told beside it: not read out, but for what can be chosen in it.

    In one with something to choose the page's script hides the rest (static/web/reading.mjs).
    """
    shown = _NAMED_BY_ITS_CARD.sub(r"\1\2", svg)
    is_used = 'tabindex="0"' in shown
    read = 'role="group"' if is_used else 'aria-hidden="true"'
    shown = _OWN_TITLE.sub(rf' {read} aria-label="\2" data-described=""\1>', shown, count=1)
    return mark_safe(shown if is_used else shown.replace(' role="img"', ""))


def layout_picture(layout: PanelLayout, scheme: Scheme, *, prefix: str, pixels: int) -> Picture:
    """The layout as a picture, `pixels` wide, that is put together from its panels."""
    scale = pixels / layout.width
    colours = palette(scheme, layout.colours)
    parts = []
    for placed in layout.panels:
        only = PlacedPanel(placed.panel, MARGIN, MARGIN, placed.height)
        width, height = placed.panel.width + 2 * MARGIN, placed.height + 2 * MARGIN
        piece = replace(layout, title=placed.panel.title, width=width, height=height, panels=(only,))
        corner = round((placed.x - MARGIN) * scale), round((placed.y - MARGIN) * scale)
        parts.append(Piece(*corner, _at_whole_units(layout_svg(piece, scheme, prefix=prefix, scale=scale))))
    shades = (colours["page"], *colours.values(), letter_edge(colours))
    return Picture((pixels, round(layout.height * scale)), shades, merged_colours(colours), tuple(parts))


_TRANSLATION: Final = re.compile(r"translate\(([-.\d]+) ([-.\d]+)\)")


def _at_whole_units(svg: str) -> str:
    """With all shapes at whole units: where these are pixels, equal shapes are equal pixels, which take few bytes."""
    return _TRANSLATION.sub(lambda found: f"translate({float(found[1]):.0f} {float(found[2]):.0f})", svg)
