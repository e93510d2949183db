"""The board as PNG: right in size, small enough for a mail, and the same picture with fewer colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO

import pytest
from django.utils.translation import override
from PIL import Image, ImageChops

from bots.levels import level
from games.board import board_png, board_svg, mail_png, seat_svg
from games.board.picture import small_png
from games.engine.record import SECRET_BYTES
from games.engine.registry import game
from tests.board.tables import NAMES, tables


def picture_of(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


def colours_of(png: bytes) -> list[tuple[int, ...]]:
    counted = picture_of(png).convert("RGB").getcolors(1 << 20) or ()
    return [colour for _count, colour in counted if isinstance(colour, tuple)]


MAX_BYTES = 45_000
"""Of all pictures of a mail together; it has one."""
PHONE = 360
"""The width of a small phone's screen."""
SMALLEST_LETTERS = 7.5
"""The font size on a phone, in its pixels."""


def late_views(kind: str, seats: int, options: Mapping[str, str]) -> list[object]:
    """What a player sees late in a game of bots, and what all see at its end."""
    rules, player = game(kind), level("apprentice-1")
    position = rules.new(seats, options, bytes(SECRET_BYTES))
    seen = list[object]()
    while not position.is_over():
        seat = int(position.to_move())
        seen.append(rules.view(position, seat))
        for move in player.turn(position, seat, seed=int(position.plies)):
            position.play(move)
    return [seen[-20], rules.view(position, 0)]


@pytest.mark.parametrize(
    ("kind", "seats", "options", "language"),
    [
        ("puerto-rico", 5, {}, "en"),
        ("puerto-rico", 5, {"buildings": "all", "nobles": "on"}, "hu"),
        ("san-juan", 4, {}, "hu"),
    ],
)
def test_the_picture_of_a_late_position_is_small_and_readable_on_a_phone(
    kind: str, seats: int, options: Mapping[str, str], language: str
) -> None:
    with override(language):
        for view in late_views(kind, seats, options):
            png = mail_png(view, NAMES[:seats])
            drawn = str(board_svg(view, NAMES[:seats], size="mail"))
            # Of texts alone: marks have their letters in another size, and are told apart without them.
            sizes = [float(size) for size in re.findall(r'<text [^>]*font-size="([.\d]+)"', drawn.split("</defs>")[1])]
            assert len(png) < MAX_BYTES
            assert picture_of(png).width >= PHONE
            assert len(sizes) > 40
            assert min(sizes) * PHONE / picture_of(png).width >= SMALLEST_LETTERS


def test_goods_keep_their_colours() -> None:
    """Corn stays yellow and indigo blue, however many other colours the picture has to give up."""
    *_, table = tables(4, seed=61)
    colours = colours_of(mail_png(table.view, table.names))
    assert any(red > 220 and 170 < green < 220 and blue < 80 for red, green, blue in colours)
    assert any(red < 70 and green < 100 and blue > 130 for red, green, blue in colours)


def test_the_same_table_is_the_same_picture_in_whatever_order_pictures_are_drawn() -> None:
    """Panels that were drawn for other mails are used again, and only where they are the same."""
    drawn = list(tables(3, seed=62))
    before = [mail_png(table.view, table.names) for table in drawn]
    small_png.cache_clear()
    assert [mail_png(table.view, table.names) for table in reversed(drawn)] == before[::-1]
    assert len(set(before)) == len(drawn)


def test_panels_lie_where_the_whole_drawing_has_them() -> None:
    *_, table = tables(3, seed=63)
    composed = picture_of(mail_png(table.view, table.names)).convert("RGB")
    whole = picture_of(board_png(board_svg(table.view, table.names, size="mail"))).convert("RGB")
    difference = ImageChops.difference(composed, whole.resize(composed.size, Image.Resampling.BOX))
    apart = sum(max(pixel) > 160 for pixel in difference.get_flattened_data() if isinstance(pixel, tuple))
    assert apart < 0.03 * composed.width * composed.height


def test_letters_are_drawn() -> None:
    """Without its font resvg would leave every text out: two names must make two pictures."""
    table = next(tables(2, seed=70))
    one = board_png(seat_svg(table.view, ("Anna", "Bob"), 0, size="mail", compact=True))
    other = board_png(seat_svg(table.view, ("Emma", "Bob"), 0, size="mail", compact=True))
    assert one != other


def test_what_is_no_svg_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown token"):
        board_png("no drawing")
