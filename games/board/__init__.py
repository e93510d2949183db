"""The board as picture and as text, drawn from what `Game.view(position, seat)` returns, for pages and mails alike.

Here a game's artist is registered. Nobody outside a game's own packages asks which game it is: what is drawn, and what
a game's own form means (`line_of`), is asked of the artist.

- `board_svg`: the whole table in one picture; `board_png` makes a PNG of one with literal colours.
- `mail_png`: the whole table as a picture for a mail.
- `part_svg`, `seat_svg`: the same in parts, for a page that lays them out itself. Parts have no ground and no
  heading; the page brings both, and static/board/board.css with the colours and the letters. Those of one page share
  the shapes that they are made of (`shapes_svg`).
- `board_text`: everything a player needs to decide, in plain text.

In SVG, whatever an offer can point at is a <g data-target="..."> with the id from Offer.targets; what is in `lit` has
class "lit", role "button" and a tab stop besides. One target may be drawn in several places.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from django.utils.safestring import SafeString

from games.board.artist import Artist, Size
from games.board.picture import board_png
from games.board.posted import Unreadable
from games.board.puertorico.drawing import PuertoRicoArtist
from games.board.sanjuan.drawing import SanJuanArtist

__all__ = [
    "ARTISTS",
    "Artist",
    "Size",
    "Unreadable",
    "artist_of",
    "board_png",
    "board_svg",
    "board_text",
    "mail_png",
    "part_svg",
    "seat_svg",
    "shapes_svg",
]

ARTISTS: Final[dict[str, Artist]] = {"puerto-rico": PuertoRicoArtist(), "san-juan": SanJuanArtist()}
"""By the game's key: the drawings of a game are registered here."""

NOTHING: Final = frozenset[str]()


def artist_of(view: object) -> Artist:
    """Who draws this view. Raises LookupError for one that no game's view() returns."""
    for artist in ARTISTS.values():
        if isinstance(view, artist.view_class):
            return artist
    raise LookupError(f"Nobody draws a {type(view).__name__}.")


def board_svg(view: object, names: Sequence[str], *, lit: frozenset[str] = NOTHING, size: Size = "wide") -> SafeString:
    """The whole table; with size "mail" in literal colours."""
    return artist_of(view).board_svg(view, names, lit, size)


def mail_png(view: object, names: Sequence[str]) -> bytes:
    """The whole table as a small PNG. Raises ValueError where it cannot be drawn."""
    return artist_of(view).mail_png(view, names)


def part_svg(
    view: object,
    names: Sequence[str],
    part: str,
    *,
    lit: frozenset[str] = NOTHING,
    size: Size = "wide",
    shapes: set[str] | None = None,
) -> SafeString:
    """One of `artist_of(view).parts`. shapes: see `shapes_svg`."""
    return artist_of(view).part_svg(view, names, part, lit, size, shapes=shapes)


def seat_svg(
    view: object,
    names: Sequence[str],
    seat: int,
    *,
    lit: frozenset[str] = NOTHING,
    size: Size = "wide",
    compact: bool = False,
    shapes: set[str] | None = None,
) -> SafeString:
    """What lies before one seat; compact: at a glance, without pictures on the tiles and without free rows.

    shapes: see `shapes_svg`.
    """
    return artist_of(view).seat_svg(view, names, seat, lit, size, compact=compact, shapes=shapes)


def shapes_svg(view: object, shapes: Set[str]) -> SafeString:
    """What the drawings of one page share: to be put into it beside them.

    A drawing that is told of a set of `shapes` brings none itself, but adds to the set what it is made of.
    """
    return artist_of(view).shapes_svg(shapes)


def board_text(view: object, names: Sequence[str], width: int = 72) -> str:
    """The whole table in lines of at most `width` characters."""
    return artist_of(view).board_text(view, names, width)
