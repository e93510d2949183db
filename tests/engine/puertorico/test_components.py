"""docs/rules §1 and §5: what is in the box, as a game shows it."""

from __future__ import annotations

import pytest

from games.engine.puertorico.view_types import BuildingForSaleView
from tests.engine.puertorico.games import start
from tests.engine.puertorico.positions import Player, play, player_view, public_view, set_up

# building, price, column (and printed points), circles
PRODUCTION = [
    ("small indigo plant", 1, 1, 1),
    ("small sugar mill", 2, 1, 1),
    ("indigo plant", 3, 2, 3),
    ("sugar mill", 4, 2, 3),
    ("tobacco storage", 5, 3, 3),
    ("coffee roaster", 6, 3, 2),
]
SMALL_VIOLET = [
    ("small market", 1, 1, 1),
    ("hacienda", 2, 1, 1),
    ("construction hut", 2, 1, 1),
    ("small warehouse", 3, 1, 1),
    ("hospice", 4, 2, 1),
    ("office", 5, 2, 1),
    ("large market", 5, 2, 1),
    ("large warehouse", 6, 2, 1),
    ("factory", 7, 3, 1),
    ("university", 8, 3, 1),
    ("harbor", 8, 3, 1),
    ("wharf", 9, 3, 1),
]
LARGE = [(name, 10, 4, 1) for name in ("guild hall", "residence", "fortress", "customs house", "city hall")]


def for_sale(seats: int, kind: str) -> list[BuildingForSaleView]:
    return [building for building in public_view(start(seats)).buildings if building.kind == kind]


@pytest.mark.parametrize(
    ("kind", "rows", "spaces"), [("production", PRODUCTION, 1), ("violet", SMALL_VIOLET, 1), ("large", LARGE, 2)]
)
def test_the_table_of_buildings(kind: str, rows: list[tuple[str, int, int, int]], spaces: int) -> None:
    buildings = for_sale(4, kind)
    assert [(row.building, row.price, row.column, row.circles) for row in buildings] == rows
    assert [row.vp for row in buildings] == [row.column for row in buildings], "the column is the printed points"
    assert {row.spaces for row in buildings} == {spaces}


@pytest.mark.parametrize(("seats", "counts"), [(2, (12, 12, 5)), (3, (20, 24, 5)), (4, (20, 24, 5)), (5, (20, 24, 5))])
def test_buildings_in_the_box(seats: int, counts: tuple[int, int, int]) -> None:
    kinds = ("production", "violet", "large")
    assert tuple(sum(building.count for building in for_sale(seats, kind)) for kind in kinds) == counts


@pytest.mark.parametrize(("seats", "tiles", "quarries"), [(2, 35, 5), (3, 50, 8), (4, 50, 8), (5, 50, 8)])
def test_tiles_in_the_box(seats: int, tiles: int, quarries: int) -> None:
    view = public_view(start(seats))
    dealt = sum(tile.count for seat in view.players for tile in seat.island)
    assert (dealt + len(view.face_up) + view.stock.face_down, view.quarries) == (tiles, quarries)


@pytest.mark.parametrize(("seats", "barrels"), [(2, 40), (3, 50), (4, 50), (5, 50)])
def test_barrels_in_the_box(seats: int, barrels: int) -> None:
    assert sum(public_view(start(seats)).goods_supply.values()) == barrels


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_island_and_city_have_twelve_spaces_each(seats: int) -> None:
    for seat in public_view(start(seats)).players:
        assert (seat.island_free, seat.city_free) == (12 - 1, 12)


@pytest.mark.parametrize(
    ("building", "good", "circles"),
    [
        ("small indigo plant", "indigo", 1),
        ("small sugar mill", "sugar", 1),
        ("indigo plant", "indigo", 3),
        ("sugar mill", "sugar", 3),
        ("tobacco storage", "tobacco", 3),
        ("coffee roaster", "coffee", 2),
    ],
)
def test_a_production_building_makes_its_good_as_often_as_it_has_circles(
    building: str, good: str, circles: int
) -> None:
    producer = Player(island={good: (4, 4)}, city={building: circles})
    position = set_up(producer, Player(), Player())
    play(position, "craftsman", "pass")
    assert {kind: barrels for kind, barrels in player_view(position, 0).goods.items() if barrels} == {good: circles}
