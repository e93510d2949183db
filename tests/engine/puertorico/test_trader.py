"""docs/rules §3 Trader."""

from __future__ import annotations

import pytest

from tests.engine.puertorico.positions import (
    Player,
    events_of_kind,
    legal_texts,
    play,
    player_view,
    public_view,
    question_of,
    set_up,
)


@pytest.mark.parametrize(("good", "price"), [("corn", 0), ("indigo", 1), ("sugar", 2), ("tobacco", 3), ("coffee", 4)])
def test_the_house_pays_by_kind_and_the_trader_gets_one_more(good: str, price: int) -> None:
    position = set_up(Player(goods={good: 1}), Player(goods={good: 1}, city={"office": 1}), Player())
    play(position, "trader", f"sell {good}", f"sell {good}")
    assert (player_view(position, 0).doubloons, player_view(position, 1).doubloons) == (price + 1, price)


def test_example_10_corn_sells_for_one_with_a_small_market_or_as_trader() -> None:
    market = set_up(Player(), Player(goods={"corn": 1}, city={"small market": 1}), Player())
    play(market, "trader", "sell corn")
    assert player_view(market, 1).doubloons == 1
    trader = set_up(Player(goods={"corn": 1}), Player(), Player())
    play(trader, "trader", "sell corn")
    assert player_view(trader, 0).doubloons == 1


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
    assert [player_view(position, seat).doubloons for seat in range(4)] == [0, 3, 3, 0]
    assert question_of(position)[0] == "role", "without an office the fourth cannot sell tobacco"


def test_example_24_both_markets_make_corn_worth_three() -> None:
    position = set_up(Player(), Player(goods={"corn": 1}, city={"small market": 1, "large market": 1}), Player())
    play(position, "trader", "sell corn")
    assert player_view(position, 1).doubloons == 3


def test_an_unoccupied_market_adds_nothing() -> None:
    position = set_up(Player(), Player(goods={"indigo": 1}, city={"large market": 0}), Player())
    play(position, "trader", "sell indigo")
    assert player_view(position, 1).doubloons == 1


def test_the_trader_gets_his_doubloon_only_if_he_sells() -> None:
    position = set_up(Player(goods={"corn": 1}), Player(), Player())
    play(position, "trader", "pass")
    assert player_view(position, 0).doubloons == 0


def test_when_the_house_is_full_nobody_sells_any_more_and_it_is_emptied() -> None:
    position = set_up(
        Player(goods={"corn": 1}),
        Player(goods={"indigo": 1, "corn": 1}, city={"office": 1}),
        Player(),
        house=["sugar", "tobacco", "coffee"],
    )
    events = play(position, "trader", "sell corn")
    assert events_of_kind(events, "house_emptied") == [
        {"seat": -1, "goods": {"corn": 1, "sugar": 1, "tobacco": 1, "coffee": 1}}
    ]
    assert public_view(position).trading_house == ()
    assert question_of(position) == ("role", 1)


def test_a_house_that_is_not_full_stays_as_it_is() -> None:
    position = set_up(Player(goods={"corn": 1}), Player(), Player(), house=["sugar", "coffee"])
    play(position, "trader", "sell corn")
    assert public_view(position).trading_house == ("corn", "sugar", "coffee")


def test_everybody_sells_at_most_one_good_of_a_kind_not_there_yet() -> None:
    position = set_up(Player(goods={"corn": 2, "sugar": 1}), Player(goods={"corn": 1}), Player(), house=["sugar"])
    play(position, "trader")
    assert legal_texts(position) == ["pass", "sell corn"]
    play(position, "sell corn")
    assert question_of(position)[0] == "role"


def test_a_large_market_makes_corn_worth_two() -> None:
    position = set_up(Player(), Player(goods={"corn": 1}, city={"large market": 1}), Player())
    play(position, "trader", "sell corn")
    assert player_view(position, 1).doubloons == 2


def test_both_markets_and_the_privilege_add_up() -> None:
    position = set_up(Player(goods={"coffee": 1}, city={"small market": 1, "large market": 1}), Player(), Player())
    play(position, "trader", "sell coffee")
    assert player_view(position, 0).doubloons == 4 + 1 + 2 + 1


def test_corn_may_be_sold_for_nothing() -> None:
    position = set_up(Player(), Player(goods={"corn": 1}), Player())
    play(position, "trader", "sell corn")
    assert (player_view(position, 1).doubloons, public_view(position).trading_house) == (0, ("corn",))


def test_an_unoccupied_office_does_not_help() -> None:
    position = set_up(Player(goods={"corn": 1, "indigo": 1}, city={"office": 0}), Player(), Player(), house=["corn"])
    play(position, "trader")
    assert legal_texts(position) == ["pass", "sell indigo"]


def test_four_barrels_of_one_kind_fill_the_house_as_well() -> None:
    owner = Player(goods={"sugar": 1}, city={"office": 1})
    position = set_up(owner, owner, Player(goods={"corn": 1}), house=["sugar", "sugar"])
    supply = public_view(position).goods_supply["sugar"]
    events = play(position, "trader", "sell sugar", "sell sugar")
    assert events_of_kind(events, "house_emptied") == [{"seat": -1, "goods": {"sugar": 4}}]
    assert public_view(position).goods_supply["sugar"] == supply + 4
    assert question_of(position) == ("role", 1), "the third seat comes too late for its corn"


def test_an_office_sells_nothing_to_a_full_house() -> None:
    owner = Player(goods={"sugar": 1}, city={"office": 1})
    position = set_up(Player(goods={"corn": 1}), owner, Player(), house=["sugar", "tobacco", "coffee"])
    play(position, "trader", "sell corn")
    assert question_of(position) == ("role", 1)
    assert player_view(position, 1).goods["sugar"] == 1


def test_the_others_may_sell_when_the_trader_does_not() -> None:
    position = set_up(Player(), Player(goods={"indigo": 1}), Player(goods={"corn": 1}))
    play(position, "trader")
    assert question_of(position) == ("trader", 1)
    play(position, "pass", "sell corn")
    assert [player_view(position, seat).doubloons for seat in range(3)] == [0, 0, 0], (
        "the privilege is the trader's alone"
    )


def test_barrels_left_in_the_house_bar_their_kinds_in_the_next_trader_phase() -> None:
    position = set_up(Player(), Player(goods={"corn": 1}), Player(goods={"corn": 1}))
    play(position, "trader", "sell corn", "craftsman", "mayor", "pass")
    assert (public_view(position).round, public_view(position).trading_house) == (2, ("corn",))
    play(position, "trader")
    assert question_of(position) == ("role", 2), "the third seat still has its corn and cannot sell it"
