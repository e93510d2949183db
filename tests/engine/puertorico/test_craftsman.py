"""docs/rules §3 Craftsman."""

from __future__ import annotations

import pytest

from games.engine.contract import Position
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


def goods(position: Position, seat: int) -> dict[str, int]:
    return {good: barrels for good, barrels in player_view(position, seat).goods.items() if barrels}


def test_example_4_production_is_the_smaller_of_occupied_plantations_and_circles() -> None:
    producer = Player(
        island={"corn": (3, 2), "tobacco": (2, 2), "sugar": (4, 3)},
        city={"tobacco storage": 1, "small sugar mill": 1, "sugar mill": 3},
    )
    position = set_up(producer, Player(), Player())
    events = play(position, "craftsman")
    assert events_of_kind(events, "produces")[0] == {"seat": 0, "goods": {"corn": 2, "tobacco": 1, "sugar": 3}}


def test_example_5_only_what_the_supply_gives_counts_for_the_factory() -> None:
    producer = Player(
        island={"corn": (3, 3), "tobacco": (1, 1), "sugar": (3, 3)},
        city={"tobacco storage": 1, "sugar mill": 3, "factory": 1},
    )
    position = set_up(producer, Player(), Player(), goods_supply={"corn": 0, "sugar": 2})
    events = play(position, "craftsman")
    assert goods(position, 0) == {"sugar": 2, "tobacco": 1}
    assert events_of_kind(events, "factory") == [{"seat": 0, "kinds": 2, "doubloons": 1}]

    plenty = set_up(producer, Player(), Player())
    assert events_of_kind(play(plenty, "craftsman"), "factory") == [{"seat": 0, "kinds": 3, "doubloons": 2}]


def test_example_20_the_factory_pays_by_kinds_actually_produced() -> None:
    producer = Player(
        island={"corn": (3, 3), "coffee": (1, 1), "indigo": (2, 2)},
        city={"coffee roaster": 1, "indigo plant": 2, "factory": 1},
    )
    position = set_up(producer, Player(), Player())
    assert events_of_kind(play(position, "craftsman"), "factory") == [{"seat": 0, "kinds": 3, "doubloons": 2}]
    without_corn = set_up(producer, Player(), Player(), goods_supply={"corn": 0})
    assert events_of_kind(play(without_corn, "craftsman"), "factory") == [{"seat": 0, "kinds": 2, "doubloons": 1}]


def test_example_21_the_colonists_on_the_storage_limit_the_tobacco() -> None:
    for workers, barrels in ((2, 2), (1, 1)):
        producer = Player(island={"tobacco": (2, 2)}, city={"tobacco storage": workers})
        position = set_up(producer, Player(), Player())
        play(position, "craftsman", "pass")
        assert goods(position, 0) == {"tobacco": barrels}


def test_the_factory_pays_five_for_all_five_kinds_and_nothing_for_one() -> None:
    island = {"corn": (1, 1), "indigo": (1, 1), "sugar": (1, 1), "tobacco": (1, 1), "coffee": (1, 1)}
    city = {"small indigo plant": 1, "small sugar mill": 1, "tobacco storage": 1, "coffee roaster": 1, "factory": 1}
    position = set_up(Player(island=island, city=city), Player(island={"corn": (1, 1)}, city={"factory": 1}), Player())
    assert events_of_kind(play(position, "craftsman"), "factory") == [{"seat": 0, "kinds": 5, "doubloons": 5}]


def test_the_craftsman_gets_one_more_of_a_kind_he_produced() -> None:
    producer = Player(island={"corn": (1, 1), "indigo": (1, 0)}, city={"small indigo plant": 1})
    position = set_up(producer, Player(island={"sugar": (1, 1)}, city={"sugar mill": 1}), Player())
    play(position, "craftsman")
    assert legal_texts(position) == ["pass", "extra corn"]
    play(position, "extra corn")
    assert goods(position, 0) == {"corn": 2}


def test_the_extra_good_needs_a_barrel_left_in_the_supply() -> None:
    producer = Player(island={"corn": (1, 1)})
    position = set_up(producer, Player(), Player(), goods_supply={"corn": 1})
    play(position, "craftsman")
    assert question_of(position)[0] == "role"


