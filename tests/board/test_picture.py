"""The board as PNG: right in size, small enough for a mail, and the same picture with fewer colours."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from games.board import board_png, board_svg, seat_svg
from tests.board.tables import tables


def picture_of(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


@pytest.mark.parametrize("seats", [2, 5])
def test_a_mail_picture_is_1200_pixels_wide_and_small(seats: int) -> None:
    *_, table = tables(seats, seed=60 + seats)
    png = board_png(board_svg(table.view, table.names, size="mail"))
    width, height = picture_of(png).size
    assert width == 1200
    assert 1200 < height < 4500
    assert len(png) < 260_000


def test_goods_keep_their_colours() -> None:
    """Corn stays yellow and indigo blue, however many other colours the picture has to give up."""
    *_, table = tables(4, seed=61)
    png = board_png(board_svg(table.view, table.names, size="mail"))
    colours = {colour for _count, colour in picture_of(png).convert("RGB").getcolors(1 << 20) or ()}
    assert any(red > 220 and 170 < green < 220 and blue < 80 for red, green, blue in colours)
    assert any(red < 70 and green < 100 and blue > 130 for red, green, blue in colours)


def test_letters_are_drawn() -> None:
    """Without its font resvg would leave every text out: two names must make two pictures."""
    table = next(tables(2, seed=70))
    one = board_png(seat_svg(table.view, ("Anna", "Bob"), 0, size="mail", compact=True))
    other = board_png(seat_svg(table.view, ("Emma", "Bob"), 0, size="mail", compact=True))
    assert one != other


def test_what_is_no_svg_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown token"):
        board_png("no drawing")
