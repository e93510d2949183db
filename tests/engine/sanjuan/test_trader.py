"""docs/rules §2 Trader, §3 trading post, market stand, market hall, library."""

from __future__ import annotations

import pytest

from tests.engine.sanjuan.tables import (
    Player,
    cards,
    discarded,
    events_of_kind,
    goods,
    hand,
    legal_texts,
    play,
    question_of,
    step,
    table,
)

NOBODY = Player()
"""No goods: nothing to sell, nothing to ask."""
PLANTS = "indigo plant, sugar mill, tobacco storage, coffee roaster, silver smelter"
ALL = "indigo, sugar, tobacco, coffee, silver"


def most(owned: str, *, as_trader: bool) -> int:
    """How many goods a seat with five of them can sell."""
    player = Player(buildings=f"{PLANTS}, {owned}", goods=ALL)
    position = table(player, NOBODY, NOBODY) if as_trader else table(NOBODY, player, NOBODY)
    play(position, "trader")
    seat = 0 if as_trader else 1
    sold = 0
    while question_of(position) == ("trader", seat):
        answer = legal_texts(position)
        step(position, next((ply for ply in answer if ply.endswith(", more")), answer[-1]))
        sold += 1
    return sold


def brought(line: str, owned: str, prices: tuple[int, ...], *, as_trader: bool = True) -> int:
    """How many cards a sale brings."""
    player = Player(buildings=f"{PLANTS}, {owned}", goods=ALL)
    position = table(player, NOBODY, NOBODY, prices=prices) if as_trader else table(NOBODY, player, prices=prices)
    play(position, "trader", line)
    return cards(position, 0 if as_trader else 1)


def test_everybody_sells_a_good_and_the_trader_two() -> None:
    assert most("", as_trader=True) == 2
    assert most("", as_trader=False) == 1


def test_example_5_the_trading_post_sells_one_more() -> None:
    """docs/rules §4.5: 2; as trader 3; with the library 4."""
    assert most("trading post", as_trader=False) == 2
    assert most("trading post", as_trader=True) == 3
    assert most("trading post, library", as_trader=True) == 4


def test_example_22_the_library_doubles_the_traders_privilege() -> None:
    """docs/rules §4.22"""
    assert most("library", as_trader=True) == 3
    assert most("library", as_trader=False) == 1


def test_example_3_market_stand_and_trading_post() -> None:
    """docs/rules §4.3: indigo 1, tobacco 2, silver 3, one for the stand."""
    trader = Player(buildings=f"{PLANTS}, market stand, trading post", goods=ALL)
    position = table(trader, NOBODY, NOBODY, prices=(1, 1, 2, 2, 3), pile="well, well, well, hero, hero, hero, palace")
    events = play(position, "trader", "sell indigo, tobacco, silver")
    assert events_of_kind(events, "sells") == [
        {"seat": 0, "good": "indigo", "cards": 1},
        {"seat": 0, "good": "tobacco", "cards": 2},
        {"seat": 0, "good": "silver", "cards": 3},
    ]
    assert events_of_kind(events, "draws") == [{"seat": 0, "by": "trader", "cards": 1 + 2 + 3 + 1}]
    assert hand(position, 0) == "well, well, well, hero, hero, hero, palace"
    assert goods(position, 0) == "sugar, coffee"


def test_example_4_the_market_hall_brings_one_card_more_in_all() -> None:
    """docs/rules §4.4: no printed tile has sugar at 1 and coffee at 3; at 2 and 3 it is 6."""
    assert brought("sell sugar, coffee", "market hall", (1, 2, 2, 3, 3)) == 2 + 3 + 1
    assert brought("sell sugar, silver", "market hall", (1, 1, 2, 2, 3)) == 1 + 3 + 1


def test_the_market_hall_pays_for_one_good_and_whoever_is_the_trader() -> None:
    assert brought("sell indigo", "market hall", (1, 1, 1, 2, 2), as_trader=False) == 1 + 1


def test_market_hall_and_market_stand_both_pay() -> None:
    assert brought("sell indigo, sugar", "market hall, market stand", (1, 1, 1, 2, 2)) == 1 + 1 + 2


