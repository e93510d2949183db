"""docs/rules §7 church: a victory point for buildings of the second and third column, two for large ones."""

from __future__ import annotations

import pytest

from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import doubloons, events_of_kind, play, vp, without_nobles, workers


@pytest.mark.parametrize(
    ("building", "points"),
    [
        ("small market", 0),
        ("small indigo plant", 0),
        ("sugar mill", 1),
        ("guesthouse", 1),
        ("coffee roaster", 1),
        ("library", 1),
        ("fortress", 2),
        ("statue", 2),
    ],
)
def test_example_47_victory_points_by_the_column(building: str, points: int) -> None:
    position = without_nobles(Player(doubloons=10, city={"church": 1}), Player(), Player())
    events = play(position, "builder", f"build {building}")
    assert vp(position, 0) == points
    assert events_of_kind(events, "church") == ([{"seat": 0, "vp": points}] if points else [])


def test_example_34_university_and_church() -> None:
    owner = Player(doubloons=12, city={"university": 1})
    position = without_nobles(owner, Player(), Player(), Player())
    play(position, "builder", "build church", "take colonist")
    assert workers(position, 0) == {"university": (1, 0), "church": (1, 0)}
    assert vp(position, 0) == 0, "nothing for the church itself"
    play(position, "captain", "trader", "craftsman")
    play(position, "builder", "pass", "build harbor")
    assert (doubloons(position, 0), vp(position, 0)) == (0, 1)


def test_an_unoccupied_church_earns_nothing() -> None:
    position = without_nobles(Player(doubloons=10, city={"church": 0}), Player(), Player())
    play(position, "builder", "build fortress")
    assert vp(position, 0) == 0


def test_others_purchases_earn_nothing() -> None:
    position = without_nobles(Player(city={"church": 1}), Player(doubloons=10), Player())
    play(position, "builder", "pass", "build fortress")
    assert [vp(position, seat) for seat in range(3)] == [0, 0, 0]


def test_the_column_counts_not_what_was_paid() -> None:
    owner = Player(forests={"corn": 8, "sugar": 4}, island={}, city={"church": 1})
    position = without_nobles(Player(), owner, Player())
    play(position, "builder", "pass", "build large warehouse")
    assert vp(position, 1) == 1


def test_the_churches_points_may_exhaust_the_pool() -> None:
    position = without_nobles(Player(doubloons=10, city={"church": 1}), Player(), Player(), vp_pool=1)
    events = play(position, "builder", "build fortress")
    assert events_of_kind(events, "end_triggered") == [{"seat": 0, "condition": "victory points"}]
    assert (position.vp_chips[0], position.vp_beyond_pool[0]) == (1, 1)


def test_the_university_does_not_occupy_the_church_before_it_is_bought() -> None:
    position = without_nobles(Player(doubloons=10, city={"university": 1}), Player(), Player())
    play(position, "builder", "build church", "take colonist")
    assert vp(position, 0) == 0
