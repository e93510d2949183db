"""Random numbers: what a game does with them, besides counting on their being the same everywhere."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.random import Random


def test_shuffling_a_part_of_a_row_moves_nothing_else_and_loses_nothing() -> None:
    row = vec[i64](list(range(20)))
    Random(1, 2, 3, 1).shuffle(row, 5, 15)
    assert list(row[:5]) == [0, 1, 2, 3, 4]
    assert list(row[15:]) == [15, 16, 17, 18, 19]
    assert sorted(row[5:15]) == list(range(5, 15))
    assert list(row[5:15]) != list(range(5, 15))


def test_every_order_comes_about_as_often() -> None:
    random = Random(1, 2, 3, 1)
    counted: dict[tuple[int, ...], int] = {}
    for _time in range(6000):
        row = vec[i64]([0, 1, 2])
        random.shuffle(row, 0, 3)
        order = tuple(int(thing) for thing in row)
        counted[order] = counted.get(order, 0) + 1
    assert len(counted) == 6
    assert all(850 < count < 1150 for count in counted.values())
