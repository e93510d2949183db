"""Games with the new buildings and the nobles together, for all numbers of players (docs/rules §7, §8, §9)."""

from __future__ import annotations

import pytest

from games.engine.puertorico.components import (
    BUILDINGS,
    GOODS,
    PLACE_NAMES,
    PLACES,
    TILE_KINDS,
    colonists_in_game,
    goods_in_game,
    tiles_in_game,
    vp_pool,
)
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.puertorico.stages import END_CITY, END_VP
from games.engine.random import Random
from tests.engine.puertorico.games import random_game
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import EVERYTHING, doubloons, events_of_kind, play, question_of, table

NOBODY = Player()
BOTH = {"nobles": "on", "buildings": "random"}


def selected(seed: int, **options: str) -> set[str]:
    position = new_position(4, BOTH | options, Random(seed, 7, 7, 7))
    return {name for number, name in enumerate(PLACE_NAMES) if position.kinds_in_play >> number & 1}


# --- the selection from all three boxes ---


@pytest.mark.parametrize("seed", range(1, 11))
def test_from_all_boxes_seventeen_kinds_fill_the_spaces_of_their_prices(seed: int) -> None:
    kinds = selected(seed)
    prices = sorted(building.price for building in BUILDINGS if building.name in kinds)
    assert prices == [1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 10, 10, 10, 10]


def test_the_jeweler_competes_for_the_spaces_of_price_8() -> None:
    eights = [
        frozenset(selected(seed) & {"university", "harbor", "library", "specialty factory", "jeweler"})
        for seed in range(1, 60)
    ]
    assert {len(pair) for pair in eights} == {2}
    with_jeweler = [pair for pair in eights if "jeweler" in pair]
    assert 0 < len(with_jeweler) < len(eights)


def test_the_exclusions_hold_in_what_is_drawn_from_all_boxes() -> None:
    for seed in range(1, 40):
        kinds = selected(seed)
        assert not {"hacienda", "forest house"} <= kinds
        assert not {"office", "trading post"} <= kinds
    assert any({"office", "trading post"} <= selected(seed, exclusions="off") for seed in range(1, 80))


# --- whole games ---


def assert_nothing_is_lost(position: PuertoRicoPosition) -> None:
    """All goods, tiles, colonists, nobles and chips of the box are somewhere."""
    seats = range(position.seats)
    for good in range(GOODS):
        barrels = position.goods_supply[good] + position.trading_house[good]
        barrels += sum(position.goods[seat * GOODS + good] for seat in seats)
        barrels += sum(
            load for load, kind in zip(position.ship_barrels, position.ship_good, strict=True) if kind == good
        )
        assert barrels == goods_in_game(position.seats)[good]
        tiles = position.face_up[good] + position.face_down[good] + position.discards[good]
        tiles += sum(
            position.island[seat * TILE_KINDS + good] + position.forests[seat * GOODS + good] for seat in seats
        )
        assert tiles + (position.drawn_tile == good) == tiles_in_game(position.seats)[good]
    nobles = position.noble_supply + position.noble_ship + sum(position.noble_count)
    colonists = position.colonist_supply + position.colonist_ship + sum(position.colonist_count)
    assert nobles == 20
    assert colonists - sum(position.noble_count) == colonists_in_game(position.seats, 1, position.long_game)
    assert position.vp_pool + sum(position.vp_chips) == vp_pool(position.seats, position.edition, position.long_game)
    for seat in seats:
        working = sum(position.workers[seat * PLACES + place] for place in range(PLACES))
        assert working + position.san_juan[seat] == position.colonist_count[seat]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("buildings", ["draft", "random", "all"])
def test_games_with_everything_lose_nothing_and_come_to_an_end(seats: int, buildings: str) -> None:
    for number, position in enumerate(random_game(seats, seats, nobles="on", buildings=buildings)):
        if number % 20 == 0 or position.is_over():
            assert_nothing_is_lost(position)
    assert position.is_over()
    assert all(points >= 0 for points in position.scores())


def test_games_with_the_nobles_end_by_city_or_victory_points_only() -> None:
    for seed in range(1, 7):
        *_, last = random_game(2 + seed % 4, seed, nobles="on", buildings="random")
        assert last.ends & ~(END_CITY | END_VP) == 0


# --- the long game ---


def test_a_long_game_with_nobles_has_all_chips_and_no_end_by_them() -> None:
    owner = Player(city={"chapel": 1}, nobles={"chapel": 1})
    position = table(owner, NOBODY, NOBODY, long_game=True)
    assert position.vp_pool == 126
    position = table(owner, NOBODY, NOBODY, long_game=True, vp_pool=1)
    play(position, "craftsman")
    assert (position.vp_pool, position.ends) == (0, 0)


