"""docs/rules §3 Builder, the buildings of §5, and the examples of §6 that go with them."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalMove
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


def price_paid(quarries: int, building: str, *, as_builder: bool) -> int:
    """What a player with so many occupied quarries pays."""
    rich = Player(doubloons=20, island={"quarry": (quarries, quarries)})
    position = set_up(rich, Player(), Player(), picks=1, governor=0 if as_builder else 2)
    play(position, "builder")
    if not as_builder:
        play(position, "pass")
    before = player_view(position, 0).doubloons
    play(position, f"build {building}")
    return before - player_view(position, 0).doubloons


@pytest.mark.parametrize(
    ("building", "price"), [("construction hut", 1), ("office", 3), ("harbor", 5), ("city hall", 7)]
)
def test_example_1_three_quarries_take_off_no_more_than_the_column(building: str, price: int) -> None:
    assert price_paid(3, building, as_builder=False) == price
    assert price_paid(3, building, as_builder=True) == price - 1


@pytest.mark.parametrize(
    ("building", "price", "as_builder"), [("hacienda", 1, 0), ("office", 3, 2), ("university", 6, 5)]
)
def test_example_2_two_quarries_take_off_no_more_than_the_column(building: str, price: int, as_builder: int) -> None:
    assert price_paid(2, building, as_builder=False) == price
    assert price_paid(2, building, as_builder=True) == as_builder


def test_example_16_the_university_gives_one_colonist_however_many_circles() -> None:
    owner = Player(doubloons=6, city={"university": 1})
    position = set_up(owner, Player(), Player())
    supply = public_view(position).colonist_supply
    play(position, "builder", "build coffee roaster")
    assert question_of(position) == ("university", 0)
    play(position, "take colonist")
    (roaster,) = [building for building in player_view(position, 0).city if building.building == "coffee roaster"]
    assert (roaster.colonists, roaster.circles) == (1, 2)
    assert public_view(position).colonist_supply == supply - 1


@pytest.mark.parametrize("edition", ["2014", "first"])
def test_the_university_takes_from_the_ship_when_the_supply_is_empty(edition: str) -> None:
    owner = Player(doubloons=6, city={"university": 1})
    position = set_up(owner, Player(), Player(), colonist_supply=0, colonist_ship=3, edition=edition)
    events = play(position, "builder", "build coffee roaster", "take colonist")
    assert events_of_kind(events, "gets_colonist") == [
        {"seat": 0, "by": "university", "place": "coffee roaster", "source": "ship"}
    ]
    assert public_view(position).colonist_ship == 2


def test_the_university_asks_nothing_when_there_is_no_colonist_anywhere() -> None:
    owner = Player(doubloons=6, city={"university": 1})
    position = set_up(owner, Player(), Player(), colonist_supply=0, colonist_ship=0)
    play(position, "builder", "build coffee roaster")
    assert question_of(position)[0] == "role"


def test_an_unoccupied_university_gives_nothing() -> None:
    position = set_up(Player(doubloons=6, city={"university": 0}), Player(), Player())
    play(position, "builder", "build coffee roaster")
    assert question_of(position)[0] == "role"


def test_unoccupied_quarries_take_nothing_off() -> None:
    position = set_up(Player(doubloons=9, island={"quarry": (3, 0)}), Player(), Player())
    events = play(position, "builder", "build city hall")
    assert events_of_kind(events, "builds") == [{"seat": 0, "building": "city hall", "price": 9}]


def test_the_price_is_never_below_zero_and_a_building_may_be_free() -> None:
    position = set_up(Player(island={"quarry": (2, 2)}), Player(), Player())
    events = play(position, "builder", "build small sugar mill")
    assert events_of_kind(events, "builds") == [{"seat": 0, "building": "small sugar mill", "price": 0}]


def test_nobody_owns_a_building_twice() -> None:
    position = set_up(Player(doubloons=20, city={"hospice": 1}), Player(), Player())
    play(position, "builder")
    assert "build hospice" not in legal_texts(position)
    with pytest.raises(IllegalMove):
        play(position, "build hospice")


def test_a_building_out_of_stock_cannot_be_bought() -> None:
    owner = Player(city={"city hall": 0})
    position = set_up(Player(doubloons=20), owner, Player())
    play(position, "builder")
    assert "build city hall" not in legal_texts(position)


def test_a_large_building_needs_two_city_spaces_wherever_they_are() -> None:
    eleven = {
        "guild hall": 0,
        "residence": 0,
        "fortress": 0,
        "customs house": 0,
        "small market": 0,
        "hacienda": 0,
        "office": 0,
    }
    position = set_up(Player(doubloons=20, city=eleven), Player(), Player())
    play(position, "builder")
    assert player_view(position, 0).city_free == 1
    assert "build city hall" not in legal_texts(position)
    assert "build harbor" in legal_texts(position)


def test_the_privilege_brings_no_money_without_a_building() -> None:
    position = set_up(Player(doubloons=5), Player(), Player())
    play(position, "builder", "pass")
    assert player_view(position, 0).doubloons == 5


def test_doubloons_from_the_card_pay_in_the_same_phase() -> None:
    position = set_up(Player(doubloons=1), Player(), Player(), card_doubloons={"builder": 2})
    play(position, "builder", "build small sugar mill")
    assert player_view(position, 0).doubloons == 2


def test_who_cannot_build_is_not_asked() -> None:
    position = set_up(Player(doubloons=0), Player(doubloons=0), Player(doubloons=1), governor=1)
    play(position, "builder", "pass")
    assert question_of(position) == ("builder", 2)


def test_the_twelfth_city_space_ends_the_game_with_this_round_and_later_players_still_build() -> None:
    ten = {"guild hall": 0, "residence": 0, "fortress": 0, "customs house": 0, "small market": 0, "hacienda": 0}
    position = set_up(Player(doubloons=20, city=ten), Player(doubloons=5), Player())
    events = play(position, "builder", "build city hall")
    assert events_of_kind(events, "end_triggered") == [{"seat": 0, "condition": "city"}]
    assert question_of(position) == ("builder", 1)
    play(position, "build hospice", "craftsman", "trader")
    assert public_view(position).over


@pytest.mark.parametrize(("building", "price"), [("hacienda", 1), ("office", 3), ("university", 5), ("city hall", 6)])
def test_however_many_quarries_no_more_count_than_the_column_says(building: str, price: int) -> None:
    assert price_paid(5, building, as_builder=False) == price
    assert price_paid(5, building, as_builder=True) == price - 1


def test_the_privilege_takes_a_doubloon_off_besides_the_quarries_but_never_below_zero() -> None:
    assert price_paid(1, "small market", as_builder=False) == 0
    assert price_paid(1, "small market", as_builder=True) == 0
    assert price_paid(1, "hacienda", as_builder=True) == 0


def test_only_the_builder_pays_less() -> None:
    position = set_up(Player(doubloons=2), Player(doubloons=2), Player())
    events = play(position, "builder", "build hacienda", "build hacienda")
    assert [entry["price"] for entry in events_of_kind(events, "builds")] == [1, 2]


def test_everybody_builds_once_clockwise_from_the_builder_and_nobody_must() -> None:
    rich = Player(doubloons=20)
    position = set_up(rich, rich, rich, governor=1)
    play(position, "builder", "build harbor")
    assert question_of(position) == ("builder", 2)
    play(position, "pass")
    assert question_of(position) == ("builder", 0)
    play(position, "build harbor")
    assert question_of(position) == ("role", 2)


def test_the_last_building_of_a_kind_is_gone_for_those_who_come_later() -> None:
    rich = Player(doubloons=20)
    position = set_up(rich, rich, rich, Player(city={"harbor": 0}))
    play(position, "builder", "build harbor")
    assert "build harbor" not in legal_texts(position)


def test_a_building_just_bought_does_not_work_yet() -> None:
    position = set_up(Player(doubloons=20), Player(), Player())
    play(position, "builder", "build university")
    assert question_of(position)[0] == "role", "it gives no colonist for itself"
    assert [owned.colonists for owned in player_view(position, 0).city] == [0]


def test_the_university_is_optional() -> None:
    position = set_up(Player(doubloons=6, city={"university": 1}), Player(), Player())
    supply = public_view(position).colonist_supply
    play(position, "builder", "build coffee roaster", "pass")
    assert {owned.building: owned.colonists for owned in player_view(position, 0).city}["coffee roaster"] == 0
    assert public_view(position).colonist_supply == supply


def test_the_university_takes_neither_from_the_ship_while_there_is_a_supply_nor_from_san_juan() -> None:
    owner = Player(doubloons=10, city={"university": 1}, san_juan=1)
    position = set_up(owner, Player(), Player(), colonist_supply=1, colonist_ship=3)
    events = play(position, "builder", "build wharf", "take colonist")
    assert events_of_kind(events, "gets_colonist") == [
        {"seat": 0, "by": "university", "place": "wharf", "source": "supply"}
    ]
    assert (
        public_view(position).colonist_supply,
        public_view(position).colonist_ship,
        player_view(position, 0).san_juan,
    ) == (0, 3, 1)


def test_the_universitys_colonist_makes_a_large_building_count() -> None:
    owner = Player(doubloons=10, city={"university": 1})
    position = set_up(owner, Player(), Player())
    play(position, "builder", "build city hall", "take colonist")
    assert position.scores()[0] == 3 + 4 + 2


def test_a_full_city_builds_nothing() -> None:
    full = dict.fromkeys(["guild hall", "residence", "fortress", "customs house", "city hall", "hospice", "office"], 0)
    position = set_up(Player(doubloons=20, city=full), Player(doubloons=1), Player(), ends=["city"])
    play(position, "builder")
    assert question_of(position) == ("builder", 1)


def test_a_small_building_on_the_twelfth_space_ends_the_game_too() -> None:
    large = dict.fromkeys(["guild hall", "residence", "fortress", "customs house", "city hall", "hospice"], 0)
    position = set_up(Player(doubloons=9, city=large), Player(), Player())
    play(position, "builder", "build small market")
    assert public_view(position).end_triggers == ("city",)


def test_eleven_filled_spaces_do_not_end_the_game() -> None:
    large = dict.fromkeys(["guild hall", "residence", "fortress", "customs house", "city hall"], 0)
    position = set_up(Player(doubloons=9, city=large), Player(), Player())
    play(position, "builder", "build small market")
    assert (player_view(position, 0).city_free, public_view(position).end_triggers) == (1, ())
