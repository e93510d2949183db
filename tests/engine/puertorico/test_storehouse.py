"""docs/rules §7 storehouse: three more single barrels, with the warehouses and without."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.engine.puertorico.flow import PuertoRicoPosition
from tests.engine.puertorico.positions import Player
from tests.engine.puertorico.tables import events_of_kind, goods, legal_texts, play, question_of, without_nobles

FULL = {4: ("corn", 4), 5: ("indigo", 5), 6: ("sugar", 6)}
"""Full ships: nothing can be loaded."""


def storing(owner: Player) -> PuertoRicoPosition:
    position = without_nobles(owner, Player(), Player(), ships=FULL)
    play(position, "captain")
    return position


def kept_in_every_way(position: PuertoRicoPosition) -> set[tuple[tuple[str, int], ...]]:
    """What the first seat has after storing, for every way to store."""
    kept = set()
    rest = [position]
    while rest:
        before = rest.pop()
        if question_of(before)[0] != "storing":
            kept.add(tuple(goods(before, 0).items()))
            continue
        for ply in legal_texts(before):
            after = before.copy()
            after.listener = []
            play(after, ply)
            rest.append(after)
    return kept


def test_example_36_storehouse_and_large_warehouse() -> None:
    owned = {"corn": 5, "indigo": 5, "tobacco": 4, "coffee": 6}
    position = storing(Player(goods=owned, city={"storehouse": 1, "large warehouse": 1}))
    play(position, "store tobacco", "store coffee", "keep corn", "keep corn", "keep corn")
    events = play(position, "keep indigo")
    assert goods(position, 0) == {"corn": 3, "indigo": 1, "tobacco": 4, "coffee": 6}
    assert events_of_kind(events, "stores") == [
        {
            "seat": 0,
            "whole": {"tobacco": 4, "coffee": 6},
            "single": None,
            "discarded": {"corn": 2, "indigo": 4},
            "singles": {"corn": 3, "indigo": 1},
        }
    ]


def test_example_36_storehouse_and_small_warehouse() -> None:
    position = storing(
        Player(goods={"corn": 5, "indigo": 5, "coffee": 6}, city={"storehouse": 1, "small warehouse": 1})
    )
    play(position, "store corn", "keep indigo", "keep indigo", "keep coffee", "keep coffee")
    assert goods(position, 0) == {"corn": 5, "indigo": 2, "coffee": 2}


def test_the_storehouse_alone_keeps_four_barrels() -> None:
    position = storing(Player(goods={"corn": 3, "tobacco": 2}, city={"storehouse": 1}))
    play(position, "keep corn", "keep corn", "keep tobacco", "keep tobacco")
    assert goods(position, 0) == {"corn": 2, "tobacco": 2}


def test_both_warehouses_and_the_storehouse() -> None:
    owned = {"corn": 6, "indigo": 3, "sugar": 3, "tobacco": 3, "coffee": 3}
    city = {"storehouse": 1, "small warehouse": 1, "large warehouse": 1}
    position = storing(Player(goods=owned, city=city))
    play(position, "store corn", "store indigo", "store sugar")
    play(position, "keep tobacco", "keep coffee", "keep coffee", "keep coffee")
    assert goods(position, 0) == {"corn": 6, "indigo": 3, "sugar": 3, "tobacco": 1, "coffee": 3}


@pytest.mark.parametrize(
    ("owned", "city"),
    [
        ({"corn": 3, "tobacco": 1}, {"storehouse": 1}),
        ({"corn": 2, "indigo": 1, "coffee": 6}, {"storehouse": 1, "small warehouse": 1}),
        ({"corn": 2, "coffee": 6}, {"storehouse": 1, "large warehouse": 1}),
    ],
)
def test_who_can_keep_everything_is_not_asked(owned: dict[str, int], city: dict[str, int]) -> None:
    position = storing(Player(goods=owned, city=city))
    assert question_of(position) == ("role", 1)
    assert goods(position, 0) == owned


def test_of_one_kind_four_barrels_stay_without_asking() -> None:
    position = storing(Player(goods={"coffee": 7}, city={"storehouse": 1}))
    assert (question_of(position), goods(position, 0)) == (("role", 1), {"coffee": 4})


def test_an_unoccupied_storehouse_keeps_nothing() -> None:
    position = storing(Player(goods={"coffee": 7}, city={"storehouse": 0}))
    assert goods(position, 0) == {"coffee": 1}


@pytest.mark.parametrize(
    ("owned", "warehouses"),
    [
        ({"corn": 3, "tobacco": 2, "coffee": 1}, {}),
        ({"corn": 4, "indigo": 1, "tobacco": 3}, {}),
        ({"corn": 3, "tobacco": 4, "coffee": 2}, {"small warehouse": 1}),
        ({"corn": 3, "indigo": 4, "tobacco": 4, "coffee": 2}, {"large warehouse": 1}),
    ],
)
def test_every_way_to_fill_the_storage_is_offered_and_no_other(
    owned: dict[str, int], warehouses: dict[str, int]
) -> None:
    room = {"": 0, "small warehouse": 1, "large warehouse": 2}["".join(warehouses)]
    expected = set()
    for whole in combinations(owned, room):
        barrels = [(kind, number) for kind in owned if kind not in whole for number in range(owned[kind])]
        for singles in combinations(barrels, 4):
            kept = {kind: owned[kind] if kind in whole else [k for k, _ in singles].count(kind) for kind in owned}
            expected.add(tuple((kind, count) for kind, count in kept.items() if count))
    position = storing(Player(goods=owned, city={"storehouse": 1, **warehouses}))
    assert kept_in_every_way(position) == expected


def test_what_is_not_kept_goes_back_to_the_supply() -> None:
    position = storing(Player(goods={"coffee": 7}, city={"storehouse": 1}))
    assert position.goods_supply[4] == 9 - 4


def test_two_storehouses_store_from_the_captain_on() -> None:
    owner = Player(goods={"tobacco": 3, "coffee": 3}, city={"storehouse": 1})
    position = without_nobles(owner, Player(), owner, ships=FULL, governor=2)
    play(position, "captain")
    assert question_of(position) == ("storing", 2)
    play(position, "keep tobacco", "keep coffee", "keep coffee", "keep coffee")
    assert question_of(position) == ("storing", 0)
    play(position, "keep tobacco", "keep tobacco", "keep tobacco", "keep coffee")
    assert [goods(position, seat) for seat in (2, 0)] == [{"tobacco": 1, "coffee": 3}, {"tobacco": 3, "coffee": 1}]
