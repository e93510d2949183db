"""docs/rules §7 aqueduct, §11 Other expansion I."""

from __future__ import annotations

from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import events_of_kind, play, without_nobles


def harvest(island: dict[str, tuple[int, int]], city: dict[str, int], **details: object) -> object:
    """What the second seat produces."""
    position = without_nobles(Player(), Player(island=island, city=city), Player(), **details)
    return events_of_kind(play(position, "craftsman"), "produces")[1]["goods"]


def test_example_25_one_more_of_what_the_large_plants_make() -> None:
    city = {"aqueduct": 1, "indigo plant": 1, "sugar mill": 3}
    assert harvest({"sugar": (3, 3), "indigo": (1, 1)}, city) == {"indigo": 2, "sugar": 4}
    city = {"aqueduct": 1, "indigo plant": 2, "sugar mill": 3}
    assert harvest({"sugar": (3, 3), "indigo": (2, 2)}, city) == {"indigo": 3, "sugar": 4}


def test_example_25_not_for_the_small_plant_and_not_for_a_large_one_without_sugar() -> None:
    city = {"aqueduct": 1, "small indigo plant": 1, "sugar mill": 1}
    assert harvest({"indigo": (1, 1)}, city) == {"indigo": 1}


def test_example_25_not_for_a_large_plant_whose_plantation_is_empty() -> None:
    city = {"aqueduct": 1, "indigo plant": 1, "small sugar mill": 1}
    assert harvest({"indigo": (1, 0), "sugar": (1, 1)}, city) == {"sugar": 1}


def test_the_large_plant_is_supplied_first() -> None:
    city = {"aqueduct": 1, "small indigo plant": 1, "indigo plant": 1}
    assert harvest({"indigo": (1, 1)}, city) == {"indigo": 2}, "the one plantation supplies the large plant"


def test_an_unoccupied_aqueduct_adds_nothing() -> None:
    assert harvest({"indigo": (1, 1)}, {"aqueduct": 0, "indigo plant": 1}) == {"indigo": 1}


def test_the_aqueduct_adds_only_what_the_supply_has() -> None:
    island, city = {"sugar": (2, 2)}, {"aqueduct": 1, "sugar mill": 2}
    assert harvest(island, city, goods_supply={"sugar": 3}) == {"sugar": 3}
    assert harvest(island, city, goods_supply={"sugar": 2}) == {"sugar": 2}
    assert harvest(island, city, goods_supply={"sugar": 0}) == {}


def test_the_aqueduct_adds_no_other_kind() -> None:
    city = {"aqueduct": 1, "tobacco storage": 1, "coffee roaster": 1}
    assert harvest({"tobacco": (1, 1), "coffee": (1, 1), "corn": (1, 1)}, city) == {
        "corn": 1,
        "tobacco": 1,
        "coffee": 1,
    }


def test_the_aqueducts_barrel_is_no_kind_of_its_own_for_the_factory() -> None:
    owner = Player(island={"indigo": (1, 1)}, city={"aqueduct": 1, "indigo plant": 1, "factory": 1})
    position = without_nobles(Player(), owner, Player())
    assert events_of_kind(play(position, "craftsman"), "factory") == []


def test_two_aqueducts_of_two_players_both_work() -> None:
    owner = Player(island={"indigo": (1, 1)}, city={"aqueduct": 1, "indigo plant": 1})
    position = without_nobles(Player(), owner, owner)
    produced = [entry["goods"] for entry in events_of_kind(play(position, "craftsman"), "produces")]
    assert produced == [{}, {"indigo": 2}, {"indigo": 2}]
