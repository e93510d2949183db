"""docs/rules §7 trading post, §11 Other expansion I: selling to oneself."""

from __future__ import annotations

from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import (
    doubloons,
    events_of_kind,
    goods,
    legal_texts,
    play,
    question_of,
    without_nobles,
)

FULL_HOUSE = ("corn", "indigo", "sugar", "tobacco")


def test_example_35_coffee_for_four_though_the_house_is_full() -> None:
    owner = Player(goods={"coffee": 1}, city={"trading post": 1, "small market": 1})
    position = without_nobles(Player(), owner, Player(), house=FULL_HOUSE)
    play(position, "trader")
    assert legal_texts(position) == ["pass", "sell coffee at trading post"]
    events = play(position, "sell coffee at trading post")
    assert events_of_kind(events, "sells_at_post") == [{"seat": 1, "good": "coffee", "doubloons": 4}]
    assert doubloons(position, 1) == 4


def test_example_46_no_market_counts_at_the_post_but_the_privilege_does() -> None:
    city = {"trading post": 1, "small market": 1, "large market": 1}
    position = without_nobles(Player(goods={"indigo": 2}, city=city), Player(), Player(), house=("indigo",))
    supply = position.goods_supply[1]
    play(position, "trader", "sell indigo at trading post")
    assert doubloons(position, 0) == 2
    assert (position.goods_supply[1], position.trading_house[1]) == (supply + 1, 1)


def test_example_46_the_library_doubles_the_privilege_at_the_post() -> None:
    city = {"trading post": 1, "small market": 1, "large market": 1, "library": 1}
    position = without_nobles(Player(goods={"indigo": 2}, city=city), Player(), Player(), house=("indigo",))
    play(position, "trader", "sell indigo at trading post")
    assert doubloons(position, 0) == 3


def test_the_owner_may_still_sell_to_the_house_with_his_markets() -> None:
    city = {"trading post": 1, "small market": 1, "large market": 1}
    position = without_nobles(Player(), Player(goods={"coffee": 1}, city=city), Player())
    play(position, "trader")
    assert legal_texts(position) == ["pass", "sell coffee", "sell coffee at trading post"]
    play(position, "sell coffee")
    assert doubloons(position, 1) == 7


def test_one_good_in_all_at_the_post_or_to_the_house() -> None:
    owner = Player(goods={"coffee": 1, "sugar": 1}, city={"trading post": 1})
    for sale in ("sell coffee at trading post", "sell coffee"):
        position = without_nobles(owner, owner, Player())
        play(position, "trader", sale)
        assert question_of(position) == ("trader", 1)
        assert goods(position, 0) == {"sugar": 1}


def test_any_kind_sells_at_the_post_corn_for_nothing() -> None:
    owner = Player(goods={"corn": 1, "indigo": 1}, city={"trading post": 1})
    position = without_nobles(Player(), owner, Player(), house=("corn",))
    play(position, "trader")
    assert legal_texts(position) == ["pass", "sell indigo", "sell corn at trading post", "sell indigo at trading post"]
    play(position, "sell corn at trading post")
    assert (doubloons(position, 1), goods(position, 1)) == (0, {"indigo": 1})


def test_a_house_that_fills_does_not_end_the_phase_for_a_trading_post() -> None:
    position = without_nobles(
        Player(goods={"tobacco": 1}),
        Player(goods={"coffee": 1}),
        Player(goods={"coffee": 1}, city={"trading post": 1}),
        house=("corn", "indigo", "sugar"),
    )
    play(position, "trader", "sell tobacco")
    assert question_of(position) == ("trader", 2), "the second seat can sell nothing any more"
    events = play(position, "sell coffee at trading post")
    assert [event.kind for event in events] == ["sells_at_post", "house_emptied"]


def test_a_sale_at_the_post_does_not_fill_the_house() -> None:
    position = without_nobles(
        Player(goods={"tobacco": 1}, city={"trading post": 1}), Player(), Player(), house=("corn", "indigo", "sugar")
    )
    play(position, "trader", "sell tobacco at trading post")
    assert sum(position.trading_house) == 3


def test_an_unoccupied_trading_post_sells_nothing() -> None:
    position = without_nobles(
        Player(goods={"coffee": 1}, city={"trading post": 0}), Player(), Player(), house=FULL_HOUSE
    )
    play(position, "trader")
    assert question_of(position) == ("role", 1)


def test_selling_at_the_post_may_be_declined() -> None:
    position = without_nobles(
        Player(goods={"coffee": 1}, city={"trading post": 1}), Player(), Player(), house=FULL_HOUSE
    )
    play(position, "trader", "pass")
    assert goods(position, 0) == {"coffee": 1}


def test_office_and_trading_post_together() -> None:
    owner = Player(goods={"indigo": 1}, city={"trading post": 1, "office": 1})
    position = without_nobles(Player(), owner, Player(), house=("indigo",))
    play(position, "trader")
    assert legal_texts(position) == ["pass", "sell indigo", "sell indigo at trading post"]
    position = without_nobles(Player(), owner, Player(), house=("indigo", "indigo", "corn", "sugar"))
    play(position, "trader")
    assert legal_texts(position) == ["pass", "sell indigo at trading post"], "not even the office sells to a full house"
