"""Drawings as PNG, for mails: by resvg, with the bundled fonts only, so the same on every machine.

A board for a mail is put together from its panels. Between two mails of a game most of them stay as they are, and all
other readers see the same ones: what was drawn lately is kept, by its text, which says all that the picture shows.
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
COLOURS: Final = 64
"""Flat artwork needs no more, and with a byte per pixel a board is a third as large."""
COMPRESSION: Final = 8
"""Of zlib: the highest level takes three times as long for a fiftieth of the size."""
PIECES_KEPT: Final = 200
"""Some 70 kB each."""
PALETTES_KEPT: Final = 20
BOARDS_KEPT: Final = 50
"""Some 40 kB each, and the drawings that they were made of."""


Edges = Literal["crisp_edges", "geometric_precision"]


class Piece(NamedTuple):
    """A part of a picture: where its upper left corner comes, in pixels, and the SVG that it is."""

    x: int
    y: int
    svg: str


class Picture(NamedTuple):
    """A picture that is put together from pieces. size: in pixels. colours: all that it has, its ground first."""

    size: tuple[int, int]
    colours: tuple[str, ...]
    pieces: tuple[Piece, ...]


def board_png(svg: str) -> bytes:
    """The PNG of an SVG that was drawn with literal colours (scheme "light" or "dark"), at the SVG's own size.

    Raises ValueError for what is no SVG.
    """
    picture = _rendered(svg)
    return _png(picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


@lru_cache(BOARDS_KEPT)
def small_png(picture: Picture) -> bytes:
    """The PNG of pieces drawn with literal colours, in few bytes: shapes have hard edges. Raises ValueError."""
    whole = Image.new("P", picture.size, 0)
    whole.putpalette(_palette(picture.colours).getpalette() or ())
    for piece in picture.pieces:
        whole.paste(_piece(piece.svg, picture.colours), (piece.x, piece.y))
    return _png(whole)


@lru_cache(PIECES_KEPT)
def _piece(svg: str, colours: tuple[str, ...]) -> Image.Image:
    # Letters stay smooth, and the marks that ask for it; blends at the edges of all shapes were a quarter of the file.
    drawn = _rendered(svg, edges="crisp_edges", ground=colours[0])
    return drawn.quantize(palette=_palette(colours), dither=Image.Dither.NONE)


@lru_cache(PALETTES_KEPT)
def _palette(colours: tuple[str, ...]) -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in ImageColor.getrgb(colour)])
    return palette


def _rendered(svg: str, edges: Edges = "geometric_precision", ground: str | None = None) -> Image.Image:
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


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()
