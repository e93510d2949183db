"""docs/rules §7 library, §11 Library: every privilege doubled, and what is not."""

from __future__ import annotations

import pytest

from games.engine.puertorico.flow import PuertoRicoPosition
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import (
    doubloons,
    events_of_kind,
    goods,
    island,
    legal_texts,
    play,
    question_of,
    vp,
    without_nobles,
    workers,
)

LIBRARY = {"library": 1}


def pass_on(position: PuertoRicoPosition, seat: int) -> None:
    """Everybody passes until the seat is to move, in this phase."""
    while question_of(position)[1] != seat:
        play(position, "pass")


# --- settler ---


def test_example_43_a_quarry_then_a_plantation_no_second_quarry() -> None:
    position = without_nobles(Player(city=LIBRARY), Player(), Player(), face_up={"corn": 1, "sugar": 3})
    play(position, "settler", "take quarry")
    assert question_of(position) == ("settler", 1), "the second tile comes after everybody else"
    play(position, "take corn", "take sugar")
    assert (question_of(position), legal_texts(position)) == (("settler", 0), ["pass", "take sugar"])
    play(position, "take sugar")
    assert question_of(position) == ("role", 1)
    assert island(position, 0) == {"quarry": 1, "sugar": 1}


def test_example_43_with_the_construction_hut_two_quarries() -> None:
    position = without_nobles(Player(city=LIBRARY | {"construction hut": 1}), Player(), Player(), face_up={"corn": 1})
    play(position, "settler", "take quarry", "pass", "pass")
    assert legal_texts(position) == ["pass", "take corn", "take quarry"]
    play(position, "take quarry")
    assert island(position, 0) == {"quarry": 2}


def test_example_43_the_hospices_colonist_only_with_the_first_tile() -> None:
    position = without_nobles(
        Player(city=LIBRARY | {"hospice": 1}), Player(), Player(), face_up={"corn": 1, "sugar": 3}
    )
    play(position, "settler", "take corn", "take colonist")
    pass_on(position, 0)
    play(position, "take sugar")
    assert question_of(position) == ("role", 1)
    assert workers(position, 0) == {"corn": (1, 0), "library": (1, 0), "hospice": (1, 0)}


def test_two_plantations_are_a_privilege_too() -> None:
    position = without_nobles(Player(city=LIBRARY), Player(), Player(), face_up={"corn": 2})
    play(position, "settler", "take corn")
    pass_on(position, 0)
    play(position, "take corn")
    assert island(position, 0) == {"corn": 2}


def test_the_second_tile_may_be_declined_and_a_first_one_declined_costs_it_not() -> None:
    position = without_nobles(Player(city=LIBRARY), Player(), Player(), face_up={"corn": 2})
    play(position, "settler", "pass")
    pass_on(position, 0)
    assert legal_texts(position) == ["pass", "take corn"]
    play(position, "pass")
    assert question_of(position) == ("role", 1)
    assert island(position, 0) == {}


def test_the_hacienda_draws_before_the_first_tile_only() -> None:
    position = without_nobles(Player(city=LIBRARY | {"hacienda": 1}), Player(), Player(), face_up={"corn": 4})
    play(position, "settler", "take corn")
    pass_on(position, 0)
    assert legal_texts(position) == ["pass", "take corn"], "not even if it has not drawn"
    position = without_nobles(Player(city=LIBRARY | {"hacienda": 1}), Player(), Player(), face_up={"corn": 4})
    play(position, "settler", "draw", "take corn")
    pass_on(position, 0)
    assert "draw" not in legal_texts(position)


def test_no_second_tile_where_none_is_left() -> None:
    position = without_nobles(Player(city=LIBRARY), Player(), Player(), face_up={"corn": 1})
    play(position, "settler", "take corn")
    assert question_of(position) == ("role", 1), "nothing is left for anybody"
    assert island(position, 0) == {"corn": 1}


def test_no_second_tile_on_a_full_island() -> None:
    owner = Player(city=LIBRARY, island={"indigo": (11, 0)})
    position = without_nobles(owner, Player(), Player(), face_up={"corn": 3})
    play(position, "settler", "take corn")
    pass_on(position, 2)
    play(position, "pass")
    assert question_of(position) == ("role", 1)


def test_the_clean_up_comes_after_the_second_tile() -> None:
    position = without_nobles(Player(city=LIBRARY), Player(), Player(), face_up={"corn": 3})
    play(position, "settler", "take corn", "pass", "pass")
    assert position.face_up[0] == 2
    events = play(position, "take corn")
    assert events_of_kind(events, "plantations")[0]["discarded"] == {"corn": 1}


def test_only_the_settlers_library_brings_a_second_tile() -> None:
    position = without_nobles(Player(), Player(city=LIBRARY), Player(), face_up={"corn": 3})
    play(position, "settler", "take corn", "take corn", "take corn")
    assert question_of(position) == ("role", 1)


def test_the_settler_of_two_takes_his_second_tile_after_the_other() -> None:
    position = without_nobles(Player(city=LIBRARY), Player(), face_up={"corn": 3})
    play(position, "settler", "take quarry", "take corn", "take corn")
    assert island(position, 0) == {"corn": 1, "quarry": 1}


