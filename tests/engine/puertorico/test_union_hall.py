"""docs/rules §7 union hall, §11 Other expansion I: victory points for pairs of barrels before any loading."""

from __future__ import annotations

import pytest

from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import events_of_kind, goods, play, question_of, vp, without_nobles

FULL = {4: ("sugar", 4), 5: ("tobacco", 5), 6: ("sugar", 6)}


@pytest.mark.parametrize(
    ("owned", "points"),
    [
        ({"corn": 3, "indigo": 2, "coffee": 1}, 2),
        ({"corn": 4, "indigo": 2}, 3),
        ({"corn": 4, "coffee": 2}, 3),
    ],
)
def test_example_32_pairs_of_one_kind(owned: dict[str, int], points: int) -> None:
    position = without_nobles(Player(), Player(goods=owned, city={"union hall": 1}), Player(), ships=FULL)
    events = play(position, "captain")
    assert events_of_kind(events, "union_hall") == [{"seat": 1, "vp": points}]
    assert vp(position, 1) == points


def test_example_51_goods_that_no_ship_takes_count() -> None:
    owner = Player(goods={"coffee": 2}, city={"union hall": 1})
    position = without_nobles(Player(), owner, Player(), ships=FULL)
    play(position, "captain")
    assert (vp(position, 1), question_of(position)) == (1, ("role", 1))


def test_example_51_the_goods_stay_and_are_loaded_as_ever() -> None:
    owner = Player(goods={"corn": 4}, city={"union hall": 1})
    position = without_nobles(Player(), owner, Player())
    play(position, "captain")
    assert (vp(position, 1), goods(position, 1)) == (2, {"corn": 4})
    play(position, "ship corn 4")
    assert vp(position, 1) == 2 + 4


def test_it_pays_before_loading_and_once() -> None:
    owner = Player(goods={"corn": 2, "sugar": 2}, city={"union hall": 1})
    position = without_nobles(owner, Player(goods={"tobacco": 1}), Player())
    events = play(position, "captain", "ship corn 4", "ship tobacco 5", "ship sugar 6")
    assert events_of_kind(events, "union_hall") == [{"seat": 0, "vp": 2}]
    assert vp(position, 0) == 2 + (2 + 1) + 2


def test_neither_harbor_nor_lighthouse_nor_privilege_add_to_it() -> None:
    city = {"union hall": 1, "harbor": 1, "lighthouse": 1, "library": 1}
    position = without_nobles(Player(), Player(goods={"coffee": 2}, city=city), Player(), ships=FULL)
    play(position, "captain")
    assert (vp(position, 1), position.doubloons[1]) == (1, 0)
    position = without_nobles(Player(goods={"coffee": 2}, city=city), Player(), Player(), ships=FULL)
    play(position, "captain")
    assert (vp(position, 0), position.doubloons[0]) == (1, 1), "the doubloon is the lighthouse's for the captain"


def test_every_owner_is_paid_when_his_first_turn_comes() -> None:
    owner = Player(goods={"corn": 2}, city={"union hall": 1})
    position = without_nobles(owner, owner, Player())
    events = play(position, "captain", "ship corn 5")
    assert [(event.kind, event.seat) for event in events if event.kind in ("union_hall", "ships")] == [
        ("union_hall", 0),
        ("ships", 0),
        ("union_hall", 1),
    ]


def test_an_unoccupied_union_hall_pays_nothing() -> None:
    position = without_nobles(Player(), Player(goods={"coffee": 2}, city={"union hall": 0}), Player(), ships=FULL)
    play(position, "captain")
    assert vp(position, 1) == 0


def test_single_barrels_earn_nothing() -> None:
    position = without_nobles(
        Player(), Player(goods={"corn": 1, "coffee": 1}, city={"union hall": 1}), Player(), ships=FULL
    )
    assert events_of_kind(play(position, "captain"), "union_hall") == []


def test_it_pays_again_in_the_next_captain_phase() -> None:
    owner = Player(goods={"coffee": 2, "indigo": 2}, city={"union hall": 1, "large warehouse": 1})
    ships = {4: ("sugar", 1), 5: ("tobacco", 1), 6: ("corn", 1)}
    position = without_nobles(owner, Player(), Player(), ships=ships)
    play(position, "captain", "craftsman", "mayor", "pass", "captain")
    assert vp(position, 0) == 2 + 2


def test_its_points_may_exhaust_the_pool() -> None:
    owner = Player(goods={"coffee": 4}, city={"union hall": 1})
    position = without_nobles(Player(), owner, Player(), ships=FULL, vp_pool=1)
    events = play(position, "captain")
    assert events_of_kind(events, "end_triggered") == [{"seat": 1, "condition": "victory points"}]
    assert (position.vp_chips[1], position.vp_beyond_pool[1]) == (1, 1)
