"""docs/rules §1 and §2 Trader: the five price tiles, and the order in which they come."""

from __future__ import annotations

from collections import Counter

from games.engine.random import from_secret
from games.engine.sanjuan.flow import new_position
from tests.engine.sanjuan.tables import Player, events_of_kind, play, printed_prices, question_of, table

NOBODY = Player()
PRINTED = [(1, 1, 1, 2, 2), (1, 1, 2, 2, 2), (1, 1, 2, 2, 3), (1, 2, 2, 2, 3), (1, 2, 2, 3, 3)]


def test_the_printed_tiles() -> None:
    assert [printed_prices(tile) for tile in range(5)] == PRINTED


def test_example_31_the_tiles_come_again_in_the_same_order() -> None:
    """docs/rules §4.31"""
    position = table(NOBODY, NOBODY, NOBODY, prices=(1, 2, 2, 2, 3))
    turned: list[object] = []
    for _round in range(7):
        turned += [event["prices"] for event in events_of_kind(play(position, "trader"), "turns_tile")]
        play(position, "prospector", "builder", "pass", "pass", "pass")
    assert turned[:5] == [list(PRINTED[tile]) for tile in (3, 0, 1, 2, 4)]
    assert turned[5:] == turned[:2]


def test_the_tile_is_turned_even_if_nobody_sells() -> None:
    """docs/rules §5 Trader"""
    position = table(NOBODY, NOBODY, NOBODY, prices=(1, 1, 1, 2, 2))
    events = play(position, "trader")
    assert events_of_kind(events, "turns_tile") == [{"seat": 0, "prices": [1, 1, 1, 2, 2]}]
    assert question_of(position) == ("role", 1)
    assert position.good_price(2) == 2


def test_other_roles_leave_the_tiles_alone() -> None:
    position = table(NOBODY, NOBODY, NOBODY)
    play(position, "prospector", "producer", "builder", "pass", "pass", "pass")
    assert (int(position.tile_index), int(position.tiles_seen)) == (0, 0)


def test_a_tile_that_has_lain_open_stays_known() -> None:
    position = table(NOBODY, NOBODY, NOBODY)
    play(position, "trader", "prospector", "producer", "trader")
    assert position.tiles_seen == 2
    other = position.resample(2, from_secret(bytes(32), "other"))
    assert list(other.price_tiles)[:2] == list(position.price_tiles)[:2]


def test_every_order_of_the_tiles_can_come() -> None:
    first: Counter[int] = Counter()
    last: Counter[int] = Counter()
    for game in range(200):
        tiles = new_position(2, False, from_secret(game.to_bytes(32, "big"), "deal")).price_tiles
        assert sorted(tiles) == [0, 1, 2, 3, 4]
        first[int(tiles[0])] += 1
        last[int(tiles[4])] += 1
    assert set(first) == set(last) == {0, 1, 2, 3, 4}
