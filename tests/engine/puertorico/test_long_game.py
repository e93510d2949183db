"""docs/rules §9 `long_game`: all colonists and all victory points, and only full cities end it."""

from __future__ import annotations

import pytest

from games.engine.puertorico.components import FIRST_BUILDING, PLACE_NAMES, PLACES
from games.engine.puertorico.flow import PuertoRicoPosition, new_position
from games.engine.random import Random
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import events_of_kind, play, question_of, table, vp


def long_table(*seats: Player, **details: object) -> PuertoRicoPosition:
    return table(*seats, nobles=False, long_game=True, **details)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(("edition", "pool"), [("2014", 126), ("first", 122)])
def test_all_colonists_and_the_whole_pool_are_used(seats: int, edition: str, pool: int) -> None:
    position = new_position(seats, {"long_game": "on", "edition": edition}, Random(1, 2, 3, 4))
    assert (position.colonist_ship, position.colonist_supply, position.vp_pool) == (seats, 100 - seats, pool)


def finish_round(position: PuertoRicoPosition) -> None:
    """Roles that change nothing, passing everything else, until the next round."""
    number = position.round
    while not position.is_over() and position.round == number:
        if question_of(position)[0] == "role":
            position.play(list(position.legal_moves())[-1])
        else:
            play(position, "pass")


def test_running_out_of_colonists_does_not_end_it() -> None:
    position = long_table(Player(), Player(), Player(), colonist_supply=1)
    events = play(position, "mayor", "pass")
    assert events_of_kind(events, "end_triggered") == []
    assert (position.colonist_ship, position.colonist_supply) == (1, 0)
    finish_round(position)
    assert not position.is_over()


def test_an_empty_colonist_ship_leaves_a_mayor_phase_for_rearranging() -> None:
    owner = Player(island={"corn": (1, 1)}, city={"small market": 0})
    position = long_table(owner, Player(), Player(), colonist_supply=0)
    play(position, "mayor", "place corn 0")
    assert position.ends == 0


def test_an_exhausted_pool_does_not_end_it_and_points_go_on_beyond() -> None:
    position = long_table(Player(goods={"corn": 3}), Player(), Player(), vp_pool=1)
    events = play(position, "captain", "ship corn 4")
    assert events_of_kind(events, "end_triggered") == []
    assert (position.vp_pool, vp(position, 0)) == (0, 4)
    finish_round(position)
    assert not position.is_over()


SMALL = (
    *("small market", "hacienda", "construction hut", "small warehouse", "hospice", "office", "large market"),
    *("large warehouse", "factory", "university", "harbor", "wharf"),
)
OTHERS = (
    *("aqueduct", "forest house", "black market", "storehouse", "guesthouse", "church", "trading post"),
    *("small wharf", "lighthouse", "specialty factory", "union hall"),
)


def test_a_full_city_ends_it_with_the_round() -> None:
    owner = Player(doubloons=9, city=dict.fromkeys(SMALL[:11], 0))
    position = long_table(owner, Player(), Player())
    events = play(position, "builder", "build wharf")
    assert events_of_kind(events, "end_triggered") == [{"seat": 0, "condition": "city"}]
    finish_round(position)
    assert position.is_over()


def only_in_stock(position: PuertoRicoPosition, *buildings: str) -> None:
    for place in range(FIRST_BUILDING, PLACES):
        position.stock[place] = 1 if PLACE_NAMES[place] in buildings else 0


def test_when_nobody_can_ever_build_again_it_is_over() -> None:
    position = long_table(Player(), Player(), Player())
    only_in_stock(position)
    play(position, "captain", "craftsman")
    events = play(position, "trader")
    assert events_of_kind(events, "end_triggered") == [{"seat": -1, "condition": "buildings"}]
    assert position.is_over()


def test_money_is_not_what_ends_it() -> None:
    position = long_table(Player(), Player(), Player())
    only_in_stock(position, "wharf")
    play(position, "captain", "craftsman", "trader")
    assert not position.is_over(), "nobody has a doubloon, but somebody may earn some"


def test_a_large_building_without_two_spaces_is_of_no_use() -> None:
    one_space = Player(city=dict.fromkeys(SMALL[:11], 0))
    position = long_table(one_space, Player(city=dict.fromkeys(OTHERS[:11], 0)))
    only_in_stock(position, "statue", "fortress")
    finish_round(position)
    assert position.is_over()
    two_spaces = Player(city=dict.fromkeys(OTHERS[:10], 0))
    position = long_table(one_space, two_spaces)
    only_in_stock(position, "statue", "fortress")
    finish_round(position)
    assert not position.is_over()


def test_what_everybody_with_space_has_already_is_of_no_use() -> None:
    owner = Player(city={"wharf": 0})
    position = long_table(owner, owner, Player(city=dict.fromkeys(SMALL[:11], 0)))
    position.build(2, PLACE_NAMES.index("aqueduct"))
    only_in_stock(position, "wharf")
    finish_round(position)
    assert position.is_over()


def test_a_game_of_the_usual_length_goes_on_though_nobody_can_build() -> None:
    position = table(Player(), Player(), Player(), nobles=False)
    only_in_stock(position)
    play(position, "captain", "craftsman", "trader")
    assert not position.is_over()


def test_it_goes_with_the_base_buildings_alone() -> None:
    position = new_position(3, {"long_game": "on", "first_governor": "0"}, Random(1, 2, 3, 4))
    position.listener = []
    position.vp_pool = 1
    position.goods[0] = 3
    play(position, "captain", "ship corn 4")
    assert position.ends == 0
