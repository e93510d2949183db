"""docs/rules §8 land office, §11 Nobles."""

from __future__ import annotations

import pytest

from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import (
    doubloons,
    events_of_kind,
    goods,
    island,
    legal_texts,
    people,
    play,
    question_of,
    table,
    workers,
)

NOBODY = Player()
FULL_ISLAND = {"corn": (4, 0), "indigo": (4, 0), "quarry": (4, 0)}


def buyer(**more: object) -> Player:
    """The owner of a land office with a colonist on it, one doubloon in hand."""
    return Player(**({"doubloons": 1, "city": {"land office": 1}} | more))  # type: ignore[arg-type]


def seller(**more: object) -> Player:
    """The owner of a land office with a noble on it."""
    kept = {"city": {"land office": 1}, "nobles": {"land office": 1}, "island": {"corn": (1, 1)}}
    return Player(**(kept | more))  # type: ignore[arg-type]


def test_a_colonist_in_the_land_office_buys_a_face_up_plantation_for_a_doubloon() -> None:
    position = table(buyer(), NOBODY, NOBODY, face_up={"coffee": 1, "corn": 2})
    play(position, "trader")
    assert legal_texts(position) == ["pass", "buy corn", "buy coffee"]
    events = play(position, "buy coffee")
    assert events_of_kind(events, "buys_land") == [{"seat": 0, "tile": "coffee"}]
    assert (doubloons(position, 0), island(position, 0)) == (0, {"coffee": 1})
    assert position.face_up[4] == 0, "the tile is not replaced before the settler's clean-up"
    assert sum(position.face_up) == 2


def test_without_a_doubloon_the_land_office_buys_nothing() -> None:
    position = table(buyer(doubloons=0), NOBODY, NOBODY, face_up={"coffee": 1})
    events = play(position, "trader")
    assert question_of(position)[0] == "role"
    assert events_of_kind(events, "buys_land") == []


def test_a_full_island_buys_nothing() -> None:
    position = table(buyer(island=FULL_ISLAND), NOBODY, NOBODY, face_up={"coffee": 1})
    play(position, "trader")
    assert question_of(position)[0] == "role"


def test_without_a_face_up_plantation_there_is_nothing_to_buy() -> None:
    position = table(buyer(doubloons=9), NOBODY, NOBODY)
    play(position, "trader")
    assert question_of(position)[0] == "role"


def test_an_empty_land_office_does_nothing() -> None:
    position = table(buyer(city={"land office": 0}), NOBODY, NOBODY, face_up={"coffee": 1})
    play(position, "trader")
    assert question_of(position)[0] == "role"


@pytest.mark.parametrize("occupied", [0, 1])
def test_with_an_occupied_forest_house_the_bought_tile_may_be_placed_as_a_forest(occupied: int) -> None:
    position = table(buyer(city={"land office": 1, "forest house": occupied}), NOBODY, NOBODY, face_up={"coffee": 1})
    play(position, "trader")
    assert ("buy coffee as forest" in legal_texts(position)) == bool(occupied)
    if occupied:
        events = play(position, "buy coffee as forest")
        assert events_of_kind(events, "buys_forest") == [{"seat": 0, "tile": "coffee"}]
        assert (doubloons(position, 0), island(position, 0)) == (0, {"forest": 1})


def test_a_noble_in_the_land_office_sells_an_occupied_plantation_and_its_worker_goes_to_san_juan() -> None:
    position = table(seller(), NOBODY, NOBODY, face_up={"coffee": 1})
    play(position, "trader")
    assert legal_texts(position) == ["pass", "sell land corn"], "he cannot buy"
    events = play(position, "sell land corn")
    assert events_of_kind(events, "sells_land") == [{"seat": 0, "tile": "corn"}]
    assert doubloons(position, 0) == 1
    assert island(position, 0) == {}
    assert workers(position, 0) == {"San Juan": (1, 0), "land office": (0, 1)}
    assert position.discards[0] == 1, "the tile lies with the discards"


def test_a_noble_on_the_sold_plantation_goes_to_san_juan_as_a_noble() -> None:
    position = table(seller(nobles={"land office": 1, "corn": 1}), NOBODY, NOBODY)
    play(position, "trader", "sell land corn")
    assert workers(position, 0) == {"San Juan": (0, 1), "land office": (0, 1)}
    assert people(position, 0) == (0, 2)