def test_who_comes_later_gets_what_is_left() -> None:
    grower = Player(island={"corn": (3, 3)})
    position = set_up(grower, grower, grower, goods_supply={"corn": 4}, governor=1)
    events = play(position, "craftsman")
    assert [entry["goods"] for entry in events_of_kind(events, "produces")] == [{"corn": 3}, {"corn": 1}, {}]
    assert public_view(position).goods_supply["corn"] == 0


def test_a_craftsman_who_produces_nothing_has_no_privilege() -> None:
    idle = Player(island={"corn": (2, 0), "indigo": (1, 1)}, city={"sugar mill": 1})
    position = set_up(idle, Player(island={"corn": (1, 1)}), Player())
    play(position, "craftsman")
    assert question_of(position) == ("role", 1)
    assert goods(position, 0) == {}


def test_the_privilege_is_optional() -> None:
    position = set_up(Player(island={"corn": (1, 1)}), Player(), Player())
    play(position, "craftsman", "pass")
    assert goods(position, 0) == {"corn": 1}


def test_the_privilege_comes_last_when_the_others_have_taken_theirs() -> None:
    grower = Player(island={"corn": (1, 1)})
    position = set_up(grower, grower, grower, goods_supply={"corn": 3}, governor=0)
    events = play(position, "craftsman")
    assert [entry["goods"] for entry in events_of_kind(events, "produces")] == [{"corn": 1}] * 3
    assert question_of(position)[0] == "role", "no corn is left for the craftsman's extra one"


def test_the_privilege_offers_no_kind_that_the_supply_did_not_give() -> None:
    producer = Player(island={"corn": (1, 1), "sugar": (1, 1)}, city={"small sugar mill": 1})
    position = set_up(producer, Player(), Player(), goods_supply={"sugar": 0})
    play(position, "craftsman")
    assert legal_texts(position) == ["pass", "extra corn"]


def test_only_the_craftsman_gets_an_extra_good() -> None:
    grower = Player(island={"corn": (1, 1)})
    position = set_up(grower, grower, grower)
    play(position, "craftsman", "extra corn")
    assert [goods(position, seat) for seat in range(3)] == [{"corn": 2}, {"corn": 1}, {"corn": 1}]


def test_corn_needs_no_building_and_other_kinds_need_plantation_and_building() -> None:
    position = set_up(
        Player(island={"corn": (2, 2), "indigo": (2, 2)}),
        Player(city={"indigo plant": 3}),
        Player(island={"indigo": (2, 2)}, city={"indigo plant": 0}),
    )
    events = play(position, "craftsman")
    assert [entry["goods"] for entry in events_of_kind(events, "produces")] == [{"corn": 2}, {}, {}]


def test_small_and_large_plant_of_a_kind_work_together() -> None:
    producer = Player(island={"indigo": (4, 4)}, city={"small indigo plant": 1, "indigo plant": 3})
    position = set_up(producer, Player(), Player())
    assert events_of_kind(play(position, "craftsman"), "produces")[0]["goods"] == {"indigo": 4}


@pytest.mark.parametrize(("kinds", "doubloons"), [(2, 1), (3, 2), (4, 3), (5, 5)])
def test_the_factory_pays_by_kinds_however_many_barrels(kinds: int, doubloons: int) -> None:
    plants = {"indigo": "indigo plant", "sugar": "sugar mill", "tobacco": "tobacco storage", "coffee": "coffee roaster"}
    grown = ["corn", *plants][:kinds]
    producer = Player(
        island=dict.fromkeys(grown, (2, 2)),
        city={"factory": 1, **{plants[good]: 2 for good in grown if good in plants}},
    )
    position = set_up(Player(), producer, Player())
    play(position, "craftsman")
    assert player_view(position, 1).doubloons == doubloons


def test_an_unoccupied_factory_pays_nothing() -> None:
    producer = Player(island={"corn": (1, 1), "indigo": (1, 1)}, city={"small indigo plant": 1, "factory": 0})
    position = set_up(producer, Player(), Player())
    assert events_of_kind(play(position, "craftsman"), "factory") == []


def test_any_number_of_barrels_lies_about_until_the_captain_comes() -> None:
    position = set_up(Player(goods={"corn": 4, "sugar": 3}), Player(), Player())
    play(position, "craftsman", "mayor", "pass", "builder", "pass")
    assert question_of(position) == ("role", 1), "the next round has begun"
    assert goods(position, 0) == {"corn": 4, "sugar": 3}
