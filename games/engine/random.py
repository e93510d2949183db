"""The engine's own random numbers: sfc32, the same on every machine, compiled or interpreted.

sfc32 ("small fast counting", Chris Doty-Humphrey, PractRand) needs only additions, xors and shifts of 32 bits.
The state of a game's generator is derived by SHA-256 from the game's secret of 256 bits, so that the deal cannot be
guessed before the end of the game, and can be verified after it.
"""

from __future__ import annotations

import hashlib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

MASK: Final = 0xFFFFFFFF


class Random:
    """A generator whose whole state is four 32-bit words, readable and writable for JSON."""

    def __init__(self, a: i64, b: i64, c: i64, counter: i64) -> None:
        self.a: i64 = a & MASK
        self.b: i64 = b & MASK
        self.c: i64 = c & MASK
        self.counter: i64 = counter & MASK

    def word(self) -> i64:
        """The next 32 bits."""
        # i64 wraps only when compiled, so every sum is masked.
        mixed: i64 = (self.a + self.b + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & MASK
        self.c = (((self.c << 21) & MASK) | (self.c >> 11)) + mixed & MASK
        return mixed

    def below(self, bound: i64) -> i64:
        """A whole number from 0 to bound - 1, with a negligible bias (bound is far below 2^32).

        The product method (Lemire 2019) without its rejection step: the bias is below bound / 2^32.
        """
        return (self.word() * bound) >> 32

    def shuffle(self, row: vec[i64], start: i64, end: i64) -> None:
        """Shuffle row[start:end] in place (Fisher-Yates)."""
        last = end - 1
        while last > start:
            other = start + self.below(last - start + 1)
            there = row[last]
            row[last] = row[other]
            row[other] = there
            last -= 1

    def copy(self) -> Random:
        return Random(self.a, self.b, self.c, self.counter)

    def state(self) -> list[int]:
        return [int(self.a), int(self.b), int(self.c), int(self.counter)]


def from_secret(secret: bytes, purpose: str) -> Random:
    """A generator from a game's secret for one purpose ("deal", "search 17"); generators of two purposes are unrelated.

    The first words are thrown away, as sfc32's author advises for seeding.
    """
    digest = hashlib.sha256(purpose.encode() + b"\0" + secret).digest()
    words = [int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8)]
    random = Random(words[0], words[1], words[2], 1)
    for _ in range(15):
        random.word()
    return random