def test_of_a_kind_with_an_empty_circle_an_empty_tile_is_sold() -> None:
    position = table(seller(island={"corn": (3, 2)}), NOBODY, NOBODY)
    play(position, "trader", "sell land corn")
    assert island(position, 0) == {"corn": 2}
    assert workers(position, 0)["corn"] == (2, 0)


def test_of_the_workers_on_the_sold_kind_a_colonist_leaves_before_a_noble() -> None:
    position = table(seller(island={"corn": (2, 2)}, nobles={"land office": 1, "corn": 1}), NOBODY, NOBODY)
    play(position, "trader", "sell land corn")
    assert workers(position, 0) == {"corn": (0, 1), "San Juan": (1, 0), "land office": (0, 1)}


def test_neither_quarry_nor_forest_can_be_sold() -> None:
    bare = seller(island={"quarry": (2, 1)}, forests={"corn": 2})
    position = table(bare, NOBODY, NOBODY)
    play(position, "trader")
    assert question_of(position)[0] == "role"


@pytest.mark.parametrize("order", [("sell coffee", "buy corn"), ("buy corn", "sell coffee")])
def test_the_land_office_deals_once_before_or_after_a_good_is_sold(order: tuple[str, str]) -> None:
    position = table(buyer(doubloons=5, goods={"coffee": 2}), NOBODY, NOBODY, face_up={"corn": 2})
    play(position, "trader", *order)
    assert question_of(position)[0] == "role", "one good and one deal are all"
    assert doubloons(position, 0) == 5 + 4 + 1 - 1
    assert (goods(position, 0), island(position, 0)) == ({"coffee": 1}, {"corn": 1})


def test_the_doubloon_for_a_good_just_sold_can_buy_land() -> None:
    position = table(buyer(doubloons=0, goods={"indigo": 1}), NOBODY, NOBODY, face_up={"corn": 1})
    play(position, "trader")
    assert legal_texts(position) == ["pass", "sell indigo"]
    play(position, "sell indigo")
    assert legal_texts(position) == ["pass", "buy corn"]
    play(position, "buy corn")
    assert doubloons(position, 0) == 1


def test_passing_ends_the_turn_whatever_is_left_to_do() -> None:
    position = table(buyer(goods={"indigo": 1}), NOBODY, NOBODY, face_up={"corn": 1})
    play(position, "trader", "buy corn", "pass")
    assert question_of(position)[0] == "role"
    assert goods(position, 0) == {"indigo": 1}


def test_the_land_office_works_though_the_trading_house_is_full() -> None:
    owner = buyer(doubloons=1, goods={"corn": 1})
    position = table(NOBODY, owner, NOBODY, face_up={"corn": 1}, house=["indigo", "sugar", "tobacco", "coffee"])
    play(position, "trader")
    assert question_of(position) == ("trader", 1)
    assert legal_texts(position) == ["pass", "buy corn"]
    events = play(position, "buy corn")
    assert len(events_of_kind(events, "house_emptied")) == 1


def test_the_deal_is_no_sale_that_the_trader_gets_a_doubloon_for() -> None:
    position = table(seller(city={"land office": 1, "library": 1}), NOBODY, NOBODY)
    play(position, "trader", "sell land corn")
    assert doubloons(position, 0) == 1


def test_the_hospice_puts_nobody_on_a_bought_tile() -> None:
    position = table(buyer(city={"land office": 1, "hospice": 1}), NOBODY, NOBODY, face_up={"corn": 1})
    play(position, "trader", "buy corn")
    assert question_of(position)[0] == "role"
    assert "corn" not in workers(position, 0)


def test_two_land_offices_one_after_the_other_share_what_lies_face_up() -> None:
    position = table(buyer(), buyer(), NOBODY, face_up={"corn": 1})
    play(position, "trader")
    assert question_of(position) == ("trader", 0)
    play(position, "buy corn")
    assert question_of(position)[0] == "role", "nothing is left for the second one"
    position = table(buyer(), seller(), NOBODY, face_up={"corn": 1})
    play(position, "trader", "buy corn")
    assert question_of(position) == ("trader", 1)
    play(position, "sell land corn")
    assert position.face_up[0] == 0, "a tile given back is discarded, it does not lie face up"


def test_a_plantation_sold_from_a_full_island_makes_room() -> None:
    owner = seller(island={"corn": (10, 1), "quarry": (2, 0)})
    position = table(owner, NOBODY, NOBODY)
    play(position, "trader")
    assert position.free_island_spaces(0) == 0
    play(position, "sell land corn")
    assert position.free_island_spaces(0) == 1
    assert workers(position, 0)["corn"] == (1, 0), "nine are left, one of them occupied"
