"""Guests at the buildings of the nobles, and nobles as guests (docs/rules §7 guesthouse, §8, §11 Guesthouse)."""

from __future__ import annotations

import pytest

from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import (
    doubloons,
    events_of_kind,
    island,
    legal_texts,
    people,
    play,
    question_of,
    table,
    vp,
    workers,
)

NOBODY = Player()
FULL = Player(island={"indigo": (5, 0), "sugar": (5, 0), "tobacco": (2, 0)})
"""A seat that takes nothing in the settler phase and has no empty space."""


def host(*buildings: str, colonists: int = 1, nobles: int = 1, **more: object) -> Player:
    """The owner of a guesthouse with these guests, and of empty buildings."""
    kept = {
        "city": {"guesthouse": colonists + nobles} | dict.fromkeys(buildings, 0),
        "nobles": {"guesthouse": nobles} if nobles else {},
    }
    return Player(**(kept | more))  # type: ignore[arg-type]


def guest_moves(texts: list[str]) -> list[str]:
    return [text for text in texts if text.startswith(("guest ", "noble guest "))]


# --- chapel and jeweler: before anybody produces ---


def test_either_guest_may_move_to_the_chapel_before_it_pays() -> None:
    position = table(NOBODY, host("chapel"), NOBODY)
    play(position, "craftsman")
    assert question_of(position) == ("guests", 1)
    assert legal_texts(position) == ["pass", "guest chapel", "noble guest chapel"]
    as_noble = position.copy()
    as_noble.listener = []
    play(position, "guest chapel")
    assert (doubloons(position, 1), vp(position, 1)) == (1, 0)
    play(as_noble, "noble guest chapel")
    assert (doubloons(as_noble, 1), vp(as_noble, 1)) == (0, 1)
    assert workers(as_noble, 1) == {"chapel": (0, 1), "guesthouse": (1, 0)}


def test_a_guest_in_the_jeweler_is_paid_for_all_nobles_himself_among_them() -> None:
    position = table(NOBODY, host("jeweler"), NOBODY)
    play(position, "craftsman")
    assert guest_moves(legal_texts(position)) == ["guest jeweler", "noble guest jeweler"]
    play(position, "noble guest jeweler")
    assert doubloons(position, 1) == 1
    position = table(NOBODY, host("jeweler", colonists=2, nobles=0), NOBODY)
    events = play(position, "craftsman")
    assert events_of_kind(events, "jeweler") == []
    assert question_of(position)[0] == "role", "without nobles the jeweler is no room of use"


def test_a_noble_guest_works_on_a_plantation_at_once() -> None:
    owner = host("sugar mill", colonists=0, nobles=2, island={"sugar": (2, 0)})
    position = table(NOBODY, owner, NOBODY)
    play(position, "craftsman", "noble guest sugar", "noble guest sugar mill")
    assert int(position.barrels_of(1, 2)) == 1
    assert workers(position, 1) == {"sugar": (0, 1), "sugar mill": (0, 1)}


# --- hunting lodge: at the end of the settler phase ---


def test_a_colonist_guest_in_the_lodge_may_discard_and_a_noble_guest_may_be_alone() -> None:
    owner = host("hunting lodge", island={"corn": (1, 0)})
    position = table(owner, FULL, FULL)
    play(position, "settler")
    while question_of(position)[0] == "settler":
        play(position, "pass")
    assert question_of(position) == ("hunting lodge", 0)
    assert legal_texts(position) == ["pass", "guest hunting lodge", "noble guest hunting lodge"]
    as_noble = position.copy()
    as_noble.listener = []
    play(position, "guest hunting lodge")
    assert legal_texts(position) == ["pass", "discard corn"]
    play(position, "discard corn")
    assert (island(position, 0), vp(position, 0)) == ({}, 0)
    play(as_noble, "noble guest hunting lodge")
    assert vp(as_noble, 0) == 2
    assert question_of(as_noble)[0] == "role"


