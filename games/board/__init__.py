"""The board as picture and as text, drawn from what `Game.view(position, seat)` returns, for pages and mails alike.

Each game's renderer is registered here. Code outside a game's own packages never asks which game it is: the renderer
knows what to draw, and what the game's own form means (`notation_from_form`).

- `board_svg`: the whole table in one picture; `board_png` makes a PNG of one with literal colours.
- `mail_png`: the whole table as a picture for a mail.
- `part_svg`, `seat_svg`: the same in parts, for a page that lays them out itself. Parts have no background and no
  heading; the page has both, and static/board/board.css with the colours and fonts. The parts of one page share the
  marks that they are made of (`marks_svg`).
- `part_description`, `seat_description`: what such a part shows, as lists and tables for who does not see it.
- `board_text`: everything a player needs to decide, in plain text.

In SVG, everything that an offer can point at is a <g data-target="..."> with the id from Offer.targets. The targets in
`highlighted` also have class "lit", role "button" and a tab stop. One target may be drawn in several places.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from django.utils.safestring import SafeString

from games.board.description import Description, description_html
from games.board.form_numbers import InvalidFormNumber
from games.board.picture import board_png
from games.board.puertorico.renderer import PuertoRicoRenderer
from games.board.renderer import BoardRenderer, Drawing, Size
from games.board.sanjuan.renderer import SanJuanRenderer

__all__ = [
    "RENDERERS",
    "BoardRenderer",
    "InvalidFormNumber",
    "Size",
    "board_png",
    "board_svg",
    "board_text",
    "kind_of",
    "mail_png",
    "marks_svg",
    "part_description",
    "part_svg",
    "reference_title",
    "renderer_of",
    "seat_description",
    "seat_svg",
]

RENDERERS: Final[dict[str, BoardRenderer]] = {"puerto-rico": PuertoRicoRenderer(), "san-juan": SanJuanRenderer()}
"""By the game's key: the renderer of each game."""

NOTHING: Final = frozenset[str]()


def reference_title(kind: str) -> str:
    """What the page is called that explains the rules of a game, by the game's key."""
    return str(RENDERERS[kind].reference_title)


def renderer_of(view: object) -> BoardRenderer:
    """The renderer that draws this view. Raises LookupError for one that no game's view() returns."""
    for renderer in RENDERERS.values():
        if isinstance(view, renderer.view_class):
            return renderer
    raise LookupError(f"No renderer draws a {type(view).__name__}.")


def kind_of(view: object) -> str:
    """The key of the game of which this is a view. Raises LookupError like `renderer_of`."""
    drawn_by = renderer_of(view)
    return next(key for key, renderer in RENDERERS.items() if renderer is drawn_by)


def board_svg(
    view: object, names: Sequence[str], *, highlighted: frozenset[str] = NOTHING, size: Size = "wide"
) -> SafeString:
    """The whole table; with size "mail" in literal colours."""
    return renderer_of(view).board_svg(Drawing(view, names, highlighted, size))


def mail_png(view: object, names: Sequence[str]) -> bytes:
    """The whole table as a small PNG. Raises ValueError where it cannot be drawn."""
    return renderer_of(view).mail_png(view, names)


def part_svg(
    view: object,
    names: Sequence[str],
    part: str,
    *,
    highlighted: frozenset[str] = NOTHING,
    size: Size = "wide",
    marks: set[str] | None = None,
    described: bool = False,
) -> SafeString:
    """One of `renderer_of(view).parts`. marks: see `marks_svg`; described: see `part_description`."""
    return renderer_of(view).part_svg(Drawing(view, names, highlighted, size, marks, described), part)


def seat_svg(
    view: object,
    names: Sequence[str],
    seat: int,
    *,
    highlighted: frozenset[str] = NOTHING,
    size: Size = "wide",
    compact: bool = False,
    marks: set[str] | None = None,
    described: bool = False,
) -> SafeString:
    """The board of one seat. compact: without pictures on the tiles and without free rows.

    marks: see `marks_svg`; described: see `seat_description`.
    """
    drawing = Drawing(view, names, highlighted, size, marks, described)
    return renderer_of(view).seat_svg(drawing, seat, compact=compact)


def part_description(view: object, names: Sequence[str], part: str) -> SafeString:
    """What a part shows, as lists and tables for who does not see it; empty if the drawing itself is read out.

    A page that has it beside the drawing says so to the drawing (described).
    """
    return _description(renderer_of(view).describe_part(view, names, part), part)


def seat_description(view: object, names: Sequence[str], seat: int) -> SafeString:
    """The same of the board of one seat."""
    return _description(renderer_of(view).describe_seat(view, names, seat), f"seat{seat}")


def _description(description: Description | None, name: str) -> SafeString:
    return SafeString("") if description is None else description_html(description, name)


def marks_svg(view: object, marks: Set[str]) -> SafeString:
    """The marks (shared shapes) of the drawings of one page: an element to be put on the page beside them.

    A drawing function that is given a set of `marks` adds the names of its marks to the set instead of defining them.
    """
    return renderer_of(view).marks_svg(marks)


def board_text(view: object, names: Sequence[str], width: int = 72) -> str:
    """The whole table in lines of at most `width` characters."""
    return renderer_of(view).board_text(view, names, width)
