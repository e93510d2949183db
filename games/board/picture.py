"""PNG pictures of drawings, for mails. They are rendered by resvg with the bundled fonts only: alike on every machine.

A board for a mail is put together from its panels. Most of them stay the same between two mails of a game, and are the
same for all readers, so recent ones are cached. The cache key is the SVG text: all that the picture shows.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final, Literal, NamedTuple

import resvg_py
from PIL import Image, ImageColor

FONTS: Final = Path(__file__).resolve().parent.parent / "static" / "fonts"
FONT_FILES: Final = tuple(str(path) for path in sorted(FONTS.glob("*.ttf")))
FAMILY: Final = "Open Sans"
MAX_COLOURS: Final = 128
"""The drawings need no more, and with a byte per pixel a board is a third as large."""
COMPRESSION: Final = 9
"""The level of zlib, the highest: it saves a fiftieth of the size for a few hundredths of a second."""
PIECE_CACHE_SIZE: Final = 200
"""About 50 kB each."""
PALETTE_CACHE_SIZE: Final = 20
BOARD_CACHE_SIZE: Final = 50
"""About 40 kB each, and the drawings that they are made of."""


Edges = Literal["crisp_edges", "geometric_precision"]


class Piece(NamedTuple):
    """A part of a picture: the place of its upper left corner in pixels, and its SVG."""

    x: int
    y: int
    svg: str


class Picture(NamedTuple):
    """A picture that is put together from pieces."""

    size: tuple[int, int]
    """In pixels."""
    colours: tuple[str, ...]
    """All its colours, the background first."""
    merged: tuple[tuple[str, str], ...]
    """Colours that it is drawn with, and those that it shows for them."""
    pieces: tuple[Piece, ...]


def board_png(svg: str) -> bytes:
    """The PNG of an SVG with literal colours (scheme "light" or "dark"), at the SVG's own size.

    Raises ValueError for a text that is no SVG.
    """
    picture = _render(svg)
    return _png_bytes(picture.quantize(MAX_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


@lru_cache(BOARD_CACHE_SIZE)
def small_png(picture: Picture) -> bytes:
    """The PNG of a picture with literal colours, in few bytes, as shapes have hard edges. Raises ValueError."""
    whole = Image.new("P", picture.size, 0)
    whole.putpalette(_palette(picture.colours).getpalette() or ())
    for piece in picture.pieces:
        whole.paste(_piece_image(piece.svg, picture.colours, picture.merged), (piece.x, piece.y))
    return _png_bytes(whole)


@lru_cache(PIECE_CACHE_SIZE)
def _piece_image(svg: str, colours: tuple[str, ...], merged: tuple[tuple[str, str], ...]) -> Image.Image:
    # Text stays smooth, and shapes that ask for it. Smooth edges of all shapes would be a quarter of the file.
    drawn = _render(svg, edges="crisp_edges", ground=colours[0])
    shown = dict(merged)
    places = [colours.index(shown.get(colour, colour)) for colour in colours]
    return drawn.quantize(palette=_palette(colours), dither=Image.Dither.NONE).point(
        [*places, *range(len(places), 256)]
    )


@lru_cache(PALETTE_CACHE_SIZE)
def _palette(colours: tuple[str, ...]) -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in ImageColor.getrgb(colour)])
    return palette


def _render(svg: str, edges: Edges = "geometric_precision", ground: str | None = None) -> Image.Image:
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=list(FONT_FILES),
        font_family=FAMILY,
        sans_serif_family=FAMILY,
        shape_rendering=edges,
        background=ground,
    )
    return Image.open(BytesIO(bytes(drawn))).convert("RGB")


def _png_bytes(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()
