"""A drawing as PNG, for mails: by resvg, with the bundled fonts only, so the same on every machine."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

import resvg_py
from PIL import Image

FONTS: Final = Path(__file__).resolve().parent.parent / "static" / "fonts"
FAMILY: Final = "Open Sans"
COLOURS: Final = 64
"""Flat artwork needs no more, and with a byte per pixel a board is a third as large."""


def board_png(svg: str) -> bytes:
    """The PNG of an SVG that was drawn with literal colours (scheme "light" or "dark"), at the SVG's own size.

    Raises ValueError for what is no SVG.
    """
    drawn = bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )
    picture = Image.open(BytesIO(drawn)).convert("RGB")
    small = BytesIO()
    flat = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    flat.save(small, "PNG", optimize=True)
    return small.getvalue()