@pytest.mark.parametrize(
    ("prices", "income"),
    [
        ((1, 1, 1, 2, 2), [1, 1, 1, 2, 2]),
        ((1, 1, 2, 2, 2), [1, 1, 2, 2, 2]),
        ((1, 1, 2, 2, 3), [1, 1, 2, 2, 3]),
        ((1, 2, 2, 2, 3), [1, 2, 2, 2, 3]),
        ((1, 2, 2, 3, 3), [1, 2, 2, 3, 3]),
    ],
)
def test_a_good_brings_what_the_tile_says(prices: tuple[int, ...], income: list[int]) -> None:
    sold = [brought(f"sell {good}", "", prices) for good in ALL.split(", ")]
    assert sold == income


def test_example_20_the_market_stand_pays_for_two_goods_whoever_is_the_trader() -> None:
    """docs/rules §4.20"""
    assert brought("sell indigo, sugar", "market stand, trading post", (1, 1, 1, 2, 2), as_trader=False) == 1 + 1 + 1


def test_example_20_the_market_stand_pays_nothing_for_one_good() -> None:
    """docs/rules §4.20"""
    assert brought("sell indigo", "market stand, trading post", (1, 1, 1, 2, 2)) == 1


def test_the_market_stand_pays_one_card_for_three_goods() -> None:
    assert brought("sell indigo, sugar, tobacco", "market stand, trading post", (1, 1, 1, 2, 2)) == 3 + 1


def test_nobody_has_to_sell() -> None:
    seller = Player(goods="indigo")
    position = table(seller, seller, NOBODY)
    events = play(position, "trader", "pass", "pass")
    assert events_of_kind(events, "draws") == []
    assert [goods(position, seat) for seat in (0, 1)] == ["indigo", "indigo"]


def test_what_may_be_sold_is_asked_good_by_good_in_ascending_order() -> None:
    standing = "indigo plant, indigo plant, sugar mill"
    position = table(Player(buildings=standing, goods="indigo, indigo, sugar"), NOBODY, NOBODY)
    play(position, "trader")
    assert legal_texts(position) == ["pass", "sell indigo", "sell sugar", "sell indigo, more"]
    step(position, "sell indigo, more")
    assert legal_texts(position) == ["sell indigo", "sell sugar"]


def test_goods_sold_go_to_the_discards_unseen() -> None:
    position = table(Player(goods="indigo"), NOBODY, NOBODY)
    card = next(int(card) for card in position.good_card if card >= 0)
    play(position, "trader", "sell indigo")
    assert position.discards[card] == 1
    assert sum(position.seen_discards) == 0


def test_all_goods_are_given_up_before_a_card_is_drawn() -> None:
    """With an empty draw pile the very goods that are sold come back as cards."""
    seller = Player(buildings="indigo plant, sugar mill", goods="indigo, sugar")
    position = table(seller, NOBODY, NOBODY, pile="", hoarder=2)
    sold = sorted(int(card) for card in position.good_card if card >= 0)
    events = play(position, "trader", "sell indigo, sugar")
    assert [event.kind for event in events if event.kind in ("sells", "shuffles", "draws")] == [
        *("sells", "sells", "shuffles", "draws")
    ]
    assert sorted(kind for kind in range(29) for _card in range(position.hands[kind])) == sold
    assert discarded(position) == ""


def test_the_others_sell_one_after_the_other_at_the_same_prices() -> None:
    seller = Player(goods="indigo")
    position = table(NOBODY, seller, seller, governor=1)
    play(position, "trader")
    assert question_of(position) == ("trader", 1)
    play(position, "sell indigo")
    assert question_of(position) == ("trader", 2)
    play(position, "sell indigo")
    assert [cards(position, seat) for seat in range(3)] == [0, 1, 1]


def test_all_may_decide_what_to_sell_at_the_same_time() -> None:
    seller = Player(goods="indigo")
    position = table(seller, seller, NOBODY)
    play(position, "trader")
    ahead = position.ahead(1)
    assert ahead is not None
    assert legal_texts(ahead) == ["pass", "sell indigo"]
    assert position.ahead(0) is None
    assert position.ahead(2) is None


def test_nothing_of_a_sale_is_kept_after_it() -> None:
    """Two positions in which the same lies on the table are the same."""
    seller = Player(buildings="indigo plant, sugar mill", goods="indigo, sugar")
    position = table(seller, NOBODY, NOBODY)
    play(position, "trader", "sell indigo, sugar")
    assert (int(position.goods_sold), int(position.cards_earned), int(position.smallest_good)) == (0, 0, 0)
