"""docs/rules §7 cloister and statue; §11 on what the older large buildings count of the expansions."""

from __future__ import annotations

import pytest

from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import events_of_kind, legal_texts, play, question_of, without_nobles, workers


def score(owner: Player) -> int:
    return int(without_nobles(owner, Player(), Player()).scores()[0])


def in_cloister(island: dict[str, int], forests: int = 0, occupied: int = 1) -> int:
    """What the cloister earns besides its printed 4."""
    tiles = {tile: (count, 0) for tile, count in island.items()}
    spread = {"corn": forests // 2, "sugar": forests - forests // 2}
    return score(Player(island=tiles, forests=spread, city={"cloister": occupied})) - 4


def test_example_33_sets_of_three_forests_and_quarries_too() -> None:
    assert in_cloister({"quarry": 3, "indigo": 2, "coffee": 1}, forests=6) == 6
    assert in_cloister({"quarry": 3, "indigo": 3}, forests=6) == 10
    assert in_cloister({"corn": 6, "sugar": 1, "tobacco": 2}, forests=3) == 6
    assert in_cloister({"corn": 6, "tobacco": 3}, forests=3) == 10


def test_example_54_few_sets() -> None:
    assert in_cloister({"corn": 3}) == 1
    assert in_cloister({"corn": 6}) == 3
    assert in_cloister({"quarry": 4}, forests=5) == 3
    assert in_cloister({"corn": 12 - 2, "indigo": 2}, occupied=0) == 0


def test_less_than_three_of_a_kind_are_no_set() -> None:
    assert in_cloister({"corn": 2, "indigo": 2, "sugar": 2, "tobacco": 2, "coffee": 2, "quarry": 2}) == 0


def test_forests_are_one_kind_whatever_they_were() -> None:
    assert score(Player(forests={"corn": 1, "sugar": 1, "coffee": 1}, city={"cloister": 1})) == 4 + 1


def test_example_53_the_statue_is_worth_eight_with_nobody_on_it() -> None:
    assert score(Player(city={"statue": 0})) == 8


def test_example_53_the_universitys_colonist_goes_to_san_juan() -> None:
    owner = Player(doubloons=9, city={"university": 1, "small market": 0})
    position = without_nobles(owner, Player(), Player())
    play(position, "builder", "build statue")
    assert question_of(position) == ("university", 0)
    events = play(position, "take colonist")
    assert events_of_kind(events, "gets_colonist") == [
        {"seat": 0, "by": "university", "place": "San Juan", "source": "supply"}
    ]
    assert workers(position, 0) == {"San Juan": (1, 0), "university": (1, 0)}


def test_nobody_is_ever_placed_on_the_statue() -> None:
    owner = Player(san_juan=2, island={"corn": (2, 0)}, city={"statue": 0, "small market": 0})
    position = without_nobles(owner, Player(), Player(), colonist_supply=0)
    play(position, "mayor", "place corn 1")
    assert workers(position, 0) == {"corn": (1, 0), "small market": (1, 0)}
    owner = Player(san_juan=2, city={"statue": 0, "small market": 0})
    position = without_nobles(owner, Player(), Player(), colonist_supply=0)
    play(position, "mayor")
    assert workers(position, 0) == {"San Juan": (1, 0), "small market": (1, 0)}


def test_the_statue_is_no_empty_circle_for_the_colonist_ship() -> None:
    def aboard(city: dict[str, int]) -> object:
        position = without_nobles(Player(city=city), Player(), Player())
        return events_of_kind(play(position, "mayor", "pass"), "colonist_ship")[0]["required"]

    empty = dict.fromkeys(("small market", "hacienda", "office", "harbor"), 0)
    assert aboard(empty) == 4
    assert aboard(empty | {"statue": 0}) == 4
    assert aboard(empty | {"guesthouse": 0}) == 6, "the guesthouse has two"


def test_the_statue_takes_two_spaces_and_may_end_the_game() -> None:
    eleven = ("small market", "hacienda", "office", "harbor", "wharf", "factory", "university", "hospice")
    owner = Player(doubloons=10, city=dict.fromkeys((*eleven, "church", "library"), 0))
    position = without_nobles(owner, Player(), Player())
    events = play(position, "builder", "build statue")
    assert events_of_kind(events, "end_triggered") == [{"seat": 0, "condition": "city"}]


def test_the_statue_needs_two_free_spaces() -> None:
    ten = ("small market", "hacienda", "office", "harbor", "wharf", "factory", "university", "hospice", "church")
    owner = Player(doubloons=20, city=dict.fromkeys((*ten, "library", "small wharf"), 0))
    position = without_nobles(owner, Player(), Player())
    play(position, "builder")
    assert "build large warehouse" in legal_texts(position)
    assert "build statue" not in legal_texts(position)


def test_the_city_hall_counts_the_statue_and_the_new_violet_buildings() -> None:
    city = {"city hall": 1, "statue": 0, "church": 0, "small market": 0, "sugar mill": 0}
    assert score(Player(city=city)) == (4 + 8 + 2 + 1 + 2) + 4


@pytest.mark.parametrize(("forests", "points"), [(8, 4), (9, 4), (10, 5), (11, 6), (12, 7)])
def test_the_residence_counts_forests(forests: int, points: int) -> None:
    spread = {"corn": forests // 2, "sugar": forests - forests // 2}
    assert score(Player(forests=spread, city={"residence": 1})) == 4 + points


def test_the_fortress_counts_guests_and_san_juan() -> None:
    owner = Player(san_juan=2, island={"corn": (1, 1)}, city={"fortress": 1, "guesthouse": 2})
    assert score(owner) == (4 + 2) + 6 // 3


def test_the_customs_house_counts_what_the_new_buildings_earned() -> None:
    assert score(Player(vp=7, beyond=1, city={"customs house": 1})) == 4 + 8 + 2


def test_the_guild_hall_counts_no_violet_building() -> None:
    assert score(Player(city={"guild hall": 1, "aqueduct": 0, "specialty factory": 0, "sugar mill": 0})) == (
        (4 + 1 + 3 + 2) + 2
    )