def test_a_noble_guest_is_not_asked_to_the_lodge_where_he_would_earn_nothing() -> None:
    owner = host("hunting lodge", colonists=0, nobles=1, island={"corn": (1, 0)})
    tied = Player(island={"quarry": (1, 0)})
    position = table(owner, tied, FULL)
    play(position, "settler")
    while question_of(position)[0] == "settler":
        play(position, "pass")
    assert question_of(position)[0] == "role"


def test_a_colonist_guest_is_not_asked_to_the_lodge_without_anything_to_discard() -> None:
    owner = host("hunting lodge", nobles=0, island={"quarry": (1, 0)})
    position = table(owner, FULL, FULL)
    play(position, "settler")
    while question_of(position)[0] == "settler":
        play(position, "pass")
    assert question_of(position)[0] == "role"


# --- zoning office: before building ---


def test_who_of_the_guests_moves_to_the_zoning_office_decides_what_becomes_cheaper() -> None:
    owner = host("zoning office", doubloons=8)
    position = table(owner, NOBODY, NOBODY)
    play(position, "builder")
    assert {"guest zoning office", "noble guest zoning office"} <= set(legal_texts(position))
    assert "build royal garden" not in legal_texts(position)
    by_noble = position.copy()
    by_noble.listener = []
    play(by_noble, "noble guest zoning office")
    assert "build royal garden" in legal_texts(by_noble), "10 - 1 - 2"
    play(by_noble, "build royal garden")
    assert doubloons(by_noble, 0) == 1
    play(position, "guest zoning office")
    assert "build royal garden" not in legal_texts(position)
    play(position, "build wharf")
    assert doubloons(position, 0) == 1, "9 - 1 - 1"


# --- land office: in the trader turn ---


def test_who_of_the_guests_moves_to_the_land_office_decides_what_it_does() -> None:
    owner = host("land office", doubloons=1, island={"sugar": (1, 0)})
    position = table(owner, NOBODY, NOBODY, face_up={"corn": 1})
    play(position, "trader")
    assert legal_texts(position) == ["pass", "guest land office", "noble guest land office"]
    sells = position.copy()
    sells.listener = []
    play(position, "guest land office")
    assert legal_texts(position) == ["pass", "buy corn"]
    play(sells, "noble guest land office")
    assert legal_texts(sells) == ["pass", "sell land sugar"]


@pytest.mark.parametrize(
    ("colonists", "nobles", "money", "tiles"),
    [(1, 0, 0, {"sugar": (1, 0)}), (0, 1, 5, {}), (0, 1, 5, {"quarry": (1, 0)})],
)
def test_a_guest_who_could_do_nothing_there_is_not_asked_to_the_land_office(
    colonists: int, nobles: int, money: int, tiles: dict[str, tuple[int, int]]
) -> None:
    owner = host("land office", colonists=colonists, nobles=nobles, doubloons=money, island=tiles)
    position = table(owner, NOBODY, NOBODY, face_up={"corn": 1})
    play(position, "trader")
    assert question_of(position)[0] == "role"


def test_two_guests_to_land_office_and_forest_house_make_a_forest_of_the_bought_tile() -> None:
    owner = host("land office", "forest house", colonists=2, nobles=0, doubloons=1)
    position = table(owner, NOBODY, NOBODY, face_up={"corn": 1})
    play(position, "trader")
    assert guest_moves(legal_texts(position)) == ["guest forest house", "guest land office"]
    play(position, "guest forest house", "guest land office", "buy corn as forest")
    assert island(position, 0) == {"forest": 1}


def test_the_forest_house_is_no_room_for_a_trader_without_a_land_office() -> None:
    owner = host("forest house", colonists=1, nobles=0, doubloons=3)
    position = table(owner, NOBODY, NOBODY, face_up={"corn": 1})
    play(position, "trader")
    assert question_of(position)[0] == "role"


# --- royal supplier: in any turn before loading ---


