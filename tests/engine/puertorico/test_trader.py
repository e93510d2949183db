"""docs/rules §3 Trader."""

from __future__ import annotations

import pytest

from tests.engine.puertorico.positions import Player, answers, asked, play, player, seen, set_up, told


@pytest.mark.parametrize(("good", "price"), [("corn", 0), ("indigo", 1), ("sugar", 2), ("tobacco", 3), ("coffee", 4)])
def test_the_house_pays_by_kind_and_the_trader_gets_one_more(good: str, price: int) -> None:
    position = set_up(Player(goods={good: 1}), Player(goods={good: 1}, city={"office": 1}), Player())
    play(position, "trader", f"sell {good}", f"sell {good}")
    assert (player(position, 0).doubloons, player(position, 1).doubloons) == (price + 1, price)


def test_example_10_corn_sells_for_one_with_a_small_market_or_as_trader() -> None:
    market = set_up(Player(), Player(goods={"corn": 1}, city={"small market": 1}), Player())
    play(market, "trader", "sell corn")
    assert player(market, 1).doubloons == 1
    trader = set_up(Player(goods={"corn": 1}), Player(), Player())
    play(trader, "trader", "sell corn")
    assert player(trader, 0).doubloons == 1


def test_example_17_an_office_sells_what_the_house_has_already() -> None:
    tobacco = {"tobacco": 1}
    position = set_up(
        Player(),
        Player(goods=tobacco, city={"office": 1}),
        Player(goods=tobacco, city={"office": 1}),
        Player(goods=tobacco),
        house=["tobacco"],
    )
    play(position, "trader", "sell tobacco", "sell tobacco")
    assert [player(position, seat).doubloons for seat in range(4)] == [0, 3, 3, 0]
    assert asked(position)[0] == "role", "without an office the fourth cannot sell tobacco"


def test_example_24_both_markets_make_corn_worth_three() -> None:
    position = set_up(Player(), Player(goods={"corn": 1}, city={"small market": 1, "large market": 1}), Player())
    play(position, "trader", "sell corn")
    assert player(position, 1).doubloons == 3


def test_an_unoccupied_market_adds_nothing() -> None:
    position = set_up(Player(), Player(goods={"indigo": 1}, city={"large market": 0}), Player())
    play(position, "trader", "sell indigo")
    assert player(position, 1).doubloons == 1


def test_the_trader_gets_his_doubloon_only_if_he_sells() -> None:
    position = set_up(Player(goods={"corn": 1}), Player(), Player())
    play(position, "trader", "pass")
    assert player(position, 0).doubloons == 0


def test_when_the_house_is_full_nobody_sells_any_more_and_it_is_emptied() -> None:
    position = set_up(
        Player(goods={"corn": 1}),
        Player(goods={"indigo": 1, "corn": 1}, city={"office": 1}),
        Player(),
        house=["sugar", "tobacco", "coffee"],
    )
    events = play(position, "trader", "sell corn")
    assert told(events, "house_emptied") == [{"seat": -1, "goods": {"corn": 1, "sugar": 1, "tobacco": 1, "coffee": 1}}]
    assert seen(position).trading_house == ()
    assert asked(position) == ("role", 1)


def test_a_house_that_is_not_full_stays_as_it_is() -> None:
    position = set_up(Player(goods={"corn": 1}), Player(), Player(), house=["sugar", "coffee"])
    play(position, "trader", "sell corn")
    assert seen(position).trading_house == ("corn", "sugar", "coffee")


def test_everybody_sells_at_most_one_good_of_a_kind_not_there_yet() -> None:
    position = set_up(Player(goods={"corn": 2, "sugar": 1}), Player(goods={"corn": 1}), Player(), house=["sugar"])
    play(position, "trader")
    assert answers(position) == ["pass", "sell corn"]
    play(position, "sell corn")
    assert asked(position)[0] == "role"
