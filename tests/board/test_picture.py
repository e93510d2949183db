"""The board as PNG: right in size, small enough for a mail, and the same picture with fewer colours."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.board import board_png, board_svg, seat_svg
from games.board.indexed import indexed
from tests.board.tables import tables

SIGNATURE = b"\x89PNG\r\n\x1a\n"
Pixel = tuple[int, int, int]


def chunks(png: bytes) -> dict[bytes, bytes]:
    assert png.startswith(SIGNATURE)
    found: dict[bytes, bytes] = {}
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", png, at + 8 + length)[0] == zlib.crc32(kind + data)
        found[kind] = data
        at += 12 + length
    return found


def pixels_of(png: bytes) -> list[list[Pixel]]:
    """The pixels of a PNG with a palette whose rows are not filtered."""
    parts = chunks(png)
    width, height = struct.unpack_from(">II", parts[b"IHDR"])
    palette = [tuple(parts[b"PLTE"][at : at + 3]) for at in range(0, len(parts[b"PLTE"]), 3)]
    data = zlib.decompress(parts[b"IDAT"])
    assert len(data) == height * (width + 1)
    rows = [data[y * (width + 1) + 1 : (y + 1) * (width + 1)] for y in range(height)]
    return [[(palette[n][0], palette[n][1], palette[n][2]) for n in row] for row in rows]


def written(rows: Sequence[Sequence[Pixel]], filters: Sequence[int]) -> bytes:
    """An RGBA PNG, each row filtered as told: straight from the specification, byte by byte."""
    body = b""
    above = bytes(4 * len(rows[0]))
    for row, kind in zip(rows, filters, strict=True):
        plain = b"".join(bytes((*pixel, 255)) for pixel in row)
        body += bytes([kind])
        for at, value in enumerate(plain):
            left, corner = (plain[at - 4], above[at - 4]) if at >= 4 else (0, 0)
            body += bytes([(value - predicted(kind, left, above[at], corner)) % 256])
        above = plain
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 6, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(body)), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


def predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind < 4:
        return (0, left, up, (left + up) // 2)[kind]
    estimate = left + up - corner
    return min((left, up, corner), key=lambda value: abs(estimate - value))


@given(st.data())
def test_a_picture_of_few_colours_keeps_every_pixel_whatever_the_filters(data: st.DataObject) -> None:
    byte = st.integers(0, 255)
    # At most one of those that differ in their last three bits only: such colours may become one.
    colours = data.draw(
        st.lists(
            st.tuples(byte, byte, byte),
            min_size=1,
            max_size=5,
            unique_by=lambda colour: tuple(channel >> 3 for channel in colour),
        )
    )
    width, height = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 8))
    row = st.lists(st.sampled_from(colours), min_size=width, max_size=width)
    rows = data.draw(st.lists(row, min_size=height, max_size=height))
    filters = data.draw(st.lists(st.integers(0, 4), min_size=height, max_size=height))
    assert pixels_of(indexed(written(rows, filters))) == rows


def test_the_rarest_colours_give_way_to_the_nearest() -> None:
    rows = [[(0, 0, 0)] * 5 + [(250, 250, 250)] * 4 + [(20, 10, 0), (230, 240, 255)]]
    (row,) = pixels_of(indexed(written(rows, [1]), colours=2))
    assert row == [(0, 0, 0)] * 5 + [(250, 250, 250)] * 4 + [(0, 0, 0), (250, 250, 250)]


@pytest.mark.parametrize(
    "junk", [b"", b"GIF89a", SIGNATURE + struct.pack(">I4sIIBBBBBI", 13, b"IHDR", 1, 1, 8, 2, 0, 0, 0, 0)]
)
def test_what_is_no_rgba_png_is_refused(junk: bytes) -> None:
    with pytest.raises(ValueError, match="PNG"):
        indexed(junk)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_mail_picture_is_1200_pixels_wide_and_small(seats: int) -> None:
    *_, table = tables(seats, seed=60 + seats)
    png = board_png(board_svg(table.view, table.names, size="mail"))
    width, height = struct.unpack_from(">II", chunks(png)[b"IHDR"])
    assert width == 1200
    assert 1200 < height < 4500
    assert len(png) < 260_000


def test_letters_are_drawn() -> None:
    """Without its font resvg would leave every text out: two names must make two pictures."""
    table = next(tables(2, seed=70))
    one = board_png(seat_svg(table.view, ("Anna", "Bob"), 0, size="mail", compact=True))
    other = board_png(seat_svg(table.view, ("Emma", "Bob"), 0, size="mail", compact=True))
    assert one != other


def test_what_is_no_svg_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown token"):
        board_png("no drawing")