def test_a_guest_may_open_the_royal_supplier_before_the_first_loading() -> None:
    owner = host("royal supplier", goods={"corn": 1, "indigo": 1})
    position = table(owner, NOBODY, NOBODY)
    play(position, "captain")
    assert "noble guest royal supplier" in legal_texts(position)
    assert "supply corn" not in legal_texts(position)
    play(position, "guest royal supplier", "supply indigo")
    assert vp(position, 0) == 1


def test_once_something_is_loaded_the_royal_supplier_is_no_room_any_more() -> None:
    owner = host("royal supplier", goods={"corn": 1, "indigo": 1})
    position = table(owner, NOBODY, NOBODY)
    play(position, "captain", "ship corn 4")
    assert guest_moves(legal_texts(position)) == []


# --- villa: before the mayor ---


def test_a_guest_who_moved_to_the_villa_before_the_mayor_was_picked_opens_it() -> None:
    position = table(host("villa", colonists=1, nobles=0), NOBODY, NOBODY)
    assert "guest villa" in legal_texts(position)
    play(position, "guest villa", "mayor", "pass")
    assert people(position, 0) == (1, 1), "the guest and the noble of the villa"


def test_the_villa_may_be_filled_whenever_its_owner_is_asked_since_guests_stay_in_the_mayor_phase() -> None:
    owner = host("villa", colonists=1, nobles=0, doubloons=2)
    position = table(NOBODY, owner, NOBODY)
    play(position, "builder", "pass")
    assert "guest villa" in legal_texts(position)
    play(position, "guest villa")
    assert question_of(position) == ("builder", 1)
    assert workers(position, 1) == {"villa": (1, 0)}


def test_with_nobody_left_to_come_the_villa_is_no_room() -> None:
    position = table(host("villa"), NOBODY, NOBODY, noble_supply=0, colonist_supply=0)
    assert guest_moves(legal_texts(position)) == []


def test_guests_do_not_move_in_the_mayor_phase() -> None:
    owner = host("villa", "library", san_juan=1)
    position = table(NOBODY, owner, NOBODY, colonist_ship=1, noble_ship=1)
    play(position, "mayor")
    while question_of(position)[0] in ("mayor", "ship", "colonists", "nobles"):
        assert guest_moves(legal_texts(position)) == []
        play(position, legal_texts(position)[0])


# --- what is general ---


def test_of_two_guests_of_one_kind_only_that_kind_is_offered() -> None:
    position = table(NOBODY, host("chapel", colonists=0, nobles=2), NOBODY)
    play(position, "craftsman")
    assert legal_texts(position) == ["pass", "noble guest chapel"]


def test_a_guest_who_moved_is_ordinary_and_moves_no_more() -> None:
    owner = host("chapel", "zoning office", colonists=0, nobles=1, doubloons=3)
    position = table(NOBODY, owner, NOBODY)
    play(position, "craftsman", "noble guest chapel", "builder")
    assert question_of(position)[1] == 1
    assert guest_moves(legal_texts(position)) == []
    assert workers(position, 1) == {"chapel": (0, 1)}


def test_a_noble_put_on_the_guesthouse_by_the_university_is_a_guest() -> None:
    owner = Player(doubloons=9, city={"university": 1, "chapel": 0})
    position = table(owner, NOBODY, NOBODY, colonist_supply=0, noble_ship=1)
    play(position, "builder", "build guesthouse", "take noble")
    while question_of(position)[0] != "role":
        play(position, "pass")
    play(position, "craftsman")
    assert question_of(position) == ("guests", 0)
    assert legal_texts(position) == ["pass", "noble guest chapel"]


def test_several_hosts_are_asked_clockwise_from_the_craftsman() -> None:
    position = table(host("chapel"), host("chapel"), NOBODY, governor=1)
    play(position, "craftsman")
    assert question_of(position) == ("guests", 1)
    play(position, "noble guest chapel")
    assert question_of(position) == ("guests", 0)
    play(position, "pass")
    assert [vp(position, seat) for seat in range(3)] == [0, 1, 0]
