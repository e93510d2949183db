"""Flat artwork as a small PNG: at most so many colours, one byte per pixel.

resvg writes every pixel in four bytes; of a board that makes half a megabyte, too much for every mail. Reads only what
resvg writes: 8-bit RGBA, not interlaced. The layout is that of the PNG specification, sections 5, 9 and 11.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Final

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_NONZERO: Final = re.compile(rb"[^\0]")
_ALIKE: Final = 0xF8F8F8
"""Colours that are equal under this mask count as one."""
_NONE, _SUB, _UP, _AVERAGE, _PAETH = range(5)

Row = list[int]
"""One row of pixels, each its four bytes as a little-endian number."""


def indexed(png: bytes, colours: int = 64) -> bytes:
    """The same picture with its most frequent colours, all others replaced by the nearest of them; opaque.

    Raises ValueError for a PNG of another kind.
    """
    width, height, data = _read(png)
    # A row that equals the one above is the same object, and counts and compresses as such.
    runs = _runs(_unfiltered(data, width, height))
    counts: Counter[int] = Counter()
    for row, times in runs:
        for pixel, count in Counter(row).items():
            counts[pixel] += count * times
    palette = _palette(counts, colours)
    number_of = _nearest(counts, palette)
    body = b"".join(bytes([_NONE, *map(number_of.__getitem__, row)]) * times for row, times in runs)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    entries = b"".join(struct.pack("<I", pixel)[:3] for pixel in palette)
    chunks = ((b"IHDR", header), (b"PLTE", entries), (b"IDAT", zlib.compress(body, 9)), (b"IEND", b""))
    return _SIGNATURE + b"".join(map(_chunk, chunks))


def _runs(rows: list[Row]) -> list[tuple[Row, int]]:
    """Every row once, with how many times it is repeated below itself."""
    runs: list[tuple[Row, int]] = []
    for row in rows:
        if runs and runs[-1][0] is row:
            runs[-1] = (row, runs[-1][1] + 1)
        else:
            runs.append((row, 1))
    return runs


def _chunk(chunk: tuple[bytes, bytes]) -> bytes:
    kind, data = chunk
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def _read(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and the filtered rows."""
    if not png.startswith(_SIGNATURE):
        raise ValueError("This is no PNG.")
    chunks = list(_chunks(png))
    width, height, depth, kind, _, _, interlace = struct.unpack(">IIBBBBB", chunks[0][1])
    if (depth, kind, interlace) != (8, 6, 0):
        raise ValueError("Only PNGs of 8-bit RGBA that are not interlaced can be read.")
    return width, height, zlib.decompress(b"".join(data for name, data in chunks if name == b"IDAT"))


def _unfiltered(data: bytes, width: int, height: int) -> list[Row]:
    """The pixels. Most differences are 0, and then whole stretches are copied instead of computed."""
    length = 4 * width
    above: Row = [0] * width
    rows: list[Row] = []
    for y in range(height):
        start = y * (length + 1)
        filtered = data[start + 1 : start + 1 + length]
        above = _row(data[start], filtered, above)
        rows.append(above)
    return rows


def _row(kind: int, filtered: bytes, above: Row) -> Row:
    if kind in (_UP, _PAETH) and not any(filtered):
        return above
    differences = struct.unpack(f"<{len(above)}I", filtered)
    if kind == _NONE:
        return list(differences)
    if kind == _UP:
        return [_sum(up, by) if by else up for up, by in zip(above, differences, strict=True)]
    row: Row = []
    left = corner = 0
    x, width = 0, len(above)
    while x < width:
        difference = differences[x]
        if not difference and (kind == _SUB or (kind != _AVERAGE and left == corner)):
            # Until the next difference the row goes on as it is (Sub), or as the one above (Paeth).
            found = _NONZERO.search(filtered, 4 * x)
            end = found.start() // 4 if found else width
            row += [left] * (end - x) if kind == _SUB else above[x:end]
            x = end
        else:
            up = above[x]
            if kind == _SUB:
                predicted = left
            elif kind == _AVERAGE:
                predicted = (left & up) + (((left ^ up) >> 1) & 0x7F7F7F7F)
            else:
                predicted = _paeth(left, up, corner)
            row.append(_sum(predicted, difference))
            x += 1
        left, corner = row[-1], above[x - 1]
    return row


def _sum(one: int, other: int) -> int:
    """Four bytes added to four, each for itself."""
    return ((one & 0x7F7F7F7F) + (other & 0x7F7F7F7F)) ^ ((one ^ other) & 0x80808080)


def _paeth(left: int, up: int, corner: int) -> int:
    """Byte by byte the neighbour nearest to left + up - corner."""
    if left == corner:
        return up
    if up == corner:
        return left
    predicted = 0
    for shift in (0, 8, 16, 24):
        a, b, c = left >> shift & 255, up >> shift & 255, corner >> shift & 255
        to_a, to_b, to_c = abs(b - c), abs(a - c), abs(a + b - 2 * c)
        predicted |= (a if to_a <= to_b and to_a <= to_c else b if to_b <= to_c else c) << shift
    return predicted


def _palette(counts: Counter[int], colours: int) -> list[int]:
    """The most frequent colours; of those that hardly differ, as along the edges of letters, only one."""
    alike: Counter[int] = Counter()
    chief: dict[int, int] = {}
    for pixel, count in counts.items():
        shade = pixel & _ALIKE
        alike[shade] += count
        if shade not in chief or count > counts[chief[shade]]:
            chief[shade] = pixel
    return [chief[shade] for shade, _ in alike.most_common(colours)]


def _nearest(counts: Counter[int], palette: list[int]) -> dict[int, int]:
    """For every colour the number of the palette's nearest one; rare colours are first rounded, to have fewer."""
    index = {pixel: number for number, pixel in enumerate(palette)}
    channels = [(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255) for pixel in palette]
    rounded: dict[int, int] = {}
    for pixel in counts:
        if pixel in index:
            continue
        coarse = pixel & _ALIKE
        if coarse not in rounded:
            red, green, blue = coarse & 255 | 4, coarse >> 8 & 255 | 4, coarse >> 16 & 255 | 4
            rounded[coarse] = min(
                range(len(channels)),
                key=lambda number: (
                    (channels[number][0] - red) ** 2
                    + (channels[number][1] - green) ** 2
                    + (channels[number][2] - blue) ** 2
                ),
            )
        index[pixel] = rounded[coarse]
    return index
