"""docs/rules §4 and the large buildings of §5."""

from __future__ import annotations

import pytest

from games.engine.contract import Position
from tests.engine.puertorico.positions import PUERTO_RICO, Player, set_up


def scores(*players: Player) -> list[int]:
    return [int(score) for score in set_up(*players).scores()]


def bonus(building: str, owner: Player) -> int:
    """What an occupied large building adds to the owner's score."""
    city = dict(owner.city)
    owner.city = {**city, building: 1}
    with_bonus = scores(owner, Player(), Player())[0]
    owner.city = {**city, building: 0}
    # The colonist goes to San Juan: the fortress counts him there too.
    owner.san_juan += 1
    return with_bonus - scores(owner, Player(), Player())[0]


@pytest.mark.parametrize(
    ("city", "points"),
    [
        (["small sugar mill", "sugar mill", "small indigo plant", "coffee roaster"], 6),
        (["small indigo plant", "indigo plant", "coffee roaster", "sugar mill"], 7),
    ],
)
def test_example_12_the_guild_hall_counts_production_buildings_occupied_or_not(city: list[str], points: int) -> None:
    assert bonus("guild hall", Player(city=dict.fromkeys(city, 0))) == points


@pytest.mark.parametrize(("tiles", "points"), [(0, 4), (9, 4), (10, 5), (11, 6), (12, 7)])
def test_example_13_the_residence_counts_filled_island_spaces(tiles: int, points: int) -> None:
    island = {"corn": (tiles, 0)} if 0 < tiles <= 10 else {"corn": (10, 0), "indigo": (tiles - 10, 0)}
    assert bonus("residence", Player(island=island if tiles else {})) == points


@pytest.mark.parametrize(("colonists", "points"), [(20, 6), (22, 7)])
def test_example_13_the_fortress_counts_all_colonists_in_threes(colonists: int, points: int) -> None:
    assert bonus("fortress", Player(san_juan=colonists - 5, island={"corn": (4, 4)})) == points


@pytest.mark.parametrize(("chips", "beyond", "points"), [(23, 0, 5), (30, 0, 7)])
def test_example_13_the_customs_house_counts_chips_in_fours(chips: int, beyond: int, points: int) -> None:
    assert bonus("customs house", Player(vp=chips, beyond=beyond)) == points


def test_the_customs_house_counts_points_beyond_the_pool() -> None:
    with_bonus = set_up(
        Player(vp=7, beyond=1, city={"customs house": 1}), Player(), Player(), vp_pool=0, ends=["victory points"]
    )
    assert with_bonus.scores()[0] == 8 + 4 + 2


def test_example_14_the_city_hall_counts_violet_buildings_itself_included() -> None:
    city = ["hacienda", "harbor", "office", "construction hut", "large warehouse", "residence"]
    assert bonus("city hall", Player(city=dict.fromkeys([*city, "sugar mill"], 0))) == 7


def test_example_22_an_unoccupied_large_building_is_worth_its_printed_points_only() -> None:
    assert scores(Player(city={"city hall": 0}), Player(), Player())[0] == 4


def test_printed_points_count_for_unoccupied_buildings_too() -> None:
    city = {"small market": 0, "hospice": 1, "harbor": 0, "indigo plant": 0}
    assert scores(Player(vp=5, city=city), Player(), Player())[0] == 5 + 1 + 2 + 3 + 2


def ranked(*players: Player) -> Position:
    return set_up(*players)


def test_a_tie_is_broken_by_doubloons_and_goods_together() -> None:
    position = ranked(Player(vp=9, doubloons=3), Player(vp=9, doubloons=1, goods={"corn": 3}), Player(vp=10))
    assert list(position.tie_breaks()) == [3, 4, 0]
    assert list(position.ranks()) == [3, 2, 1]


def test_still_tied_seats_share_the_rank_and_the_next_one_is_left_out() -> None:
    position = ranked(Player(vp=9, doubloons=4), Player(vp=9, doubloons=1, goods={"corn": 3}), Player(vp=8))
    assert list(position.ranks()) == [1, 1, 3]


def test_the_score_sheet_adds_up() -> None:
    position = set_up(Player(vp=9, city={"city hall": 1, "office": 0}), Player(vp=3), Player())
    for line in PUERTO_RICO.score_sheet(position):
        assert sum(part.points for part in line.parts) == line.total == position.scores()[line.seat]


def test_the_residence_counts_quarries_and_unoccupied_tiles() -> None:
    island = {"corn": (5, 2), "quarry": (4, 0), "coffee": (2, 1)}
    assert bonus("residence", Player(island=island)) == 6


@pytest.mark.parametrize(("colonists", "points"), [(2, 0), (3, 1)])
def test_the_fortress_counts_its_own_colonist(colonists: int, points: int) -> None:
    assert bonus("fortress", Player(san_juan=colonists - 1)) == points


@pytest.mark.parametrize(("chips", "points"), [(3, 0), (4, 1)])
def test_the_customs_house_does_not_count_the_points_of_buildings(chips: int, points: int) -> None:
    assert bonus("customs house", Player(vp=chips, city={"harbor": 1, "city hall": 0})) == points


def test_the_bonuses_of_several_large_buildings_add_up_and_do_not_feed_each_other() -> None:
    city = {"customs house": 1, "city hall": 1, "guild hall": 1, "small sugar mill": 1}
    assert scores(Player(vp=8, city=city), Player(), Player())[0] == 8 + (4 + 4 + 4 + 1) + 2 + 3 + 1


def test_a_large_building_is_one_building() -> None:
    assert bonus("city hall", Player(city={"fortress": 0, "residence": 0})) == 3


def test_doubloons_and_goods_are_no_points() -> None:
    assert scores(Player(doubloons=30, goods={"coffee": 5}), Player(), Player())[0] == 0
