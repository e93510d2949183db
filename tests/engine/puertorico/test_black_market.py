"""docs/rules §7 black market, §11 Black market: what is given back instead of the last doubloons of a price."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.engine.puertorico.flow import PuertoRicoPosition
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import (
    city,
    doubloons,
    events_of_kind,
    goods,
    legal_texts,
    play,
    question_of,
    vp,
    without_nobles,
    workers,
)


def buying(buyer: Player, **details: object) -> PuertoRicoPosition:
    """The second seat is to build, without the builder's privilege."""
    position = without_nobles(Player(), buyer, Player(), **details)
    play(position, "builder", "pass")
    return position


def buyer(**more: object) -> Player:
    """The owner of an occupied black market with a colonist in San Juan, an indigo and a VP."""
    kept = {"san_juan": 1, "goods": {"indigo": 1}, "vp": 1, "city": {"black market": 1}}
    return Player(**(kept | more))  # type: ignore[arg-type]


def payments(position: PuertoRicoPosition) -> set[tuple[str, ...]]:
    """Every way to pay for what has been begun to build."""
    ways: set[tuple[str, ...]] = set()
    rest: list[tuple[PuertoRicoPosition, tuple[str, ...]]] = [(position, ())]
    while rest:
        before, paid = rest.pop()
        for ply in legal_texts(before):
            after = before.copy()
            after.listener = []
            play(after, ply)
            if question_of(after)[0] == "black market":
                rest.append((after, (*paid, ply)))
            else:
                ways.add((*paid, ply))
    return ways


def test_example_27_a_good_and_a_colonist_for_the_harbor() -> None:
    position = buying(buyer(doubloons=6))
    play(position, "build harbor")
    assert question_of(position) == ("black market", 1)
    play(position, "pay colonist san juan")
    assert legal_texts(position) == ["pay indigo", "pay vp"]
    events = play(position, "pay indigo")
    assert events_of_kind(events, "builds") == [{"seat": 1, "building": "harbor", "price": 6, "black_market": 2}]
    assert (doubloons(position, 1), goods(position, 1), vp(position, 1)) == (0, {}, 1), "and not a VP too"
    assert workers(position, 1) == {"black market": (1, 0)}


def test_example_27_two_different_things_for_the_factory_neither_three_nor_two_alike() -> None:
    position = buying(buyer(doubloons=5, vp=4, goods={"sugar": 3}, san_juan=0))
    play(position, "build factory")
    assert payments(position) == {("pay sugar", "pay vp")}
    events = play(position, "pay sugar", "pay vp")
    assert events_of_kind(events, "builds")[0]["building"] == "factory"
    assert (goods(position, 1), vp(position, 1)) == ({"sugar": 2}, 3)


def test_example_44_the_colonist_on_the_black_market_stays() -> None:
    position = buying(buyer(doubloons=6, san_juan=0))
    assert "build harbor" in legal_texts(position)
    assert "build wharf" not in legal_texts(position)
    play(position, "build harbor")
    assert payments(position) == {("pay indigo", "pay vp")}


def test_example_44_who_can_pay_gives_nothing_back() -> None:
    position = buying(buyer(doubloons=8))
    events = play(position, "build harbor")
    assert events_of_kind(events, "builds") == [{"seat": 1, "building": "harbor", "price": 8}]
    assert (doubloons(position, 1), goods(position, 1), vp(position, 1)) == (0, {"indigo": 1}, 1)


THINGS = {"pay colonist san juan", "pay indigo", "pay vp"}


@pytest.mark.parametrize("short", [1, 2, 3])
def test_exactly_as_many_different_things_as_doubloons_are_missing(short: int) -> None:
    position = buying(buyer(doubloons=7 - short))
    play(position, "build factory")
    assert {frozenset(way) for way in payments(position)} == {frozenset(way) for way in combinations(THINGS, short)}


def test_three_things_are_the_most() -> None:
    rich = buyer(doubloons=3, goods={"indigo": 3, "corn": 3}, vp=9, san_juan=4)
    position = buying(rich)
    assert "build large warehouse" in legal_texts(position)
    assert "build factory" not in legal_texts(position)


@pytest.mark.parametrize(
    ("missing", "left"),
    [("vp", {"pay colonist san juan", "pay indigo"}), ("goods", {"pay colonist san juan", "pay vp"})],
)
def test_who_lacks_one_of_the_things_reaches_two_doubloons_further(missing: str, left: set[str]) -> None:
    position = buying(buyer(doubloons=4, **{missing: 0 if missing == "vp" else {}}))
    assert "build large warehouse" in legal_texts(position)
    assert "build factory" not in legal_texts(position)
    play(position, "build large warehouse")
    assert {frozenset(way) for way in payments(position)} == {frozenset(left)}


def test_every_kind_of_good_and_every_colonist_but_that_one_may_pay() -> None:
    rich = buyer(
        doubloons=5,
        goods={"corn": 1, "coffee": 2},
        vp=0,
        island={"corn": (1, 1), "quarry": (1, 0)},
        city={"black market": 1, "guesthouse": 1},
    )
    position = buying(rich)
    play(position, "build large warehouse")
    assert payments(position) == {
        ("pay colonist corn",),
        ("pay colonist san juan",),
        ("pay colonist guesthouse",),
        ("pay corn",),
        ("pay coffee",),
    }


