"""docs/rules §8 royal supplier, §11 Nobles and Other expansion I (the first captain turn)."""

from __future__ import annotations

from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import doubloons, events_of_kind, goods, legal_texts, play, question_of, table, vp

NOBODY = Player()
THREE_NOBLES = {"royal supplier": 1, "quarry": 1, "San Juan": 1}


def supplier(**more: object) -> Player:
    """The owner of an occupied royal supplier with three nobles, one of them in San Juan."""
    kept = {
        "goods": {"corn": 2, "indigo": 1, "sugar": 1, "coffee": 1},
        "island": {"quarry": (1, 1)},
        "city": {"royal supplier": 1},
        "san_juan": 1,
        "nobles": THREE_NOBLES,
    }
    return Player(**(kept | more))  # type: ignore[arg-type]


def city(*buildings: str) -> dict[str, int]:
    return {"royal supplier": 1} | dict.fromkeys(buildings, 1)


def supplies(texts: list[str]) -> list[str]:
    return [text for text in texts if text.startswith("supply")]


def test_example_63_as_many_barrels_as_nobles_all_of_different_kinds_a_vp_each() -> None:
    position = table(NOBODY, supplier(), NOBODY)
    corn, coffee = position.goods_supply[0], position.goods_supply[4]
    play(position, "captain")
    assert question_of(position) == ("captain", 1)
    assert supplies(legal_texts(position)) == ["supply corn", "supply indigo", "supply sugar", "supply coffee"]
    events = play(position, "supply corn")
    assert supplies(legal_texts(position)) == ["supply indigo", "supply sugar", "supply coffee"], "no second corn"
    events += play(position, "supply indigo", "supply coffee")
    assert supplies(legal_texts(position)) == [], "no fourth barrel: three nobles"
    assert events_of_kind(events, "supplies") == [
        {"seat": 1, "good": "corn", "vp": 1},
        {"seat": 1, "good": "indigo", "vp": 1},
        {"seat": 1, "good": "coffee", "vp": 1},
    ]
    assert vp(position, 1) == 3
    assert goods(position, 1) == {"corn": 1, "sugar": 1}
    assert (position.goods_supply[0], position.goods_supply[4]) == (corn + 1, coffee + 1)


def test_no_building_and_no_privilege_adds_to_what_is_supplied() -> None:
    owner = supplier(city=city("harbor", "lighthouse", "library"))
    position = table(owner, NOBODY, NOBODY)
    play(position, "captain")
    assert doubloons(position, 0) == 1, "the lighthouse's for the captain"
    play(position, "supply corn", "supply indigo", "supply coffee")
    assert vp(position, 0) == 3
    assert doubloons(position, 0) == 1
    play(position, "ship corn 4")
    assert vp(position, 0) == 3 + 1 + 1 + 2, "harbor and privilege come with the first loading"
    assert doubloons(position, 0) == 2


def test_after_supplying_the_owner_still_must_load() -> None:
    position = table(supplier(), NOBODY, NOBODY)
    play(position, "captain", "supply corn")
    assert "pass" not in legal_texts(position)
    assert [text for text in legal_texts(position) if text.startswith("ship")]


def test_who_has_supplied_his_last_barrel_has_nothing_to_load() -> None:
    position = table(supplier(goods={"corn": 1}), NOBODY, NOBODY)
    play(position, "captain", "supply corn")
    assert vp(position, 0) == 1
    assert question_of(position)[0] == "role"


def test_once_he_has_loaded_nothing_can_be_supplied_any_more() -> None:
    position = table(supplier(), NOBODY, NOBODY)
    play(position, "captain", "ship coffee 4")
    assert question_of(position) == ("captain", 0)
    assert supplies(legal_texts(position)) == []


def test_who_has_supplied_in_one_turn_does_not_in_another() -> None:
    blocked = {4: ("corn", 4), 5: ("indigo", 5), 6: ("sugar", 2)}
    owner = supplier(goods={"corn": 2, "indigo": 1, "coffee": 2}, city=city())
    other = Player(goods={"sugar": 2})
    position = table(owner, other, NOBODY, ships=blocked)
    play(position, "captain", "supply corn", "pass")
    play(position, "ship sugar 6")
    assert question_of(position)[0] == "storing", "the owner could supply more barrels, but their turn for it is over"