def test_a_long_game_with_nobles_goes_on_without_anybody_for_the_ship() -> None:
    position = table(NOBODY, NOBODY, NOBODY, long_game=True, colonist_supply=0, noble_supply=0)
    play(position, "mayor")
    assert position.ends == 0


def test_a_long_game_ends_with_the_round_in_which_a_city_was_filled() -> None:
    full = dict.fromkeys(EVERYTHING.split(", ")[:11], 0)
    position = table(Player(doubloons=9, city=full), NOBODY, NOBODY, long_game=True)
    play(position, "builder", "build chapel")
    assert position.ends == END_CITY


# --- two and five players ---


def test_with_two_players_there_is_one_of_each_building_of_the_nobles_and_two_jewelers() -> None:
    position = table(NOBODY, NOBODY)
    counts = {building.name: position.stock[PLACE_NAMES.index(building.name)] for building in BUILDINGS}
    assert counts["jeweler"] == counts["coffee roaster"] == 2
    assert {counts[kind] for kind in ("villa", "chapel", "royal garden", "library", "statue")} == {1}


def test_with_five_players_all_hosts_with_chapels_and_jewelers_get_their_turn() -> None:
    host = Player(city={"guesthouse": 2, "chapel": 0, "jeweler": 0}, nobles={"guesthouse": 1})
    position = table(NOBODY, host, NOBODY, NOBODY, host, governor=3)
    play(position, "craftsman")
    order = []
    while question_of(position)[0] == "guests":
        order.append(question_of(position)[1])
        play(position, "noble guest chapel", "guest jeweler")
    assert order == [4, 1]
    assert [int(position.vp(seat)) for seat in range(5)] == [0, 1, 0, 0, 1]
    assert [doubloons(position, seat) for seat in range(5)] == [0, 1, 0, 0, 1], (
        "a noble each, though he is in the chapel"
    )


def test_the_ship_of_five_players_is_emptied_one_by_one_until_the_noble_is_gone() -> None:
    position = table(NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, governor=2, colonist_ship=6, noble_ship=1)
    play(position, "mayor", "pass", "take colonist", "take colonist")
    assert question_of(position) == ("ship", 4)
    events = play(position, "take noble")
    assert events_of_kind(events, "colonists_arrive") == [{"seat": -1, "counts": [1, 1, 1, 1, 0]}]
    assert [int(count) for count in position.colonist_count] == [1, 1, 2, 2, 1]


# --- buildings of both that meet ---


def test_forest_house_and_zoning_office_make_large_buildings_cheap() -> None:
    owner = Player(
        doubloons=5, city={"zoning office": 1, "forest house": 1}, forests={"corn": 4}, nobles={"zoning office": 1}
    )
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder", "build statue")
    assert doubloons(position, 0) == 0, "10 - 2 - 2 - 1"


def test_the_church_looks_at_the_column_not_at_the_price_paid() -> None:
    owner = Player(city={"church": 1, "zoning office": 1}, forests={"corn": 6, "sugar": 6}, doubloons=0)
    position = table(owner, NOBODY, NOBODY)
    events = play(position, "builder", "build villa")
    assert events_of_kind(events, "church") == [{"seat": 0, "vp": 1}]
    assert doubloons(position, 0) == 0


def test_union_hall_royal_supplier_and_small_wharf_in_one_turn() -> None:
    owner = Player(
        goods={"corn": 3, "sugar": 2},
        san_juan=2,
        city={"union hall": 1, "royal supplier": 1, "small wharf": 1, "harbor": 1},
        nobles={"San Juan": 2},
    )
    position = table(NOBODY, owner, NOBODY)
    play(position, "captain", "supply corn", "supply sugar", "ship small wharf", "cargo corn 2", "cargo sugar 1")
    assert int(position.vp(1)) == 2 + 2 + 1 + 1, "union hall, two supplied, three barrels by the small wharf, harbor"


def test_the_specialty_factory_and_the_jeweler_both_pay_the_craftsman() -> None:
    owner = Player(
        island={"coffee": (2, 2)},
        city={"coffee roaster": 2, "specialty factory": 1, "jeweler": 1},
        nobles={"coffee": 1},
    )
    position = table(owner, NOBODY, NOBODY)
    play(position, "craftsman")
    assert doubloons(position, 0) == 1, "the jeweler's, at once"
    play(position, "extra coffee")
    assert doubloons(position, 0) == 1 + 2


def test_the_cloister_counts_what_the_land_office_has_bought() -> None:
    owner = Player(doubloons=1, island={"corn": (2, 0)}, city={"land office": 1, "cloister": 1})
    position = table(owner, NOBODY, NOBODY, face_up={"corn": 1})
    before = position.scores()[0]
    play(position, "trader", "buy corn")
    assert position.scores()[0] == before + 1