def test_the_price_is_fixed_before_a_quarry_is_emptied() -> None:
    position = buying(buyer(doubloons=5, island={"quarry": (1, 1)}, san_juan=0, vp=0, goods={}))
    play(position, "build factory", "pay colonist quarry")
    assert (doubloons(position, 1), workers(position, 1)) == (0, {"black market": (1, 0)})
    assert "factory" in city(position, 1)


def test_the_price_is_fixed_before_the_library_is_emptied() -> None:
    owner = buyer(doubloons=5, city={"black market": 1, "library": 1})
    position = without_nobles(owner, Player(), Player())
    play(position, "builder", "build harbor", "pay colonist library")
    assert (doubloons(position, 0), "harbor" in city(position, 0)) == (0, True)


def test_quarries_and_forests_come_off_first() -> None:
    position = buying(buyer(doubloons=5, island={"quarry": (1, 1)}, forests={"corn": 2}))
    events = play(position, "build factory")
    assert events_of_kind(events, "builds") == [{"seat": 1, "building": "factory", "price": 5}]


def test_the_builders_privilege_comes_off_first() -> None:
    position = without_nobles(buyer(doubloons=6), Player(), Player())
    events = play(position, "builder", "build factory")
    assert events_of_kind(events, "builds") == [{"seat": 0, "building": "factory", "price": 6}]


def test_everything_goes_back_where_it_came_from() -> None:
    position = buying(buyer(doubloons=3))
    before = position.colonist_supply, position.goods_supply[1], position.vp_pool
    play(position, "build large warehouse", "pay colonist san juan", "pay indigo", "pay vp")
    assert (position.colonist_supply, position.goods_supply[1], position.vp_pool) == tuple(n + 1 for n in before)


def test_victory_points_beyond_the_pool_pay_first_and_do_not_raise_it() -> None:
    position = buying(buyer(doubloons=5, vp=2, beyond=1, san_juan=0, goods={}))
    pool = position.vp_pool
    play(position, "build large warehouse", "pay vp")
    assert (position.vp_pool, position.vp_chips[1], position.vp_beyond_pool[1]) == (pool, 2, 0)


def test_somebody_without_any_doubloon_may_pay_in_kind() -> None:
    position = buying(buyer())
    play(position, "build small warehouse", "pay colonist san juan", "pay indigo", "pay vp")
    assert "small warehouse" in city(position, 1)


def test_an_unoccupied_black_market_takes_nothing() -> None:
    position = without_nobles(Player(), buyer(doubloons=0, city={"black market": 0}), Player())
    play(position, "builder", "pass")
    assert question_of(position)[0] == "role"


WITH_CHURCH = {"black market": 1, "church": 1}
WITH_UNIVERSITY = {"black market": 1, "university": 1}


def test_this_purchases_church_vp_cannot_pay_for_it() -> None:
    position = buying(buyer(doubloons=5, vp=0, goods={}, san_juan=0, city=WITH_CHURCH))
    play(position, "build large warehouse")
    assert payments(position) == {("pay colonist church",)}


def test_a_church_whose_colonist_has_paid_earns_nothing() -> None:
    position = buying(buyer(doubloons=5, city=WITH_CHURCH))
    events = play(position, "build large warehouse", "pay colonist church")
    assert events_of_kind(events, "church") == []
    position = buying(buyer(doubloons=5, city=WITH_CHURCH))
    events = play(position, "build large warehouse", "pay indigo")
    assert events_of_kind(events, "church") == [{"seat": 1, "vp": 1}]


def test_a_university_whose_colonist_has_paid_sends_nobody() -> None:
    position = buying(buyer(doubloons=5, city=WITH_UNIVERSITY))
    play(position, "build large warehouse", "pay colonist university")
    assert question_of(position)[0] != "university"


def test_the_university_may_fetch_the_very_colonist_that_paid() -> None:
    position = buying(buyer(doubloons=5, city=WITH_UNIVERSITY), colonist_supply=0)
    play(position, "build large warehouse", "pay colonist san juan", "take colonist")
    assert workers(position, 1) == {"black market": (1, 0), "university": (1, 0), "large warehouse": (1, 0)}
    assert position.colonist_supply == 0


def test_example_45_a_returned_vp_does_not_undo_the_end() -> None:
    shipper = Player(goods={"corn": 1})
    position = without_nobles(shipper, buyer(doubloons=2, goods={}), Player(), vp_pool=1)
    events = play(position, "captain", "ship corn 4")
    assert events_of_kind(events, "end_triggered") == [{"seat": 0, "condition": "victory points"}]
    play(position, "builder", "build hospice", "pay vp")
    assert position.vp_pool == 1
    play(position, "trader")
    assert position.is_over()


def test_example_45_a_returned_colonist_does_not_undo_the_end() -> None:
    owner = buyer(doubloons=2, goods={}, san_juan=0, island={"corn": (1, 1)})
    position = without_nobles(Player(), owner, Player(), colonist_supply=0)
    events = play(position, "mayor")
    assert events_of_kind(events, "end_triggered") == [{"seat": -1, "condition": "colonists"}]
    play(position, "builder", "build hospice", "pay colonist corn")
    assert position.colonist_supply == 1
    play(position, "trader")
    assert position.is_over()


def test_with_two_players_too() -> None:
    position = without_nobles(buyer(doubloons=5), Player())
    events = play(position, "builder", "build harbor", "pay indigo", "pay vp")
    assert events_of_kind(events, "builds") == [{"seat": 0, "building": "harbor", "price": 5, "black_market": 2}]