# --- the other roles ---


def test_the_mayor_takes_two_colonists_or_one_or_none() -> None:
    position = without_nobles(Player(city=LIBRARY), Player(), Player())
    play(position, "mayor")
    assert legal_texts(position) == ["pass", "take colonist", "take 2 colonists"]
    play(position, "take 2 colonists")
    assert position.colonist_count[0] == 1 + 2


def test_the_mayor_takes_what_the_supply_has() -> None:
    position = without_nobles(Player(city=LIBRARY), Player(), Player(), colonist_supply=1)
    play(position, "mayor")
    assert legal_texts(position) == ["pass", "take colonist"]


def test_example_31_the_builder_saves_two() -> None:
    position = without_nobles(Player(doubloons=6, city=LIBRARY), Player(), Player())
    events = play(position, "builder", "build harbor")
    assert events_of_kind(events, "builds") == [{"seat": 0, "building": "harbor", "price": 6}]
    position = without_nobles(Player(doubloons=5, city=LIBRARY), Player(), Player())
    play(position, "builder")
    assert "build harbor" not in legal_texts(position)


def test_not_the_builders_library_saves_nothing() -> None:
    position = without_nobles(Player(), Player(doubloons=7, city=LIBRARY), Player())
    play(position, "builder", "pass")
    assert "build harbor" not in legal_texts(position)


def craftsman(**details: object) -> PuertoRicoPosition:
    city = LIBRARY | {"indigo plant": 1}
    owner = Player(island={"corn": (1, 1), "indigo": (1, 1)}, city=city)
    position = without_nobles(owner, Player(), Player(), **details)
    play(position, "craftsman")
    return position


@pytest.mark.parametrize(
    ("extras", "made"),
    [
        (("extra corn", "extra corn"), {"corn": 3, "indigo": 1}),
        (("extra corn", "extra indigo"), {"corn": 2, "indigo": 2}),
        (("extra indigo", "extra indigo"), {"corn": 1, "indigo": 3}),
        (("extra indigo", "pass"), {"corn": 1, "indigo": 2}),
        (("pass",), {"corn": 1, "indigo": 1}),
    ],
)
def test_the_craftsman_takes_two_extra_goods_alike_or_different(extras: tuple[str, ...], made: dict[str, int]) -> None:
    position = craftsman()
    play(position, *extras)
    assert goods(position, 0) == made
    assert question_of(position) == ("role", 1)


def test_the_craftsmans_extra_goods_are_of_kinds_he_produced() -> None:
    assert legal_texts(craftsman()) == ["pass", "extra corn", "extra indigo"]


def test_the_craftsman_takes_what_the_supply_has() -> None:
    position = craftsman(goods_supply={"corn": 2, "indigo": 1})
    assert legal_texts(position) == ["pass", "extra corn"]
    play(position, "extra corn")
    assert question_of(position) == ("role", 1), "there is no other extra good to be had"


def test_the_trader_gets_two_more_if_he_sells() -> None:
    position = without_nobles(Player(goods={"coffee": 1}, city=LIBRARY), Player(), Player())
    play(position, "trader", "sell coffee")
    assert doubloons(position, 0) == 4 + 2
    position = without_nobles(Player(goods={"coffee": 1}, city=LIBRARY), Player(), Player())
    play(position, "trader", "pass")
    assert doubloons(position, 0) == 0


def test_the_captain_gets_two_more_with_his_first_loading_only() -> None:
    position = without_nobles(Player(goods={"corn": 1, "sugar": 1}, city=LIBRARY), Player(), Player())
    play(position, "captain", "ship corn 4")
    assert vp(position, 0) == 1 + 2
    play(position, "ship sugar 5")
    assert vp(position, 0) == 3 + 1


def test_the_prospector_gets_two_and_the_money_on_the_card_once() -> None:
    position = without_nobles(Player(city=LIBRARY), Player(), Player(), Player())
    position.card_doubloons[6] = 3
    events = play(position, "prospector")
    assert events_of_kind(events, "prospects") == [{"seat": 0, "doubloons": 2}]
    assert doubloons(position, 0) == 3 + 2


def test_an_unoccupied_library_doubles_nothing() -> None:
    city = {"library": 0, "indigo plant": 1}
    owner = Player(goods={"coffee": 1}, city=city, island={"indigo": (1, 1)})

    def phase(role: str) -> PuertoRicoPosition:
        position = without_nobles(owner, Player(), Player(), Player(), face_up={"corn": 5})
        play(position, role)
        return position

    assert legal_texts(phase("mayor")) == ["pass", "take colonist"]
    assert doubloons(phase("prospector"), 0) == 1
    position = phase("settler")
    play(position, "take corn", "pass", "pass", "pass")
    assert question_of(position) == ("role", 1)
    position = phase("craftsman")
    play(position, "extra indigo")
    assert question_of(position) == ("role", 1)
    position = phase("trader")
    play(position, "sell coffee")
    assert doubloons(position, 0) == 4 + 1
    position = phase("captain")
    play(position, "ship coffee 5")
    assert vp(position, 0) == 1 + 1