def test_the_barrels_may_go_in_a_later_turn_as_long_as_nothing_is_loaded() -> None:
    blocked = {4: ("corn", 4), 5: ("indigo", 5), 6: ("sugar", 2)}
    owner = supplier(goods={"corn": 2, "indigo": 1, "coffee": 2})
    position = table(owner, Player(goods={"sugar": 2}), NOBODY, ships=blocked)
    play(position, "captain")
    assert legal_texts(position) == ["pass", "supply corn", "supply indigo", "supply coffee"]
    play(position, "pass")
    play(position, "ship sugar 6")
    assert question_of(position) == ("captain", 0), "since the last loading he has not passed"
    play(position, "supply coffee")
    assert vp(position, 0) == 1
    assert question_of(position) == ("storing", 0), "kinds go in ascending order: after coffee nothing more can"


def test_supplying_is_no_loading_so_that_the_phase_can_end_after_it() -> None:
    blocked = {4: ("corn", 4), 5: ("indigo", 5), 6: ("sugar", 6)}
    owner = supplier(goods={"corn": 2, "indigo": 1})
    position = table(NOBODY, owner, NOBODY, ships=blocked)
    play(position, "captain", "supply corn", "pass")
    assert question_of(position) == ("storing", 1)


def test_the_wharf_may_wait_while_barrels_are_supplied() -> None:
    blocked = {4: ("corn", 4), 5: ("indigo", 5), 6: ("sugar", 2)}
    owner = supplier(goods={"coffee": 3}, city=city("wharf"))
    position = table(owner, Player(goods={"sugar": 2}), NOBODY, ships=blocked)
    play(position, "captain")
    assert legal_texts(position) == ["pass", "ship coffee wharf", "supply coffee"]
    play(position, "supply coffee", "pass", "ship sugar 6")
    assert legal_texts(position) == ["pass", "ship coffee wharf"]
    play(position, "ship coffee wharf")
    assert vp(position, 0) == 1 + 2 + 1, "with the captain's privilege"


def test_the_union_hall_pays_before_barrels_are_supplied() -> None:
    owner = supplier(goods={"corn": 2, "indigo": 2}, city=city("union hall"))
    position = table(owner, NOBODY, NOBODY)
    events = play(position, "captain")
    assert events_of_kind(events, "union_hall") == [{"seat": 0, "vp": 2}]
    play(position, "supply corn", "supply indigo")
    assert vp(position, 0) == 4


def test_a_noble_can_occupy_the_supplier_and_a_colonist_as_well() -> None:
    by_colonist = supplier(nobles={"quarry": 1}, san_juan=0, goods={"corn": 1, "indigo": 1})
    position = table(by_colonist, NOBODY, NOBODY)
    play(position, "captain", "supply indigo")
    assert supplies(legal_texts(position)) == [], "one noble"


def test_without_nobles_or_without_anybody_there_nothing_is_supplied() -> None:
    position = table(supplier(nobles={}), NOBODY, NOBODY)
    play(position, "captain")
    assert supplies(legal_texts(position)) == []
    position = table(supplier(city={"royal supplier": 0}, nobles={"San Juan": 1}), NOBODY, NOBODY)
    play(position, "captain")
    assert supplies(legal_texts(position)) == []


def test_loading_without_supplying_is_always_possible() -> None:
    position = table(supplier(goods={"corn": 2}), NOBODY, NOBODY)
    play(position, "captain")
    assert legal_texts(position) == ["ship corn 4", "ship corn 5", "ship corn 6", "supply corn"]
    play(position, "ship corn 4")
    assert vp(position, 0) == 3


def test_supplied_barrels_take_the_last_chips_and_end_the_game() -> None:
    position = table(supplier(), NOBODY, NOBODY, vp_pool=1)
    play(position, "captain", "supply corn", "supply indigo")
    assert (int(position.vp_chips[0]), int(position.vp_beyond_pool[0])) == (1, 1)
    assert position.ends != 0


def test_the_small_wharf_ends_the_supplying() -> None:
    blocked = {4: ("corn", 4), 5: ("indigo", 5), 6: ("sugar", 6)}
    owner = supplier(goods={"corn": 3, "indigo": 2}, city=city("small wharf"))
    position = table(owner, NOBODY, NOBODY, ships=blocked)
    play(position, "captain")
    assert legal_texts(position) == ["pass", "supply corn", "supply indigo", "ship small wharf"]
    play(position, "supply indigo", "ship small wharf", "cargo corn 3", "cargo indigo 1")
    assert vp(position, 0) == 1 + 2 + 1
    assert question_of(position)[0] == "role", "nothing is left, and nothing more was asked"
