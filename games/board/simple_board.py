"""The renderer of a game whose board is one panel of named spots in a grid: squares, houses, piles, captions.

A game lists its spots (`SimpleBoardRenderer.spots`). The drawing for pages and mails, what can be chosen in it, and the
board as text follow from them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from django.utils.safestring import SafeString

from games.board.description import Description, Listing
from games.board.palette import Scheme, SchemeColour
from games.board.panel_renderer import PanelRenderer
from games.board.panels import Element, Hotspot, Panel
from games.board.text_fitting import fit_line
from games.board.text_layout import clean_lines, short_names

_PADDING: Final = 12
_MAX_CELL: Final = 96
_INSET: Final = 4
"""Between a spot and the border of its cell."""
_NOTE_SIZE: Final = 12
_READ: Final = SafeString('role="img"')
"""The attributes of what can only be read; its name is in its <title>."""
_EMPTY: Final = "."
"""A spot with nothing in it, in text."""

Shape = Literal["box", "circle", "none"]


@dataclass(frozen=True)
class Spot:
    """A place on the board. Lengths are in cells of the grid; the upper left corner is at column 0, row 0."""

    column: float
    row: float
    label: str
    """What it is and what is there, for whoever does not see the drawing ("house a: 2 seeds")."""
    text: str = ""
    """What is there, in short ("2")."""
    note: str = ""
    """Its name in the notation, small."""
    target: str = ""
    """Its id, as in Offer.targets; empty for what can never be chosen."""
    width: float = 1
    height: float = 1
    shape: Shape = "box"
    """ "none": a caption."""
    colour: str = "soft"
    """By name, one of the neutral ones (games.board.palette) or of the game's own; so is `text_colour`."""
    text_colour: str = "ink"


@dataclass(frozen=True)
class SimpleScene:
    """The spots for one reader."""

    title: str
    spots: tuple[Spot, ...]
    highlighted: frozenset[str]


def board_panel(scene: SimpleScene, width: float) -> Panel:
    """All spots, in cells as large as fit."""
    columns = max(spot.column + spot.width for spot in scene.spots)
    rows = max(spot.row + spot.height for spot in scene.spots)
    cell = min(_MAX_CELL, (width - 2 * _PADDING) / columns)
    left = (width - columns * cell) / 2
    elements = [_element(scene, spot, cell, left) for spot in scene.spots]
    return Panel("board/spots.svg", scene.title, width, round(rows * cell + _PADDING, 1), {"spots": elements})


def _element(scene: SimpleScene, spot: Spot, cell: float, left: float) -> Element:
    width, height = spot.width * cell - 2 * _INSET, spot.height * cell - 2 * _INSET
    hotspot = Hotspot(spot.target, spot.target in scene.highlighted, spot.label)
    text = fit_line(spot.text, width - 8, round(min(26, height / 2), 1), 8, bold=True)
    note = fit_line(spot.note, width - 8, _NOTE_SIZE, 8)
    return {
        "attributes": hotspot.attributes if spot.target else _READ,
        "highlighted": hotspot.highlighted,
        "label": spot.label,
        "x": round(left + spot.column * cell + _INSET, 1),
        "y": round(spot.row * cell + _INSET, 1),
        "width": round(width, 1),
        "height": round(height, 1),
        "radius": round(min(width, height) / (2 if spot.shape == "circle" else 10), 1),
        "drawn": spot.shape != "none",
        "colour": spot.colour,
        "text_colour": spot.text_colour,
        "text": text,
        "note": note,
        "middle": round(width / 2, 1),
        "text_y": round(height / 2 + text.size * 0.36, 1),
        "note_y": round(height - 6, 1),
    }


class SimpleBoardRenderer(PanelRenderer[SimpleScene]):
    """See games.board.renderer.BoardRenderer. A game brings `view_class`, `folder`, `title` and `spots`."""

    parts = ("board",)
    colours: ClassVar[dict[str, SchemeColour]] = {}
    panels: ClassVar[Mapping[str, Callable[[Any, float], Panel]]] = {"board": board_panel}

    @abstractmethod
    def spots(self, view: Any, names: Sequence[str]) -> Sequence[Spot]:
        """All spots, in the order in which they are read."""

    def scene(self, view: Any, names: Sequence[str], highlighted: frozenset[str], scheme: Scheme) -> SimpleScene:  # noqa: ARG002
        return SimpleScene(self.title(), tuple(self.spots(view, names)), highlighted)

    def describe_part(self, view: Any, names: Sequence[str], part: str) -> Description:  # noqa: ARG002
        """What every spot is and what is there, in the order in which they are read."""
        return Description(self.title(), (Listing(tuple(spot.label for spot in self.spots(view, names))),))

    def board_text(self, view: Any, names: Sequence[str], width: int) -> str:
        """A line for each row of the grid, the spots in columns as they are drawn."""
        spots = self.spots(view, short_names(names))
        cell = int(width // max(spot.column + spot.width for spot in spots))
        lines: dict[float, str] = {}
        for spot in sorted(spots, key=lambda spot: (spot.row, spot.column)):
            line = lines.get(spot.row, "")
            start = max(int(spot.column * cell), len(line) + 1 if line else 0)
            lines[spot.row] = line.ljust(start) + _in_text(spot)
        return clean_lines("\n".join(lines[row].rstrip() for row in sorted(lines)), width)


def _in_text(spot: Spot) -> str:
    text = spot.text if spot.shape == "none" else spot.text or _EMPTY
    return f"{spot.note} {text}".strip()
